//! Memory and disk that a build may use.

use std::path::Path;

use super::plan::Plan;

/// Memory and disk that a solve may use, in bytes; `None` where the system does
/// not say how much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Room {
    /// Memory: as much as is allowed, else all that is available.
    pub memory: Option<u64>,
    /// Free bytes of the disk that holds the tables, those included that unfinished
    /// work has taken.
    pub disk: Option<u64>,
    /// True if work is recorded, so that it can be resumed; that takes disk.
    pub is_recorded: bool,
}

impl Room {
    /// Returns whether what a plan has still to solve fits.
    pub fn fits(&self, plan: &Plan) -> bool {
        let nothing_to_do = plan.open().next().is_none();
        nothing_to_do || (self.memory_fits(plan) && self.disk_fits(plan))
    }

    /// Returns whether the memory suffices for a plan.
    pub fn memory_fits(&self, plan: &Plan) -> bool {
        self.memory
            .is_none_or(|memory| plan.least_memory() <= memory)
    }

    /// Returns whether the disk suffices for a plan.
    pub fn disk_fits(&self, plan: &Plan) -> bool {
        self.disk.is_none_or(|disk| self.disk_needed(plan) <= disk)
    }

    /// Returns the bytes of disk that must be free for a plan.
    pub fn disk_needed(&self, plan: &Plan) -> u64 {
        let in_memory = plan.memory().saturating_add(plan.mapped_bytes());
        match self.is_recorded || self.memory.is_none_or(|memory| memory < in_memory) {
            true => plan.disk_bytes(),
            false => plan.disk_bytes_without_checkpoints(),
        }
    }
}

/// Returns the bytes free for the user on the disk that holds `folder`, or that will
/// hold it once it is made; `None` if the system does not say.
pub(crate) fn free_disk(folder: &Path) -> Option<u64> {
    let made = folder.ancestors().find(|ancestor| ancestor.exists());
    let made = made.filter(|ancestor| !ancestor.as_os_str().is_empty());
    fs4::available_space(made.unwrap_or(Path::new("."))).ok()
}
