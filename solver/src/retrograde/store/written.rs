//! The files of one shard: when they are written, and which are removed.

use super::filed::{Filed, Shared, remove};
use super::page::Page;
use super::slot::Slot;
use crate::retrograde::checkpoint::framed_file::{FramedFile, Packed, Packer};
use crate::retrograde::checkpoint::label::{Label, Part};
use crate::retrograde::checkpoint::log::Log;
use crate::retrograde::checkpoint::record::ShardFiles;
use crate::retrograde::error::SolveError;

/// Positions for each byte of a log that is short enough. A longer one gives way to new
/// values at once. So while a record still names the older files of a shard, all of them
/// together take less than two bytes a position.
const POSITIONS_A_BYTE_LOGGED: u64 = 2;

/// Positions for each byte that is read from the log of a shard before it gets new values:
/// writing these takes about as long as reading, checking and applying so many.
const POSITIONS_A_BYTE_READ: u64 = 4;

/// Positions for each byte that may be logged before a shard that leaves memory gets new
/// states. Older states cost a second search for the witnesses that have fallen since.
const POSITIONS_A_BYTE_OF_OLD_STATES: u64 = 128;

impl Slot {
    /// Returns whether it must get new values: it has none, or a long log.
    pub(super) fn must_write_values(&self) -> bool {
        let most = self.frames.positions() as u64 / POSITIONS_A_BYTE_LOGGED;
        match &self.log {
            Some(log) => log.bytes() > most,
            None => self.page.is_some(),
        }
    }

    /// Returns whether it has values, and a long log.
    pub(super) fn has_long_log(&self) -> bool {
        self.log.is_some() && self.must_write_values()
    }

    /// Writes all values to a new file, which a new and empty log follows.
    pub(super) fn write_values(&mut self, shared: &Shared) -> Result<(), SolveError> {
        let bytes = shared.width.bytes();
        let old = self.values.as_ref().map(|filed| &filed.file);
        let is_widened = old.is_some_and(|old| old.bytes_a_position() != bytes);
        let is_logged = self.is_logged.clone();
        self.load_frames(shared, |frame| is_widened || is_logged[frame])?;
        let label = self.next_label(Part::Values);
        let file = self.write(shared, &label, bytes, |packer, page, frame| {
            packer.pack(frame, page.values(frame))
        })?;
        let label = self.label(Part::Log, label.generation);
        let log = Log::create(&shared.files, &label)?;
        let old = self.files().values;
        self.remove_others(shared, Part::Values, old, self.named.values);
        (self.values, self.log) = (Some(file), Some(log));
        self.is_logged.fill(false);
        self.bytes_read = 0;
        Ok(())
    }

    /// Writes the states to a new file, if they have changed.
    pub(super) fn write_states(&mut self, shared: &Shared) -> Result<(), SolveError> {
        (self.must_write_states, self.since_states) = (false, 0);
        let Some(page) = &self.page else {
            return Ok(());
        };
        if let Some(old) = &self.states {
            let mut loaded = (0..self.frames.count()).filter(|&frame| page.is_loaded(frame));
            if loaded.all(|frame| old.file.holds(frame, page.states(frame))) {
                return Ok(());
            }
        }
        let label = self.next_label(Part::States);
        let file = self.write(shared, &label, 1, |packer, page, frame| {
            packer.pack(frame, page.states(frame))
        })?;
        let old = self.files().states;
        self.remove_others(shared, Part::States, old, self.named.states);
        self.states = Some(file);
        Ok(())
    }

    /// Writes a file of frames that are in memory, and of copies of those that are not.
    fn write(
        &self,
        shared: &Shared,
        label: &Label,
        bytes: u64,
        pack: impl Fn(&Packer<'_>, &Page, usize) -> Result<Packed, SolveError> + Sync,
    ) -> Result<Filed, SolveError> {
        let page = self.page.as_ref().expect("the shard is in memory");
        let old = match label.part {
            Part::States => &self.states,
            Part::Values | Part::Log => &self.values,
        };
        let old = old.as_ref().map(|filed| &filed.file);
        let old = old.filter(|old| old.bytes_a_position() == bytes);
        let count = self.frames.count();
        let file =
            FramedFile::write(
                &shared.files,
                label,
                bytes,
                count,
                old,
                |packer, frame| match page.is_loaded(frame) || old.is_none() {
                    true => pack(packer, page, frame),
                    false => packer.copy(frame),
                },
            )?;
        let is_synced = false;
        Ok(Filed { file, is_synced })
    }

    /// Removes the shard from memory.
    pub(super) fn evict(&mut self, shared: &Shared) -> Result<(), SolveError> {
        let positions = self.frames.positions() as u64;
        let most = positions / POSITIONS_A_BYTE_READ;
        let is_long = |log: &Log| self.bytes_read + log.bytes() > most;
        if self.log.as_ref().is_none_or(is_long) {
            self.write_values(shared)?;
        }
        let are_old = self.since_states > positions / POSITIONS_A_BYTE_OF_OLD_STATES;
        if self.must_write_states || self.states.is_none() || are_old {
            self.write_states(shared)?;
        }
        if let Some(page) = self.page.take() {
            page.leave(shared);
        }
        Ok(())
    }

    /// Writes values that only memory or the log has, and leaves memory. There is no use
    /// for states any more.
    pub(super) fn finish(&mut self, shared: &Shared) -> Result<(), SolveError> {
        if self.log.as_ref().is_none_or(|log| log.bytes() > 0) {
            self.write_values(shared)?;
        }
        let old = self.files().states;
        self.remove_others(shared, Part::States, old, self.named.states);
        (self.states, self.page, self.must_write_states) = (None, None, false);
        Ok(())
    }

    /// Brings the values and the log to the disk.
    pub(super) fn sync_values(&mut self, shared: &Shared) -> Result<(), SolveError> {
        Filed::sync(&mut self.values, shared)?;
        let log = self.log.as_mut();
        log.map_or(Ok(()), |log| log.sync(&shared.files))
    }

    /// Brings the states to the disk.
    pub(super) fn sync_states(&mut self, shared: &Shared) -> Result<(), SolveError> {
        Filed::sync(&mut self.states, shared)
    }

    /// Returns the files of the shard, for a record.
    pub(super) fn files(&self) -> ShardFiles {
        let generation =
            |filed: &Option<Filed>| filed.as_ref().map_or(0, |f| f.file.label().generation);
        ShardFiles {
            values: generation(&self.values),
            states: generation(&self.states),
            log: self.log.as_ref().map_or(0, Log::bytes),
        }
    }

    /// Notes that a record names the files of the shard, and removes those that an
    /// earlier one named.
    pub(super) fn named(&mut self, shared: &Shared) {
        let (old, new) = (self.named, self.files());
        self.named = new;
        self.remove_others(shared, Part::Values, old.values, new.values);
        self.remove_others(shared, Part::States, old.states, new.states);
    }

    /// Removes the file of a generation, and the log that follows values, unless it is the
    /// one that is named. There is no generation 0.
    fn remove_others(&self, shared: &Shared, part: Part, generation: u64, named: u64) {
        if generation == 0 || generation == named {
            return;
        }
        remove(shared, &self.label(part, generation));
        if part == Part::Values {
            remove(shared, &self.label(Part::Log, generation));
        }
    }
}
