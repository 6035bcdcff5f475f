//! The usual store: all values and states of a family in memory, and work files
//! that get them at checkpoints.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};

use super::apply::apply_all;
use super::value_file::ValueFile;
use super::{Lent, Store, Wrote};
use crate::game::family::Family;
use crate::index::numbering::Index;
use crate::retrograde::checkpoint::log::{Expected, Log};
use crate::retrograde::checkpoint::record::{CheckpointRecord, Subject, Written};
use crate::retrograde::checkpoint::resume::{Left, Wrong};
use crate::retrograde::checkpoint::work_dir::WorkDir;
use crate::retrograde::checkpoint::work_file::{Kind, Owner, WorkFile};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::{Cells, Stored, Width};
use crate::retrograde::kernel::message::Message;
use crate::retrograde::kernel::side::Side;
use crate::retrograde::kernel::state::State;
use crate::retrograde::shards::{Piece, Shard, Shards};
use crate::retrograde::stage::{Place, Stage};

/// How many times as much as the values the log may take on the disk before the
/// values are written anew: four bytes a value, about four times in all.
const MOST_LOGGED: u64 = 1;

/// What is solved, and where its work files lie.
#[derive(Clone)]
pub(crate) struct Work {
    pub(crate) dir: WorkDir,
    pub(crate) subject: Subject,
    pub(crate) shards: Shards,
    /// The longest distance for which values take one byte.
    pub(crate) narrow_limit: u16,
}

/// All values and states of a family, in memory.
pub(crate) struct MemoryStore {
    work: Work,
    owner: Owner,
    sides: Vec<Arrays>,
    /// Where an earlier run has left the work, and its longest distance.
    left: Option<(Place, u16)>,
    /// Whether values and logs together are all in the work files.
    is_filed: bool,
    written: Written,
}

/// What is known of one side's positions.
struct Arrays {
    values: ValueFile,
    log: Log,
    states: Vec<State>,
    state_file: WorkFile,
    activity: Activity,
    /// States that the work files must have at the next checkpoint: by first block,
    /// up to which block.
    unsaved: BTreeMap<u64, u64>,
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

impl MemoryStore {
    /// A store in which nothing is known. Removes what is there of earlier work.
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

    /// A store with what an earlier run has left; `None` if it has left nothing.
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

    /// The narrow files stay until a record says that there are wide ones, and till
    /// then the log, which goes with them, gets nothing.
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

    /// Writes the states that ply 1 and the seed have worked on since the last time,
    /// or all with all values.
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

impl Arrays {
    fn create(dir: &WorkDir, index: &Index, owner: &Owner) -> Result<Arrays, SolveError> {
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

    /// Those that checkpoints have written of one side.
    fn open(
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
        // What is noted here is noted again from all values.
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
    fn expect_sound(
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
        let what = "a position has what no position like it has";
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

    /// The latest checkpoint that wrote any of them.
    fn checkpoint(&self) -> u64 {
        self.values.checkpoint().max(self.state_file.checkpoint())
    }

    /// Notes what blocks hold, and returns the longest distance.
    fn recall(&mut self, known: u16) -> u16 {
        let states = bytemuck::cast_slice(&self.states);
        self.activity.recall(&self.values.lend_all(), states, known)
    }

    /// Copies the values to cells of two bytes.
    fn widen(&mut self, dir: &WorkDir, owner: &Owner) -> Result<(), SolveError> {
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

    /// Writes the states that are to be saved.
    fn write_states(&mut self, checkpoint: u64) -> Result<(), SolveError> {
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
