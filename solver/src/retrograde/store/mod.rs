//! The values and states of a family while it is solved. Shards stay in memory while they fit; the
//! others are on disk.

mod apply;
pub(super) mod finished;
mod page;
mod recall;
mod slot;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::error::{SolveError, WorkFault};
use super::exchange::{Exchange, all_succeed};
use super::files::record::{self, CheckpointRecord, RecordPart, Subject};
use super::files::work_file::{Owner, RunFiles, WorkDir, remove};
use super::kernel::activity::Activity;
use super::kernel::cell::{Cells, Width};
use super::kernel::message::Message;
use super::kernel::side::Side;
use super::shards::{BlockRange, Shard, Shards};
use super::stage::{ResumePoint, Stage};
#[cfg(test)]
use super::tests::fault;
use crate::game::family::Family;
use finished::{FinishedValues, ValueCache};
use page::{ShardPage, StoreSettings};
use recall::recall;
use slot::{Lent, Slot};

/// A family to solve, and one process's share of it.
#[derive(Clone)]
pub(crate) struct FamilyWork {
    /// The folder of the work files.
    pub(crate) dir: WorkDir,
    pub(crate) subject: Subject,
    pub(crate) shards: Shards,
    /// The rank of this process, and how many processes take part.
    pub(crate) rank: usize,
    pub(crate) size: usize,
    /// The longest distance for which values take one byte.
    pub(crate) narrow_limit: u16,
    /// Bytes of memory for values and states.
    pub(crate) memory: u64,
}

impl FamilyWork {
    /// The family.
    pub(crate) fn family(&self) -> Family {
        self.shards.index(0).material().family()
    }

    /// Returns the shards of this process.
    fn own(&self) -> Vec<Shard> {
        self.shards.owned_by(self.rank, self.size)
    }

    /// Returns the longest distance that values of this width may have.
    fn longest(&self, width: Width) -> u16 {
        match width {
            Width::Narrow => self.narrow_limit.min(width.longest()),
            Width::Wide => width.longest(),
        }
    }

    fn shared(&self, owner: Owner, width: Width) -> StoreSettings {
        let own = self.own().into_iter();
        let positions: Vec<u64> = own.map(|shard| self.shards.weight(shard)).collect();
        let all = positions.iter().sum::<u64>();
        StoreSettings {
            files: RunFiles { dir: self.dir.clone(), owner },
            width,
            longest: self.longest(width),
            is_whole: all.saturating_mul(1 + width.bytes()) <= self.memory,
            largest: positions.into_iter().max().unwrap_or(0) as usize,
        }
    }
}

/// The values and states of the shards of one process.
///
/// If everything fits in memory, it stays there, and checkpoints write the frames that have
/// changed. Otherwise messages are logged. The most recently used shard is evicted first, because
/// the schedule returns to it later than to any other.
pub(crate) struct ShardStore {
    work: FamilyWork,
    shared: StoreSettings,
    /// The shards of this process, in their order.
    slots: Vec<Slot>,
    /// Slots in memory, the most recently used at the end.
    resident: Vec<usize>,
    /// The place of earlier work, and its longest distance.
    left: Option<(ResumePoint, u16)>,
}

impl ShardStore {
    /// Returns an empty store, of a run with this random number.
    pub(crate) fn create(work: FamilyWork, run: [u64; 2]) -> ShardStore {
        let subject = work.subject.digest();
        let shared = work.shared(Owner { run, subject }, Width::Narrow);
        let own = work.own().into_iter();
        let slots = own.map(|shard| Slot::new(&work.shards, shard)).collect();
        ShardStore { work, shared, slots, resident: Vec::new(), left: None }
    }

    /// Opens a store with earlier work, divided into the same shards; `None` if no record exists.
    ///
    /// # Errors
    /// If its files cannot be trusted: [`SolveError::Work`].
    pub(crate) fn open(
        mut work: FamilyWork,
        sides: &[Side<'_>],
    ) -> Result<Option<ShardStore>, SolveError> {
        let path = work.dir.record(work.family());
        let Some(record) = record::read::<CheckpointRecord>(&path)? else {
            return Ok(None);
        };
        work.subject.expect(&record.subject, &path)?;
        if !(1..=Shards::MOST as u32).contains(&record.shards) {
            let what = format!("it has {} shards a side", record.shards);
            return Err(WorkFault::damaged(&path, what).into());
        }
        work.shards =
            Shards::new(sides.iter().map(|side| side.index.clone()).collect(), record.shards);
        record.expect_possible(&path, &work.shards, work.longest(record.width))?;
        let shared = work.shared(record.owner(), record.width);
        let open = |shard| {
            let files = &record.files[work.shards.number(shard)];
            Slot::open(&work.shards, shard, files, &shared)
        };
        let slots = work.own().into_iter().map(open).collect::<Result<_, _>>()?;
        let mut store = ShardStore { work, shared, slots, resident: Vec::new(), left: None };
        store.remove_unnamed();
        let mut longest = 0;
        for slot in 0..store.slots.len() {
            longest = store.recall(slot, sides, &record.at)?.max(longest);
        }
        store.left = Some((record.at, longest));
        Ok(Some(store))
    }

    /// Removes files of this process's shards that no record names.
    fn remove_unnamed(&self) {
        for label in self.work.dir.parts(self.work.family()) {
            if self.slots.iter().any(|slot| slot.is_left_over(&label)) {
                remove(&self.work.dir.part(&label));
            }
        }
    }

    /// Reads a shard of earlier work, refuses values and states that no checkpoint writes, and
    /// notes the values. Returns the longest distance.
    fn recall(
        &mut self,
        slot: usize,
        sides: &[Side<'_>],
        at: &ResumePoint,
    ) -> Result<u16, SolveError> {
        self.load(&[slot])?;
        let blocks = self.slots[slot].activity.blocks().clone();
        let shard = self.slots[slot].shard;
        let seeded = blocks.start + at.done[self.work.shards.number(shard)];
        let is_seeded = |block| match at.stage {
            Stage::Mark | Stage::QuietWins => false,
            Stage::Seed => block < seeded,
            Stage::Ply(_) => true,
        };
        let lent = self.slots[slot].lend(&blocks);
        let (side, states) = (&sides[shard.side], bytemuck::cast_slice(lent.states));
        let plies = (at.stage.known(), self.shared.longest);
        let longest = match &lent.values {
            Cells::Narrow(cells) => recall(side, lent.activity, (cells, states), plies, is_seeded),
            Cells::Wide(cells) => recall(side, lent.activity, (cells, states), plies, is_seeded),
        };
        longest.ok_or_else(|| {
            let (number, material) = (shard.number, side.index.material());
            let what =
                format!("shard {number} of {material} has a value or state that it cannot have");
            WorkFault::damaged(&self.work.dir.record(self.work.family()), what).into()
        })
    }

    /// Writes all values to files, so that only the record is missing.
    pub(crate) fn finish(&mut self) -> Result<(), SolveError> {
        // Shards in memory first, so that none is written to make room for another.
        for slot in std::mem::take(&mut self.resident) {
            self.slots[slot].finish(&self.shared)?;
        }
        let mut slots = self.slots.iter_mut();
        slots.try_for_each(|slot| slot.finish(&self.shared))
    }

    /// Opens the values of each side, which the record names once they are finished.
    pub(crate) fn open_finished(
        &self,
        sides: &[Side<'_>],
        cache: &ValueCache,
    ) -> Result<Vec<FinishedValues>, SolveError> {
        let path = self.work.dir.record(self.work.family());
        let record: Option<CheckpointRecord> = record::read(&path)?;
        let files = record.ok_or(WorkFault::Missing(path))?.files;
        let of_sides = sides.iter().zip(files.chunks(self.work.shards.per_side() as usize));
        let values = of_sides.map(|(side, files)| {
            let generations: Vec<u64> = files.iter().map(|files| files.values).collect();
            let StoreSettings { files, width, .. } = &self.shared;
            FinishedValues::open(files, &side.index, *width, &generations, cache)
        });
        values.collect()
    }

    /// Writes the values of shards with long logs, which then take no more space.
    fn shorten_logs(&mut self) -> Result<(), SolveError> {
        for slot in 0..self.slots.len() {
            if self.slots[slot].has_long_log() {
                self.load(&[slot])?;
                self.slots[slot].write_values(&self.shared)?;
            }
        }
        Ok(())
    }

    fn slot(&self, shard: Shard) -> usize {
        let slot = self.slots.binary_search_by_key(&shard, |slot| slot.shard);
        slot.expect("the shard is one of this process")
    }

    /// Returns how many shards fit in memory together, at least one.
    pub(crate) fn most_in_memory(&self) -> usize {
        if self.shared.is_whole {
            return self.slots.len();
        }
        let page = self.shared.largest as u64 * (1 + self.shared.width.bytes());
        (self.work.memory / page).min(self.slots.len() as u64).max(1) as usize
    }

    /// Loads slots that will be used. The most recently used others make room.
    fn load(&mut self, used: &[usize]) -> Result<(), SolveError> {
        self.resident.retain(|slot| !used.contains(slot));
        let mut left: Vec<ShardPage> = Vec::new();
        while self.resident.len() + used.len() > self.most_in_memory()
            && let Some(last) = self.resident.pop()
        {
            left.extend(self.slots[last].evict(&self.shared)?);
        }
        for &slot in used {
            self.slots[slot].load(&self.shared, left.pop())?;
            self.resident.push(slot);
        }
        Ok(())
    }

    /// Returns the division of the family.
    pub(crate) fn shards(&self) -> &Shards {
        &self.work.shards
    }

    /// Returns the place of earlier work for the shards of this process, and its longest distance in
    /// plies; `None` if there was no earlier work. Values and states are at least as new (C1, C2).
    pub(crate) fn left(&self) -> Option<&(ResumePoint, u16)> {
        self.left.as_ref()
    }

    /// Returns the longest distance that values may have before they are widened.
    pub(crate) fn longest_possible(&self) -> u16 {
        self.shared.longest
    }

    /// Returns the width of the values.
    pub(crate) fn width(&self) -> Width {
        self.shared.width
    }

    /// Widens all values to two bytes. Values on disk are widened when they are read again.
    pub(crate) fn widen(&mut self) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Widen)?;
        let owner = self.shared.files.owner;
        self.shared = self.work.shared(owner, Width::Wide);
        let mut slots = self.slots.iter_mut();
        slots.try_for_each(|slot| slot.widen(&self.shared))
    }

    /// Returns the activity of a shard.
    pub(crate) fn activity(&self, shard: Shard) -> &Activity {
        &self.slots[self.slot(shard)].activity
    }

    /// Lends blocks of shards of one side, in ascending order, after applying all values for them.
    pub(crate) fn lend(&mut self, ranges: &[BlockRange]) -> Result<Vec<Lent<'_>>, SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Lend)?;
        let used: Vec<usize> = ranges.iter().map(|range| self.slot(range.shard)).collect();
        self.load(&used)?;
        let mut ranges = used.iter().zip(ranges).peekable();
        let mut all_lent = Vec::new();
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if let Some((_, range)) = ranges.next_if(|(used, _)| **used == number) {
                slot.must_write_states |= matches!(range.stage, Stage::QuietWins | Stage::Seed);
                all_lent.push(slot.lend(&range.blocks));
            }
        }
        Ok(all_lent)
    }

    /// Applies messages to the values, or logs them until their shard is lent again. Notes them in
    /// the activity of the shard immediately.
    pub(crate) fn apply(&mut self, messages: Vec<Message>) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Apply)?;
        let mut of_slots = vec![Vec::new(); self.slots.len()];
        for message in &messages {
            let destination = self.work.shards.destination(message);
            let shard = destination.expect("messages are for this family");
            of_slots[self.slot(shard)].push(message);
        }
        let shared = &self.shared;
        let slots = self.slots.par_iter_mut().zip(of_slots);
        let reached = slots.filter(|(_, messages)| !messages.is_empty());
        reached.try_for_each(|(slot, messages)| slot.apply(shared, &messages))?;
        self.shorten_logs()
    }

    /// Writes a checkpoint in three steps, each of which all processes begin together: values,
    /// states, and one record for all. Returns its duration; zero if values were written that had
    /// long been in a log, which is rare.
    pub(crate) fn write_checkpoint(
        &mut self,
        exchange: &mut dyn Exchange,
        at: &ResumePoint,
    ) -> Result<Duration, SolveError> {
        let began = Instant::now();
        let any_old = all_succeed(exchange, self.write_values())?;
        let states = self.write_states();
        let part = all_succeed(exchange, states.and_then(|()| self.record_part(at)))?;
        let parts = exchange.all_gather(&part).map_err(SolveError::Exchange)?;
        let written = match exchange.rank() {
            0 => self.write_record(at, &parts),
            _ => Ok(()),
        };
        all_succeed(exchange, written)?;
        all_succeed(exchange, self.recorded())?;
        Ok(if any_old { Duration::ZERO } else { began.elapsed() })
    }

    /// Writes the values, as the first step of a checkpoint. `true` if some had long been in a log.
    fn write_values(&mut self) -> Result<bool, SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::WriteValues)?;
        let mut any_old = false;
        for slot in &mut self.slots {
            if slot.must_write_values() {
                slot.write_values(&self.shared)?;
                slot.must_write_states = true;
                any_old |= !self.shared.is_whole;
            }
        }
        let (shared, slots) = (&self.shared, self.slots.par_iter_mut());
        slots.try_for_each(|slot| slot.sync_values(shared))?;
        Ok(any_old)
    }

    /// Writes the states, as the second step. These are the states that ply 1 and the seed have
    /// changed since the last checkpoint, and the states of shards whose values are all written
    /// (C4).
    fn write_states(&mut self) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::WriteStates)?;
        for slot in self.slots.iter_mut().filter(|slot| slot.must_write_states) {
            slot.write_states(&self.shared)?;
        }
        let (shared, slots) = (&self.shared, self.slots.par_iter_mut());
        slots.try_for_each(|slot| slot.sync_states(shared))
    }

    /// Returns this process's part of the record of a checkpoint.
    fn record_part(&mut self, place: &ResumePoint) -> Result<Vec<u8>, SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Record)?;
        let of_slot = |slot: &Slot| {
            let number = self.work.shards.number(slot.shard);
            (number, place.done[number], slot.files())
        };
        let part: RecordPart = self.slots.iter().map(of_slot).collect();
        let path = self.work.dir.record(self.work.family());
        serde_json::to_vec(&part).map_err(|error| SolveError::io(&path, error.into()))
    }

    /// Writes the parts of all processes, by rank, in place of the earlier record, as the third
    /// step. The process of rank 0 does so for all.
    fn write_record(&mut self, place: &ResumePoint, parts: &[Vec<u8>]) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Record)?;
        let path = self.work.dir.record(self.work.family());
        let shards = self.work.shards.all().count();
        let mut record = CheckpointRecord {
            version: CheckpointRecord::VERSION,
            run: self.shared.files.owner.run,
            subject: self.work.subject.clone(),
            width: self.shared.width,
            shards: self.work.shards.per_side(),
            at: place.clone(),
            files: vec![Default::default(); shards],
        };
        for part in parts {
            let part: RecordPart = serde_json::from_slice(part)
                .map_err(|error| SolveError::io(&path, error.into()))?;
            for (number, done, files) in part {
                (record.at.done[number], record.files[number]) = (done, files);
            }
        }
        record::write(&path, record)
    }

    /// Removes the files that only an earlier record needs.
    fn recorded(&mut self) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Recorded)?;
        for slot in &mut self.slots {
            slot.named(&self.shared);
        }
        Ok(())
    }
}
