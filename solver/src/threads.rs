//! Numbers of threads.

use std::thread::available_parallelism;

/// Returns the largest useful number of threads: four for each processor, and at most 1024. More
/// threads only get in each other's way.
pub fn most_threads() -> usize {
    available_parallelism().map_or(1, usize::from).saturating_mul(4).min(1024)
}
