//! The processor time and memory that this process has used so far.

use std::time::Duration;

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Returns the processor time of all threads together, including the system's. Other programs
/// affect it much less than they affect the time by the clock.
///
/// # Panics
/// If the system does not report it.
pub fn processor_time() -> Duration {
    let usage = usage();
    duration(usage.user_time()) + duration(usage.system_time())
}

/// Returns the peak of resident memory in bytes, including mapped files.
///
/// # Panics
/// If the system does not report it.
pub fn peak_memory() -> u64 {
    // Linux reports KiB; only macOS reports bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1 << 10 };
    usage().max_rss().unsigned_abs() * unit
}

fn usage() -> Usage {
    getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask after itself")
}

fn duration(time: TimeVal) -> Duration {
    Duration::from_secs(time.tv_sec().unsigned_abs())
        + Duration::from_micros(time.tv_usec().unsigned_abs())
}
