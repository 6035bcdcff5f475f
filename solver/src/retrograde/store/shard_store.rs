//! Shards in memory as far as it suffices, and the others on the disk.

use rayon::prelude::*;

use super::slot::Slot;
use super::work::Shared;
use super::work::Work;
use super::{Lent, Wrote};
use crate::retrograde::checkpoint::record::{CheckpointRecord, RecordPart};
use crate::retrograde::checkpoint::resume::{Recovered, Wrong};
use crate::retrograde::checkpoint::work_dir::{Label, Part};
use crate::retrograde::checkpoint::work_file::{Owner, RunFiles};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::{Cells, Stored, Width};
use crate::retrograde::kernel::message::Message;
use crate::retrograde::kernel::side::Side;
use crate::retrograde::shards::{BlockRange, Shard, Shards};
use crate::retrograde::stage::{Place, Stage};
#[cfg(test)]
use crate::retrograde::tests::fault;

/// The values and states of the shards of one process.
///
/// While memory suffices everything lies there, and checkpoints write the messages of
/// resident shards to their logs. Otherwise the shard that was used last makes room:
/// the schedule comes back to it later than to any other.
pub(crate) struct ShardStore {
    work: Work,
    shared: Shared,
    slots: Vec<Slot>,
    /// The slot of every shard of this process, by the shard's number.
    slot_of: Vec<Option<usize>>,
    /// Slots in memory, the last used at the end.
    resident: Vec<usize>,
    /// The place of an earlier run, and its longest distance.
    left: Option<(Place, u16)>,
}

impl ShardStore {
    /// A store without any values, of a run with this random number.
    pub(crate) fn create(work: Work, run: [u64; 2]) -> ShardStore {
        let subject = work.subject.digest();
        let shared = work.shared(Owner { run, subject }, Width::Narrow);
        let slots = work.own.iter().map(|&shard| Slot::new(&work.shards, shard));
        let slots = slots.collect();
        ShardStore::with_slots(work, shared, slots)
    }

    fn with_slots(work: Work, shared: Shared, slots: Vec<Slot>) -> ShardStore {
        let mut slot_of = vec![None; work.shards.all().count()];
        for (number, slot) in slots.iter().enumerate() {
            slot_of[work.shards.number(slot.shard)] = Some(number);
        }
        ShardStore {
            work,
            shared,
            slots,
            slot_of,
            resident: Vec::new(),
            left: None,
        }
    }

    /// A store with the work of an earlier run; `None` if there is none.
    ///
    /// # Errors
    /// When its files cannot be trusted: [`SolveError::Work`].
    pub(crate) fn open(work: Work, sides: &[Side<'_>]) -> Result<Option<ShardStore>, SolveError> {
        let family = work.family();
        let Some(record) = CheckpointRecord::read(&work.dir, family, &work.subject)? else {
            return Ok(None);
        };
        let path = work.dir.record(family);
        let most = Shards::MOST as u32;
        if !(1..=most).contains(&record.shards) {
            let what = format!("it has {} shards a side", record.shards);
            return Err(WorkFault::damaged(&path, what).into());
        }
        let work = work.with_shards(sides, record.shards);
        record.expect_possible(&path, &work.shards, work.longest(record.width))?;
        let shared = work.shared(record.owner(), record.width);
        let slots = work.own.iter().map(|&shard| {
            let files = &record.files[work.shards.number(shard)];
            Slot::open(&work.shards, shard, files, &shared)
        });
        let slots = slots.collect::<Result<_, _>>()?;
        let mut store = ShardStore::with_slots(work, shared, slots);
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
            let mut slots = self.slots.iter();
            let slot = slots.find(|slot| self.is_of(slot, &label));
            let is_unnamed = |slot: &Slot| {
                let files = slot.files();
                let named = match label.part {
                    Part::Values | Part::Log => files.values,
                    Part::States => files.states,
                };
                label.generation != named
            };
            if slot.is_some_and(is_unnamed) {
                // What cannot be removed goes with the folder.
                let _ = std::fs::remove_file(self.work.dir.part(&label));
            }
        }
    }

    fn is_of(&self, slot: &Slot, label: &Label) -> bool {
        let material = self.work.shards.material(slot.shard.side);
        (material, slot.shard.number) == (label.material, label.shard)
    }

    /// Reads a shard that an earlier run has left, refuses values and states that no
    /// checkpoint writes, and notes its values. Returns its longest distance.
    fn recall(&mut self, slot: usize, sides: &[Side<'_>], at: &Place) -> Result<u16, SolveError> {
        let bytes = self.slots[slot].page_bytes(self.shared.width);
        self.use_slots(&[(slot, bytes)])?;
        let (shard, family) = (self.slots[slot].shard, self.work.family());
        let done = at.done[self.work.shards.number(shard)];
        let first = self.work.shards.blocks(shard).start;
        let is_seeded = |block| match at.stage {
            Stage::Mark | Stage::QuietWins => false,
            Stage::Seed => block < first + done,
            Stage::Ply(_) => true,
        };
        let (values, states, activity) = self.slots[slot].lend_all(&self.shared)?;
        let (side, longest) = (&sides[shard.side], self.shared.longest);
        let wrong = match &values {
            Cells::Narrow(values) => first_wrong(values, states, first, longest, side, is_seeded),
            Cells::Wide(values) => first_wrong(values, states, first, longest, side, is_seeded),
        };
        if wrong.is_some() {
            let what = format!(
                "shard {} of {} has a value or state that it cannot have",
                shard.number,
                self.work.shards.material(shard.side)
            );
            let path = self.work.dir.record(family);
            return Err(WorkFault::damaged(&path, what).into());
        }
        Ok(activity.recall(&values, states, at.stage.known()))
    }

    /// Writes all values to files, so that nothing but the record is missing.
    pub(crate) fn finish(&mut self) -> Result<(), SolveError> {
        // Those in memory first, so that none is written to make room for another.
        let mut slots = std::mem::take(&mut self.resident);
        let waiting = (0..self.slots.len()).filter(|slot| !slots.contains(slot));
        let waiting: Vec<usize> = waiting.collect();
        slots.extend(waiting);
        let mut slots = slots.into_iter();
        slots.try_for_each(|slot| self.slots[slot].finish(&self.shared))
    }

    /// Reads the record that has just been written.
    pub(crate) fn read_record(&self) -> Result<CheckpointRecord, SolveError> {
        let (work, family) = (&self.work, self.work.family());
        let record = CheckpointRecord::read(&work.dir, family, &work.subject)?;
        record.ok_or_else(|| WorkFault::Missing(work.dir.record(family)).into())
    }

    /// Returns the folder and the run of the work files.
    pub(crate) const fn files(&self) -> &RunFiles {
        &self.shared.files
    }

    /// Writes the values of shards with long logs, so that these take no more room.
    fn shorten_logs(&mut self) -> Result<(), SolveError> {
        for number in 0..self.slots.len() {
            if self.slots[number].has_long_log() {
                let bytes = self.slots[number].page_bytes(self.shared.width);
                self.use_slots(&[(number, bytes)])?;
                self.slots[number].write_values(&self.shared)?;
            }
        }
        Ok(())
    }

    fn slot(&self, shard: Shard) -> usize {
        let slot = self.slot_of[self.work.shards.number(shard)];
        slot.expect("the shard is one of this process")
    }

    /// Makes room in memory for slots that will take so many bytes, and notes that they
    /// are used.
    fn use_slots(&mut self, slots: &[(usize, u64)]) -> Result<(), SolveError> {
        let is_used = |slot: &usize| slots.iter().any(|(used, _)| used == slot);
        self.resident.retain(|slot| !is_used(slot));
        let width = self.shared.width;
        let others = self.resident.iter();
        let others = others.map(|&slot| self.slots[slot].bytes_in_memory(width));
        let mut taken = slots.iter().map(|(_, bytes)| bytes).sum::<u64>() + others.sum::<u64>();
        let most = self.work.bytes_of_pages(&self.shared);
        let new = slots.iter();
        let new = new.filter(|&&(slot, _)| self.slots[slot].is_waiting());
        self.shared.expect_pages(new.count());
        while taken > most
            && let Some(last) = self.resident.pop()
        {
            taken -= self.slots[last].bytes_in_memory(width);
            self.slots[last].evict(&self.shared)?;
        }
        self.resident.extend(slots.iter().map(|(slot, _)| slot));
        Ok(())
    }

    /// Returns the division of the family.
    pub(crate) fn shards(&self) -> &Shards {
        &self.work.shards
    }

    /// Returns the place of an earlier run, for the shards of this process; `None` if
    /// there was none. Values and states are at least as new (C1, C2).
    pub(crate) fn place(&self) -> Option<Place> {
        self.left.as_ref().map(|(place, _)| place.clone())
    }

    /// Returns the longest distance of any value of an earlier run, in plies.
    pub(crate) fn longest(&self) -> u16 {
        self.left.as_ref().map_or(0, |&(_, longest)| longest)
    }

    /// Returns the width of the values.
    pub(crate) fn width(&self) -> Width {
        self.shared.width
    }

    /// Gives all values two bytes. Values on the disk become wide when they are read
    /// again.
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

    /// Returns how many positions the shards may have that are lent at the same time; a
    /// single shard may have more.
    pub(crate) fn room(&self) -> u64 {
        self.work.memory / (1 + self.shared.width.bytes())
    }

    /// Lends some blocks of shards of one side, whose numbers ascend, with all values
    /// applied that are for them.
    pub(crate) fn lend(&mut self, ranges: &[BlockRange]) -> Result<Vec<Lent<'_>>, SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Lend)?;
        let used = ranges.iter().map(|range| {
            let slot = self.slot(range.shard);
            let bytes = self.slots[slot].bytes_with(self.shared.width, &range.visited);
            (slot, bytes)
        });
        let used: Vec<(usize, u64)> = used.collect();
        self.use_slots(&used)?;
        // Pages that come take the memory of those that left before any of them grows.
        for (&(slot, _), range) in used.iter().zip(ranges) {
            self.slots[slot].take_memory(&self.shared, &range.visited)?;
        }
        self.shared.expect_pages(0);
        let used = used.into_iter().map(|(slot, _)| slot);
        let mut ranges = used.zip(ranges).peekable();
        let mut all_lent = Vec::new();
        for (number, slot) in self.slots.iter_mut().enumerate() {
            let Some((_, range)) = ranges.next_if(|&(used, _)| used == number) else {
                continue;
            };
            slot.must_write_states |= matches!(range.stage, Stage::QuietWins | Stage::Seed);
            let (values, states, activity) =
                slot.lend(&self.shared, &range.blocks, &range.visited)?;
            all_lent.push(Lent {
                values,
                states,
                activity,
            });
        }
        Ok(all_lent)
    }

    /// Applies messages to the values, or logs them until their shard is lent again, and
    /// notes them in the activity of the shard at once.
    pub(crate) fn apply(&mut self, messages: Vec<Message>) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Apply)?;
        let mut of_slots = vec![Vec::new(); self.slots.len()];
        for message in &messages {
            let shard = self.work.shards.destination(message);
            let shard = shard.expect("messages are for this family");
            of_slots[self.slot(shard)].push(message);
        }
        let shared = &self.shared;
        let slots = self.slots.par_iter_mut().zip(of_slots);
        let reached = slots.filter(|(_, messages)| !messages.is_empty());
        reached.try_for_each(|(slot, messages)| slot.apply(shared, &messages))?;
        self.shorten_logs()
    }

    /// Writes the values, as the first step of a checkpoint.
    pub(crate) fn write_values(&mut self) -> Result<Wrote, SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::WriteValues)?;
        let mut wrote = Wrote::Recent;
        for slot in &mut self.slots {
            if slot.must_write_values() {
                slot.write_values(&self.shared)?;
                slot.must_write_states = true;
                wrote = Wrote::All;
            }
        }
        // Pages may have grown.
        self.use_slots(&[])?;
        let (shared, slots) = (&self.shared, self.slots.par_iter_mut());
        slots.try_for_each(|slot| slot.sync_values(shared))?;
        Ok(wrote)
    }

    /// Writes the states, as the second step: those that ply 1 and the seed have worked on
    /// since the last checkpoint, and states together with all values of a shard (C4).
    pub(crate) fn write_states(&mut self) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::WriteStates)?;
        for slot in self.slots.iter_mut().filter(|slot| slot.must_write_states) {
            slot.write_states(&self.shared)?;
        }
        let (shared, slots) = (&self.shared, self.slots.par_iter_mut());
        slots.try_for_each(|slot| slot.sync_states(shared))
    }

    /// Returns this process's part of the record of a checkpoint.
    pub(crate) fn record_part(&mut self, place: &Place) -> Result<Vec<u8>, SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Record)?;
        let part = self.slots.iter().map(|slot| {
            let number = self.work.shards.number(slot.shard);
            (number, place.done[number], slot.files())
        });
        let part: RecordPart = part.collect();
        let path = self.work.dir.record(self.work.family());
        serde_json::to_vec(&part).map_err(|error| SolveError::io(&path, error.into()))
    }

    /// Writes the parts of all processes, by rank, in place of the earlier record, as
    /// the third step. The process of rank 0 does so for all.
    pub(crate) fn write_record(
        &mut self,
        place: &Place,
        parts: &[Vec<u8>],
    ) -> Result<(), SolveError> {
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
        record.write(&self.work.dir, self.work.family())
    }

    /// Removes what only an earlier record needs.
    pub(crate) fn recorded(&mut self) -> Result<(), SolveError> {
        #[cfg(test)]
        fault::pass(fault::Call::Recorded)?;
        for slot in &mut self.slots {
            slot.named(&self.shared);
        }
        Ok(())
    }
}

fn first_wrong<S: Stored>(
    values: &[S],
    states: &[u8],
    first: u64,
    longest: u16,
    side: &Side<'_>,
    is_seeded: impl Fn(u64) -> bool + Sync,
) -> Option<Wrong> {
    let left = Recovered {
        values,
        states: bytemuck::cast_slice(states),
        first,
        longest,
    };
    left.first_wrong(side, is_seeded)
}
