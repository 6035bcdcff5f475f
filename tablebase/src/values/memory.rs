//! Memory that values take, and how much there is.

use std::fs;

use loa_solver::index::Orbits;
use loa_solver::{Board, Material};

use super::codes::width_for;

/// An error: memory does not suffice for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this needs {needed} bytes of memory, and {allowed} are allowed")]
pub struct MemoryError {
    /// Bytes needed.
    pub needed: u64,
    /// Bytes allowed, or of the machine.
    pub allowed: u64,
}

impl MemoryError {
    /// Compares the bytes that values need, and the program itself with its threads, with
    /// those that are allowed: all of the machine's without a limit.
    pub(crate) fn check(values: u64, allowed: Option<u64>) -> Result<(), MemoryError> {
        let threads = THREAD_BYTES * rayon::current_num_threads() as u64;
        let working = PROGRAM_BYTES + BUFFER_BYTES + threads;
        let needed = values.saturating_add(working);
        match allowed.or_else(total_memory) {
            Some(allowed) if needed > allowed => Err(MemoryError { needed, allowed }),
            _ => Ok(()),
        }
    }
}

/// Bytes of memory of the program itself.
pub(crate) const PROGRAM_BYTES: u64 = 6 << 20;

/// Bytes of buffers, and of memory that the allocator does not give back.
const BUFFER_BYTES: u64 = 4 << 20;

/// Bytes of a thread besides what grows with blocks: its stack, models of units, batches.
const THREAD_BYTES: u64 = 1 << 20;

/// Returns the bytes of so many values in memory, of distances up to `longest`.
pub(crate) fn value_bytes(positions: u64, longest: u16) -> u64 {
    positions.saturating_mul(width_for(longest).bytes())
}

/// Returns the bytes of the numbering of a material's leaders.
pub(crate) fn numbering_bytes(board: Board, material: Material) -> u64 {
    Orbits::table_bytes(board, material.us()).unwrap_or(u64::MAX)
}

/// Returns the bytes of memory of this machine, or of the container that the program
/// runs in; `None` where `/proc/meminfo` does not state it.
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
