//! Tests of whole solves.

pub(super) mod fault;
mod interruption;
mod job;
mod processes;
mod refusal;
mod threads;
mod torn;
mod wild_logs;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use tempfile::TempDir;

use super::schedule::default_superstep;
use super::{Exchange, FinishedValues};
use crate::stop::Stop;

/// A folder in memory if the system offers one: waiting for a disk would take most of the time.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Returns a signal that is set after some supersteps and stays set.
fn patience(supersteps: u32) -> Stop {
    let left = AtomicU32::new(supersteps);
    Stop::when(move || {
        let before = left.load(Relaxed);
        left.store(before.saturating_sub(1), Relaxed);
        before == 0
    })
}

/// The codes of all values of a family, by side.
type AllCodes = Vec<Vec<u16>>;

fn all_codes(files: &[FinishedValues]) -> AllCodes {
    let codes = files.iter().map(|file| {
        let mut codes = vec![0; file.index().len() as usize];
        file.read_codes(0, &mut codes).unwrap();
        codes
    });
    codes.collect()
}

#[test]
fn supersteps_grow_where_all_is_in_memory() {
    let positions = [0, (1 << 30) - 1, 1 << 30, 3 << 29, 1 << 32, u64::MAX / 2];
    let times = |memory: u64| positions.map(|positions| default_superstep(positions, memory) >> 23);
    assert_eq!(times(u64::MAX), [1, 1, 2, 3, 8, 8]);
    assert_eq!(times(3 << 30), [1, 1, 2, 3, 1, 1]);
    assert_eq!(times((2 << 30) - 1), [1; 6]);
}
