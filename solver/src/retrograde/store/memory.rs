//! The usual store: all values and states of a family in memory, and work files to
//! which checkpoints write them.

use std::hash::{BuildHasher, RandomState};

use super::apply::apply_all;
use super::arrays::{Arrays, Work};
use super::value_file::ValueFile;
use super::{Lent, Store, Wrote};
use crate::retrograde::checkpoint::log::Log;
use crate::retrograde::checkpoint::record::{CheckpointRecord, Written};
use crate::retrograde::checkpoint::work_file::Owner;
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::{Cells, Width};
use crate::retrograde::kernel::message::Message;
use crate::retrograde::kernel::side::Side;
use crate::retrograde::shards::{Piece, Shard, Shards};
use crate::retrograde::stage::{Place, Stage};

/// The size of the log, in multiples of the values, from which a checkpoint writes all
/// values. A logged value takes four bytes, so that happens about four times in all.
const MOST_LOGGED: u64 = 1;

/// All values and states of a family, in memory.
pub(crate) struct MemoryStore {
    work: Work,
    owner: Owner,
    sides: Vec<Arrays>,
    /// The place of an earlier run, and its longest distance.
    left: Option<(Place, u16)>,
    /// True while value files and logs together have all values.
    is_filed: bool,
    written: Written,
}

impl MemoryStore {
    /// A store without any values. Removes earlier work.
    pub(crate) fn create(work: Work, sides: &[Side<'_>]) -> Result<MemoryStore, SolveError> {
        work.dir.discard(work.family());
        // Every state of a `RandomState` is another.
        let random = || RandomState::new().hash_one(());
        let owner = Owner {
            run: [random(), random()],
            subject: work.subject.digest(),
        };
        let arrays = sides.iter();
        let arrays = arrays.map(|side| Arrays::create(&work.dir, &side.index, &owner));
        Ok(MemoryStore {
            sides: arrays.collect::<Result<_, _>>()?,
            work,
            owner,
            left: None,
            is_filed: false,
            written: Written::default(),
        })
    }

    /// A store with the work of an earlier run; `None` if there is none.
    ///
    /// # Errors
    /// When its files cannot be trusted: [`SolveError::Work`].
    pub(crate) fn open(work: Work, sides: &[Side<'_>]) -> Result<Option<MemoryStore>, SolveError> {
        let family = work.family();
        let Some(record) = CheckpointRecord::read(&work.dir, family, &work.subject)? else {
            return Ok(None);
        };
        let path = work.dir.record(family);
        if record.shards != work.shards.per_side() {
            let what = format!("it has {} shards a side", record.shards);
            return Err(WorkFault::foreign(&path, what).into());
        }
        record.expect_possible(&path, &work.shards, work.longest(record.width))?;
        let mut arrays = Vec::new();
        for (number, side) in sides.iter().enumerate() {
            let opened = Arrays::open(&work, &side.index, number, &record)?;
            opened.expect_sound(&work, side, number, &record)?;
            arrays.push(opened);
        }
        let latest = arrays.iter().map(Arrays::checkpoint).max();
        let mut written = record.written.clone();
        written.checkpoint = latest.unwrap_or(0).max(written.checkpoint);
        let known = record.at.stage.known();
        let longest = arrays.iter_mut().map(|arrays| arrays.recall(known)).max();
        Ok(Some(MemoryStore {
            work,
            owner: record.owner(),
            sides: arrays,
            left: Some((record.at, longest.unwrap_or(0))),
            is_filed: true,
            written,
        }))
    }

    /// Returns the values of each side.
    pub(crate) fn finish(self) -> Vec<ValueFile> {
        self.sides.into_iter().map(|side| side.values).collect()
    }
}

impl Store for MemoryStore {
    fn shards(&self) -> &Shards {
        &self.work.shards
    }

    fn place(&self) -> Option<Place> {
        self.left.as_ref().map(|(place, _)| place.clone())
    }

    fn longest(&self) -> u16 {
        self.left.as_ref().map_or(0, |&(_, longest)| longest)
    }

    fn width(&self) -> Width {
        self.sides[0].values.width()
    }

    /// Narrow files stay until a record says that values are wide. Until then nothing is
    /// added to the log, which goes with them.
    fn widen(&mut self) -> Result<(), SolveError> {
        for side in &mut self.sides {
            side.widen(&self.work.dir, &self.owner)?;
        }
        self.is_filed = false;
        Ok(())
    }

    fn activity(&self, shard: Shard) -> &Activity {
        &self.sides[shard.side].activity
    }

    fn lend(&mut self, piece: &Piece) -> Result<Lent<'_>, SolveError> {
        let side = &mut self.sides[piece.shard.side];
        match piece.stage {
            Stage::Mark => self.is_filed = false,
            Stage::QuietWins | Stage::Seed => {
                let last = side.unsaved.entry(piece.blocks.start).or_default();
                *last = piece.blocks.end.max(*last);
            }
            Stage::Ply(_) => {}
        }
        let len = side.values.index().block_len();
        let range = (piece.blocks.start * len) as usize..(piece.blocks.end * len) as usize;
        Ok(Lent {
            values: side.values.lend(range.clone()),
            states: bytemuck::cast_slice_mut(&mut side.states[range]),
            activity: &side.activity,
        })
    }

    fn apply(&mut self, messages: Vec<Message>) -> Result<(), SolveError> {
        let of_side = |messages: Vec<Message>, number| {
            let shards = &self.work.shards;
            messages.into_iter().partition(|message| {
                let shard = shards.destination(message);
                shard.expect("messages are for this family").side == number
            })
        };
        let mut rest = messages;
        for (number, side) in self.sides.iter_mut().enumerate() {
            let messages: Vec<Message>;
            (messages, rest) = of_side(rest, number);
            match side.values.lend_all() {
                Cells::Narrow(cells) => apply_all(cells, &messages, &side.activity),
                Cells::Wide(cells) => apply_all(cells, &messages, &side.activity),
            }
            if self.is_filed {
                let mut messages = messages.iter();
                messages.try_for_each(|message| side.log.append(message))?;
            }
        }
        Ok(())
    }

    fn write_values(&mut self) -> Result<Wrote, SolveError> {
        let checkpoint = self.written.checkpoint.saturating_add(1);
        self.written.checkpoint = checkpoint;
        let many = |side: &Arrays| side.log.bytes() > MOST_LOGGED * side.values.bytes();
        if !self.is_filed || self.sides.iter().any(many) {
            for side in &mut self.sides {
                side.values.flush(checkpoint)?;
                side.unsaved.insert(0, side.values.index().blocks());
            }
            self.written.values = checkpoint;
            self.written.log = vec![0; self.sides.len()];
            return Ok(Wrote::All);
        }
        let mut logs = self.sides.iter().map(|side| &side.log);
        logs.try_for_each(Log::flush)?;
        let logs = self.sides.iter().map(|side| side.log.bytes());
        self.written.log = logs.collect();
        Ok(Wrote::Recent)
    }

    /// Writes the states that ply 1 and the seed have worked on since the last checkpoint,
    /// or all states together with all values (C4).
    fn write_states(&mut self) -> Result<(), SolveError> {
        if self.sides.iter().any(|side| !side.unsaved.is_empty()) {
            self.written.states = self.written.checkpoint;
        }
        let checkpoint = self.written.states;
        let mut sides = self.sides.iter_mut();
        sides.try_for_each(|side| side.write_states(checkpoint))
    }

    fn write_record(&mut self, place: &Place) -> Result<(), SolveError> {
        let record = CheckpointRecord {
            version: CheckpointRecord::VERSION,
            run: self.owner.run,
            subject: self.work.subject.clone(),
            width: self.width(),
            shards: self.work.shards.per_side(),
            at: place.clone(),
            written: self.written.clone(),
        };
        record.write(&self.work.dir, self.work.family())?;
        if self.written.values != self.written.checkpoint {
            return Ok(());
        }
        for side in &mut self.sides {
            side.log.clear(self.written.checkpoint)?;
            if record.width == Width::Wide {
                let material = side.values.index().material();
                self.work.dir.remove_values(material, Width::Narrow);
            }
        }
        self.is_filed = true;
        Ok(())
    }
}
