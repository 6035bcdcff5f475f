//! Files of shards, and the settings that shards share.

use std::fs;

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
