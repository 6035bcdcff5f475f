//! How much memory and disk there is.

use std::fs;
use std::path::Path;

use loa_solver::{Board, Material, Orbits};

use crate::codes::width_for;
use crate::plan::Plan;

/// Memory does not suffice for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this needs {needed} bytes of memory, and {allowed} are allowed")]
pub struct MemoryError {
    /// Bytes needed.
    pub needed: u64,
    /// Bytes allowed, or of the machine.
    pub allowed: u64,
}

impl MemoryError {
    /// Compares the bytes that values need, and the program itself, with those that
    /// are allowed: all of the machine's if nothing is said.
    pub(crate) fn check(values: u64, allowed: Option<u64>) -> Result<(), MemoryError> {
        let needed = values.saturating_add(PROGRAM_BYTES);
        match allowed.or_else(total_memory) {
            Some(allowed) if needed > allowed => Err(MemoryError { needed, allowed }),
            _ => Ok(()),
        }
    }
}

/// Bytes of memory of the program itself.
pub(crate) const PROGRAM_BYTES: u64 = 6 << 20;

/// Bytes of so many values in memory, of distances up to `longest`.
pub(crate) fn value_bytes(positions: u64, longest: u16) -> u64 {
    positions.saturating_mul(width_for(longest).bytes())
}

/// Bytes of the numbering of a material's leaders.
pub(crate) fn numbering_bytes(board: Board, material: Material) -> u64 {
    Orbits::table_bytes(board, material.us()).unwrap_or(u64::MAX)
}

/// Memory and disk that a solve may use, in bytes; `None` where the system does
/// not say how much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Memory: as much as is allowed, else all of this machine's.
    pub memory: Option<u64>,
    /// Free bytes of the disk that holds the tables, those included that unfinished
    /// work has taken.
    pub disk: Option<u64>,
}

impl Room {
    /// Returns whether what a plan has still to solve fits.
    pub fn fits(&self, plan: &Plan) -> bool {
        let nothing_to_do = plan.open().next().is_none();
        nothing_to_do || (self.memory_fits(plan) && self.disk_fits(plan))
    }

    /// Returns whether the memory suffices for a plan.
    pub fn memory_fits(&self, plan: &Plan) -> bool {
        self.memory.is_none_or(|memory| plan.memory() <= memory)
    }

    /// Returns whether the disk suffices for a plan.
    pub fn disk_fits(&self, plan: &Plan) -> bool {
        self.disk.is_none_or(|disk| plan.disk_bytes() <= disk)
    }
}

/// Bytes free for the user on the disk that holds `folder`, or that will hold
/// it once it is made; `None` if the system does not tell.
pub(crate) fn free_disk(folder: &Path) -> Option<u64> {
    let made = folder.ancestors().find(|ancestor| ancestor.exists());
    let made = made.filter(|ancestor| !ancestor.as_os_str().is_empty());
    fs4::available_space(made.unwrap_or(Path::new("."))).ok()
}

/// Bytes of memory of this machine, or of the container that the program runs in;
/// `None` where the system does not tell in `/proc/meminfo`.
pub(crate) fn total_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    // Both versions of control groups show a container its own limit here.
    let limits = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    let limits = limits.into_iter().filter_map(|file| {
        let text = fs::read_to_string(file).ok()?;
        text.trim().parse::<u64>().ok()
    });
    Some(limits.fold(kibibytes << 10, u64::min))
}
