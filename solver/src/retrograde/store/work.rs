//! The work that a store holds.

use std::sync::Mutex;

use super::filed::Shared;
use super::memory::Kind;
use crate::game::family::Family;
use crate::retrograde::checkpoint::record::Subject;
use crate::retrograde::checkpoint::work_dir::WorkDir;
use crate::retrograde::checkpoint::work_file::{Owner, RunFiles};
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
            kind: match bytes <= self.memory {
                true => Kind::Whole,
                false => Kind::Sparse,
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
