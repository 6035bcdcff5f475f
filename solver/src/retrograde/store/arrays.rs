//! One side's values and states in memory, and their work files.

use std::collections::BTreeMap;

use super::apply::apply_all;
use super::value_file::ValueFile;
use crate::game::family::Family;
use crate::index::positions::Index;
use crate::retrograde::checkpoint::log::{Expected, Log};
use crate::retrograde::checkpoint::record::{CheckpointRecord, Subject};
use crate::retrograde::checkpoint::resume::{Left, Wrong};
use crate::retrograde::checkpoint::work_dir::WorkDir;
use crate::retrograde::checkpoint::work_file::{Kind, Owner, WorkFile};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::{Cells, Stored, Width};
use crate::retrograde::kernel::side::Side;
use crate::retrograde::kernel::state::State;
use crate::retrograde::shards::Shards;
use crate::retrograde::stage::{Place, Stage};

/// A family to be solved, and the folder of its work files.
#[derive(Clone)]
pub(crate) struct Work {
    pub(crate) dir: WorkDir,
    pub(crate) subject: Subject,
    pub(crate) shards: Shards,
    /// The longest distance for which values take one byte.
    pub(crate) narrow_limit: u16,
}

impl Work {
    /// The longest distance that values of this width may have.
    pub(crate) fn longest(&self, width: Width) -> u16 {
        match width {
            Width::Narrow => self.narrow_limit.min(width.longest()),
            Width::Wide => width.longest(),
        }
    }

    /// The family.
    pub(crate) fn family(&self) -> Family {
        self.shards.material(0).family()
    }
}

/// The values and states of one side.
pub(super) struct Arrays {
    pub(super) values: ValueFile,
    pub(super) log: Log,
    pub(super) states: Vec<State>,
    pub(super) state_file: WorkFile,
    pub(super) activity: Activity,
    /// States that the next checkpoint must write: the end of each run of blocks by its
    /// first block.
    pub(super) unsaved: BTreeMap<u64, u64>,
}

impl Arrays {
    pub(super) fn create(
        dir: &WorkDir,
        index: &Index,
        owner: &Owner,
    ) -> Result<Arrays, SolveError> {
        let (material, width) = (index.material(), Width::Narrow);
        let values = ValueFile::create_for(&dir.values(material, width), index, width, owner)?;
        let log = Log::create(&dir.log(material), material, owner)?;
        let path = dir.states(material);
        let state_file = WorkFile::create(&path, Kind::States, material, owner)?;
        let states = vec![State::DECIDED; index.len() as usize];
        Ok(Arrays::new(values, log, states, state_file))
    }

    fn new(values: ValueFile, log: Log, states: Vec<State>, state_file: WorkFile) -> Arrays {
        let index = values.index();
        Arrays {
            activity: Activity::new(0..index.blocks(), index.block_len()),
            values,
            log,
            states,
            state_file,
            unsaved: BTreeMap::new(),
        }
    }

    /// Reads what checkpoints have written of one side.
    pub(super) fn open(
        work: &Work,
        index: &Index,
        side: usize,
        record: &CheckpointRecord,
    ) -> Result<Arrays, SolveError> {
        let (material, owner, width) = (index.material(), &record.owner(), record.width);
        let (dir, written) = (&work.dir, &record.written);
        let mut values = ValueFile::open(&dir.values(material, width), index, width, owner)?;
        let path = dir.states(material);
        let state_file = WorkFile::open(&path, Kind::States, material, owner)?;
        state_file.expect_len(index.len())?;
        for (path, found, needed) in [
            (values.path(), values.checkpoint(), written.values),
            (state_file.path(), state_file.checkpoint(), written.states),
        ] {
            if found < needed {
                return Err(WorkFault::Older(path.to_owned()).into());
            }
        }
        let mut states = vec![State::DECIDED; index.len() as usize];
        state_file.read_at(0, bytemuck::cast_slice_mut(&mut states))?;
        let expected = Expected {
            positions: index.len(),
            longest: work.longest(width),
            values: values.checkpoint(),
            recorded_values: written.values,
            recorded_bytes: written.log[side],
        };
        // An activity is recalled from all values later.
        let activity = Activity::new(0..index.blocks(), index.block_len());
        let path = dir.log(material);
        let log = Log::open(&path, material, owner, &expected, |message| {
            match values.lend_all() {
                Cells::Narrow(cells) => apply_all(cells, &[message], &activity),
                Cells::Wide(cells) => apply_all(cells, &[message], &activity),
            }
        })?;
        Ok(Arrays::new(values, log, states, state_file))
    }

    /// Refuses values and states that no checkpoint of this record writes.
    pub(super) fn expect_sound(
        &self,
        work: &Work,
        side: &Side<'_>,
        number: usize,
        record: &CheckpointRecord,
    ) -> Result<(), SolveError> {
        let wrong = match record.width {
            Width::Narrow => self.first_wrong::<u8>(work, side, number, &record.at),
            Width::Wide => self.first_wrong::<u16>(work, side, number, &record.at),
        };
        let path = match wrong? {
            None => return Ok(()),
            Some(Wrong::Value) => self.values.path(),
            Some(Wrong::State) => self.state_file.path(),
        };
        let what = "a position has a value or state that it cannot have";
        Err(WorkFault::damaged(path, what).into())
    }

    fn first_wrong<S: Stored>(
        &self,
        work: &Work,
        side: &Side<'_>,
        number: usize,
        at: &Place,
    ) -> Result<Option<Wrong>, SolveError> {
        let shards = work.shards.all().zip(&at.done);
        let of_side = shards.filter(|(shard, _)| shard.side == number);
        let seeded = of_side.map(|(shard, done)| {
            let first = work.shards.blocks(shard).start;
            first..first + done
        });
        let seeded: Vec<_> = seeded.collect();
        let left = Left {
            values: self.values.cells::<S>(),
            states: &self.states,
            longest: work.longest(S::WIDTH),
        };
        left.first_wrong(side, |block| match at.stage {
            Stage::Mark | Stage::QuietWins => false,
            Stage::Seed => seeded.iter().any(|blocks| blocks.contains(&block)),
            Stage::Ply(_) => true,
        })
    }

    /// Returns the latest checkpoint that wrote any of them.
    pub(super) fn checkpoint(&self) -> u64 {
        self.values.checkpoint().max(self.state_file.checkpoint())
    }

    /// Notes the values of all blocks, and returns the longest distance.
    pub(super) fn recall(&mut self, known: u16) -> u16 {
        let states = bytemuck::cast_slice(&self.states);
        self.activity.recall(&self.values.lend_all(), states, known)
    }

    /// Copies the values to cells of two bytes.
    pub(super) fn widen(&mut self, dir: &WorkDir, owner: &Owner) -> Result<(), SolveError> {
        let index = self.values.index();
        let path = dir.values(index.material(), Width::Wide);
        let mut wide = ValueFile::create_for(&path, index, Width::Wide, owner)?;
        let narrow = self.values.cells::<u8>();
        for (wide, narrow) in wide.cells_mut::<u16>().iter_mut().zip(narrow) {
            *wide = u16::store(narrow.cell());
        }
        self.values = wide;
        Ok(())
    }

    /// Writes the states that the checkpoint must write.
    pub(super) fn write_states(&mut self, checkpoint: u64) -> Result<(), SolveError> {
        let len = self.values.index().block_len();
        let mut saved = 0;
        for (&first, &last) in &self.unsaved {
            let first = first.max(saved);
            let states = &self.states[(first * len) as usize..(last.max(first) * len) as usize];
            let bytes = bytemuck::cast_slice(states);
            self.state_file.write_at(first * len, bytes)?;
            saved = last.max(saved);
        }
        self.unsaved.clear();
        self.state_file.set_checkpoint(checkpoint)?;
        self.state_file.sync()
    }
}
