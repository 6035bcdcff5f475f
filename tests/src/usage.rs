//! Processor time and memory that this process has used so far.

use std::time::Duration;

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Time on a processor, of all threads together, in the system included: what
/// other programs do beside this one lengthens it much less than the clock's.
///
/// # Panics
/// If the system does not report it.
pub fn processor_time() -> Duration {
    let usage = usage();
    duration(usage.user_time()) + duration(usage.system_time())
}

/// The most memory that was resident at once, in bytes, files that are mapped
/// included.
///
/// # Panics
/// If the system does not report it.
pub fn peak_memory() -> u64 {
    // Linux reports KiB; macOS, alone, bytes.
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
