//! Files of shards, and the settings that shards share.

use std::fs;
use std::sync::Mutex;

use super::memory::{Kind, Memory};
use crate::retrograde::checkpoint::framed_file::FramedFile;
use crate::retrograde::checkpoint::label::Label;
use crate::retrograde::checkpoint::work_file::RunFiles;
use crate::retrograde::error::SolveError;
use crate::retrograde::kernel::cell::Width;

/// The settings that all shards of a store share.
pub(super) struct Shared {
    pub(super) files: RunFiles,
    pub(super) width: Width,
    /// The longest distance that values may have.
    pub(super) longest: u16,
    /// The kind of memory of pages.
    pub(super) kind: Kind,
    /// Positions of the largest shard.
    pub(super) largest: usize,
    /// The memory of pages that have just left.
    pub(super) spare: Mutex<Vec<Memory>>,
}

impl Shared {
    /// Adds the memory of a page.
    pub(super) fn add_spare(&self, memory: Memory) {
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(memory);
        }
    }

    /// Returns memory for a new page, if there is some.
    pub(super) fn take_spare(&self) -> Option<Memory> {
        self.spare.lock().ok()?.pop()
    }

    /// Gives memory back for which there are not so many new pages.
    pub(super) fn limit_spare(&self, pages: usize) {
        if let Ok(mut spare) = self.spare.lock() {
            spare.truncate(pages);
        }
    }
}

/// A file of frames, and whether it may still lie in the system's buffers.
pub(super) struct Filed {
    pub(super) file: FramedFile,
    pub(super) is_synced: bool,
}

impl Filed {
    /// Brings a file to the disk.
    pub(super) fn sync(filed: &mut Option<Filed>, shared: &Shared) -> Result<(), SolveError> {
        match filed {
            Some(filed) if !filed.is_synced => {
                filed.file.sync(&shared.files)?;
                filed.is_synced = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Removes a file; what cannot be removed goes with the folder.
pub(super) fn remove(shared: &Shared, label: &Label) {
    let _ = fs::remove_file(shared.files.path(label));
}
