//! The work that a store holds, the settings that its shards share, and their files.

use std::fs;
use std::sync::Mutex;

use super::memory::{Kind, Memory};
use crate::game::family::Family;
use crate::retrograde::checkpoint::framed_file::FramedFile;
use crate::retrograde::checkpoint::record::Subject;
use crate::retrograde::checkpoint::work_dir::Label;
use crate::retrograde::checkpoint::work_dir::WorkDir;
use crate::retrograde::checkpoint::work_file::{Owner, RunFiles};
use crate::retrograde::error::SolveError;
use crate::retrograde::kernel::cell::Width;
use crate::retrograde::kernel::side::Side;
use crate::retrograde::shards::{Shard, Shards};

/// A family to be solved, and one process's share of it.
#[derive(Clone)]
pub(crate) struct Work {
    /// The folder of the work files.
    pub(crate) dir: WorkDir,
    pub(crate) subject: Subject,
    pub(crate) shards: Shards,
    /// The shards of this process.
    pub(crate) own: Vec<Shard>,
    /// The number of this process.
    pub(crate) rank: usize,
    /// The number of processes.
    pub(crate) size: usize,
    /// The longest distance for which values take one byte.
    pub(crate) narrow_limit: u16,
    /// Bytes of memory for values and states.
    pub(crate) memory: u64,
}

impl Work {
    /// The work as it was begun, by another number of processes perhaps: with so many
    /// shards a side.
    pub(super) fn with_shards(self, sides: &[Side<'_>], per_side: u32) -> Work {
        let indexes = sides.iter().map(|side| &side.index);
        let shards = Shards::new(indexes, per_side);
        let own = shards.owned_by(self.rank, self.size);
        Work {
            shards,
            own,
            ..self
        }
    }

    /// The longest distance that values of this width may have.
    pub(super) fn longest(&self, width: Width) -> u16 {
        match width {
            Width::Narrow => self.narrow_limit.min(width.longest()),
            Width::Wide => width.longest(),
        }
    }

    /// The family.
    pub(crate) fn family(&self) -> Family {
        self.shards.material(0).family()
    }

    pub(super) fn shared(&self, owner: Owner, width: Width) -> Shared {
        let dir = self.dir.clone();
        let positions = self.own.iter().map(|&shard| self.shards.weight(shard));
        let bytes = positions
            .clone()
            .sum::<u64>()
            .saturating_mul(1 + width.bytes());
        Shared {
            files: RunFiles { dir, owner },
            width,
            longest: self.longest(width),
            kind: if bytes <= self.memory {
                Kind::Whole
            } else {
                Kind::Sparse
            },
            largest: positions.max().unwrap_or(0) as usize,
            spare: Mutex::default(),
        }
    }

    /// Returns the bytes that pages may take. Where that is not all, one of them may grow
    /// when its values are written.
    pub(super) fn bytes_of_pages(&self, shared: &Shared) -> u64 {
        match shared.kind {
            Kind::Whole => self.memory,
            Kind::Sparse => {
                let largest = shared.largest as u64 * (1 + shared.width.bytes());
                self.memory.saturating_sub(largest)
            }
        }
    }
}

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
