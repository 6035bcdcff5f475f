//! The memory that values take, and the memory available.

use std::fs;
use std::path::{Path, PathBuf};

use loa_solver::internal::{Orbits, choose};
use loa_solver::{Board, Material, position_count};

use super::codes::width_for;
use crate::format::error::TableError;

/// Compares the bytes that values, the program and its threads need with the limit. Without a limit
/// all available memory counts.
///
/// # Errors
/// If the memory does not suffice; the error names `path`.
pub(crate) fn check_memory(
    values: u64,
    allowed: Option<u64>,
    path: &Path,
) -> Result<(), TableError> {
    let threads = THREAD_BYTES * rayon::current_num_threads() as u64;
    let working = PROGRAM_BYTES + BUFFER_BYTES + threads;
    let needed = values.saturating_add(working);
    match allowed.or_else(available_memory) {
        Some(allowed) if needed > allowed => {
            Err(TableError::Memory { path: path.to_owned(), needed, allowed })
        }
        _ => Ok(()),
    }
}

/// The memory of the program itself, in bytes.
pub(crate) const PROGRAM_BYTES: u64 = 6 << 20;

/// The size of buffers, and of memory that the allocator does not return, in bytes.
const BUFFER_BYTES: u64 = 4 << 20;

/// The memory of a thread besides what grows with blocks, in bytes: its stack, models of units,
/// batches.
const THREAD_BYTES: u64 = 1 << 20;

/// Returns the size in bytes of values in memory, for distances up to `longest`.
pub(crate) fn value_bytes(positions: u64, longest: u16) -> u64 {
    positions.saturating_mul(width_for(longest).bytes())
}

/// Counts the values of a material; 0 if it has no index.
pub(crate) fn positions(board: Board, material: Material) -> u64 {
    position_count(board, material).unwrap_or(0)
}

/// Counts the values of a leader.
pub(crate) fn block_len(board: Board, material: Material) -> u64 {
    choose(board.squares() - material.us(), material.them())
}

/// Returns the bytes of the blocks of this length that all threads are processing: the code of each
/// value while it is unpacked, and its values after moves.
pub(crate) fn blocks_of_threads(block_len: u64) -> u64 {
    let of_thread = block_len.saturating_mul(8);
    of_thread.saturating_mul(rayon::current_num_threads() as u64)
}

/// Returns a sum that stops at the largest number instead of overflowing.
pub(crate) fn total(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(0, u64::saturating_add)
}

/// Returns the size in bytes of the numbering of a material's leaders.
pub(crate) fn numbering_bytes(board: Board, material: Material) -> u64 {
    Orbits::table_bytes(board, material.us()).unwrap_or(u64::MAX)
}

/// Returns the bytes of memory that this program may use: what it already has, and what the machine
/// has available without evicting other programs, limited by its control groups and by
/// `ulimit -v`; `None` if `/proc` does not tell.
pub(crate) fn available_memory() -> Option<u64> {
    let read = |file: &str| fs::read_to_string(file).ok();
    let unlimited = fillable(&read("/proc/meminfo")?, &read("/proc/self/status")?)?;
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let limit = |file: PathBuf| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let limits = limit_files(&groups).into_iter().filter_map(limit);
    Some(limits.chain(address_space()).fold(unlimited, u64::min))
}

/// Returns the bytes of memory that `ulimit -v` allows this program to use; `None` without a limit.
pub fn address_space() -> Option<u64> {
    let read = |file: &str| fs::read_to_string(file).ok();
    addressable(&read("/proc/self/limits")?, &read("/proc/self/status")?)
}

/// Makes what usually takes `usual` bytes: with half as many, as often as necessary to leave half of
/// the available memory free and not to be refused by the system. Of the addresses that `ulimit -v`
/// allows, `reserved` bytes are for other purposes.
///
/// # Errors
/// If the system refuses even one MiB.
pub fn fitting<T, E>(
    usual: u64,
    reserved: u64,
    make: impl Fn(u64) -> Result<T, E>,
) -> Result<T, E> {
    const LEAST: u64 = 1 << 20;
    let addresses = address_space().map_or(u64::MAX, |all| all.saturating_sub(reserved));
    let room = available_memory().unwrap_or(u64::MAX).min(addresses) / 2;
    let mut bytes = usual;
    loop {
        let made = (bytes <= room || bytes <= LEAST).then(|| make(bytes));
        match made {
            Some(Ok(made)) => return Ok(made),
            Some(Err(refused)) if bytes <= LEAST => return Err(refused),
            _ => bytes /= 2,
        }
    }
}

/// The root groups of both versions of control groups, and the names of their limit files.
const HIGHEST: [(&str, &str); 2] =
    [("/sys/fs/cgroup", "memory.max"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")];

/// Returns the files that may limit a program's memory: those of its groups, read from the text of
/// its `/proc/self/cgroup`, and of all their parents. A container may see its own group as the
/// root, so the root is always included.
fn limit_files(groups: &str) -> Vec<PathBuf> {
    let group = |line: &'_ str| {
        let (_, line) = line.split_once(':')?;
        let (controllers, path) = line.split_once(':')?;
        let is_of_memory = controllers.split(',').any(|controller| controller == "memory");
        let version = if controllers.is_empty() { Some(0) } else { is_of_memory.then_some(1) };
        Some((version?, PathBuf::from(path.trim_start_matches('/'))))
    };
    let own = groups.lines().filter_map(group);
    let all = own.chain([(0, PathBuf::new()), (1, PathBuf::new())]);
    let mut files = Vec::new();
    for (version, group) in all {
        let (highest, name) = HIGHEST[version];
        files.extend(group.ancestors().map(|group| Path::new(highest).join(group).join(name)));
    }
    files
}

/// Returns the bytes that a program may use on a machine without other limits, from the texts of
/// `/proc/meminfo` and `/proc/self/status`.
fn fillable(machine: &str, program: &str) -> Option<u64> {
    let free = number(machine, "MemAvailable:")?;
    let held = number(program, "RssAnon:")?;
    free.checked_add(held)?.checked_mul(1 << 10)
}

/// Returns the bytes that a program may use under its limit on addresses, from the texts of
/// `/proc/self/limits` and `/proc/self/status`; `None` without a limit.
fn addressable(limits: &str, program: &str) -> Option<u64> {
    let limit = number(limits, "Max address space")?;
    let [mapped, held] = ["VmSize:", "RssAnon:"].map(|name| number(program, name));
    Some(limit.saturating_sub(mapped? << 10) + (held? << 10))
}

/// Returns the number that follows a name at the beginning of a line.
fn number(text: &str, name: &str) -> Option<u64> {
    let number = text.lines().find_map(|line| line.strip_prefix(name))?;
    number.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_the_program_holds_is_available_to_it() {
        let machine = "MemTotal:       24684040 kB\nMemAvailable:   15735000 kB\n";
        let program = "Name:\tloa\nRssAnon:\t 2097152 kB\nRssFile:\t 4096 kB\n";
        assert_eq!(fillable(machine, program), Some((15_735_000 + 2_097_152) << 10));
        assert_eq!(fillable("MemTotal: 24684040 kB\n", program), None);
        assert_eq!(fillable(machine, "RssAnon:\n"), None);

        let limits = |soft: &str| format!("Max address space         {soft}  unlimited  bytes\n");
        let program = format!("{program}VmSize:\t 3145728 kB\n");
        assert_eq!(addressable(&limits("4294967296"), &program), Some(3 << 30));
        assert_eq!(addressable(&limits("1"), &program), Some(2 << 30));
        assert_eq!(addressable(&limits("unlimited"), &program), None);
    }

    #[test]
    fn a_default_fits_what_the_system_gives() {
        let up_to = |most: u64| move |bytes| if bytes <= most { Ok(bytes) } else { Err(bytes) };
        assert_eq!(fitting(8 << 20, 0, up_to(8 << 20)), Ok(8 << 20));
        assert_eq!(fitting(8 << 20, 0, up_to(3 << 20)), Ok(2 << 20));
        assert_eq!(fitting(8 << 20, 0, up_to(0)), Err(1 << 20));
        assert!(fitting(1 << 62, 0, up_to(u64::MAX)).unwrap() < 1 << 60);
    }

    #[test]
    fn all_groups_above_a_program_may_limit_it() {
        let files = |groups: &str| -> Vec<String> {
            let files = limit_files(groups).into_iter().map(|file| file.display().to_string());
            files.map(|file| file.replace("/sys/fs/cgroup/", "")).collect()
        };
        let highest = ["memory.max", "memory/memory.limit_in_bytes"];
        for (groups, own) in [
            (
                "0::/system.slice/slurmstepd.scope/job_7\n",
                vec![
                    "system.slice/slurmstepd.scope/job_7/memory.max",
                    "system.slice/slurmstepd.scope/memory.max",
                    "system.slice/memory.max",
                    "memory.max",
                ],
            ),
            (
                "12:cpu,cpuacct:/a\n4:hugetlb,memory:/slurm/uid_0\n0::/\n1:name=systemd:/b",
                vec![
                    "memory/slurm/uid_0/memory.limit_in_bytes",
                    "memory/slurm/memory.limit_in_bytes",
                    "memory/memory.limit_in_bytes",
                    "memory.max",
                ],
            ),
            ("", vec![]),
            ("no group", vec![]),
        ] {
            assert_eq!(files(groups), [own, highest.to_vec()].concat(), "{groups}");
        }
    }
}
