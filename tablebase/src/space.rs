//! How much memory and disk there is.

use std::path::Path;

/// Bytes free for the user on the disk that holds `folder`, or that will hold
/// it once it is made; `None` if the system does not tell.
pub(crate) fn free_disk(folder: &Path) -> Option<u64> {
    let made = folder.ancestors().find(|ancestor| ancestor.exists());
    let made = made.filter(|ancestor| !ancestor.as_os_str().is_empty());
    fs4::available_space(made.unwrap_or(Path::new("."))).ok()
}

/// Bytes of memory of this machine; `None` where the system does not tell in
/// `/proc/meminfo`.
pub(crate) fn total_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}
