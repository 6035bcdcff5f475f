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
    pub(super) spare: Mutex<Spare>,
}

/// The memory of pages that have just left, for those that are about to come.
#[derive(Default)]
pub(super) struct Spare {
    memory: Vec<Memory>,
    most: usize,
}

impl Shared {
    /// Adds the memory of a page, if there is a page to come for it.
    pub(super) fn add_spare(&self, memory: Memory) {
        if let Ok(mut spare) = self.spare.lock()
            && spare.memory.len() < spare.most
        {
            spare.memory.push(memory);
        }
    }

    /// Returns memory for a new page, if there is some.
    pub(super) fn take_spare(&self) -> Option<Memory> {
        self.spare.lock().ok()?.memory.pop()
    }

    /// Notes that so many pages are about to come.
    pub(super) fn expect_pages(&self, most: usize) {
        if let Ok(mut spare) = self.spare.lock() {
            spare.memory.truncate(most);
            spare.most = most;
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
