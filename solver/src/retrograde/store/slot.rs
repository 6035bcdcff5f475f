//! One shard of a store, in memory or on disk.

use std::borrow::Cow;
use std::ops::Range;

use super::apply::{apply, note};
use super::page::{ShardPage, StoreSettings};
use crate::game::material::Material;
use crate::retrograde::error::SolveError;
use crate::retrograde::files::framed_file::{FramedFile, Frames};
use crate::retrograde::files::log::Log;
use crate::retrograde::files::record::ShardFiles;
use crate::retrograde::files::work_file::{FileKind, Label, remove};
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::Cells;
use crate::retrograde::kernel::message::Message;
use crate::retrograde::shards::{Shard, Shards};

/// Values and states of some blocks, lent to a sweep.
#[derive(Debug)]
pub(crate) struct Lent<'a> {
    /// The values of the blocks, one block after the other.
    pub(crate) values: Cells<'a>,
    /// The states of the blocks, a byte each.
    pub(crate) states: &'a mut [u8],
    /// The activity of the shard.
    pub(crate) activity: &'a Activity,
}

/// Positions for each byte of the longest log allowed. A longer log is replaced by new values
/// immediately. So all files of a shard together take less than two bytes for each position, even
/// while a record still names older ones.
const POSITIONS_A_BYTE_LOGGED: u64 = 2;

/// Positions for each byte read from a log before the shard gets new values. Writing these takes
/// about as long as reading, checking and applying that many bytes.
const POSITIONS_A_BYTE_READ: u64 = 4;

/// Positions for each byte logged before a shard that leaves memory gets new states. Older states
/// cost a second search for the witnesses that have fallen since.
const POSITIONS_A_BYTE_OF_OLD_STATES: u64 = 128;

/// One shard.
pub(super) struct Slot {
    pub(super) shard: Shard,
    pub(super) activity: Activity,
    material: Material,
    /// Positions of the whole side.
    positions: u64,
    frames: Frames,
    page: Option<ShardPage>,
    values: Option<FramedFile>,
    log: Option<Log>,
    states: Option<FramedFile>,
    /// True if some values exist only in memory.
    is_unlogged: bool,
    /// The files that the record names.
    named: ShardFiles,
    /// The newest generation of any file.
    generation: u64,
    /// Bytes read from the log.
    bytes_read: u64,
    /// Bytes of messages since the states were written.
    since_states: u64,
    /// True if the next checkpoint must write the states.
    pub(super) must_write_states: bool,
}

impl Slot {
    /// Returns a shard without values.
    pub(super) fn new(shards: &Shards, shard: Shard) -> Slot {
        let index = shards.index(shard.side);
        Slot {
            shard,
            frames: Frames::new(shards.block_count(shard), index.block_len()),
            activity: Activity::new(shards.blocks(shard), index.block_len()),
            material: index.material(),
            positions: index.len(),
            page: None,
            values: None,
            log: None,
            states: None,
            is_unlogged: false,
            named: ShardFiles::default(),
            generation: 0,
            bytes_read: 0,
            since_states: 0,
            must_write_states: false,
        }
    }

    /// Opens a shard with the files that a record names.
    pub(super) fn open(
        shards: &Shards,
        shard: Shard,
        named: &ShardFiles,
        shared: &StoreSettings,
    ) -> Result<Slot, SolveError> {
        let mut slot = Slot::new(shards, shard);
        let filed = |part, generation| {
            FramedFile::open(&shared.files, &slot.label(part, generation), slot.frames.count())
        };
        let values = filed(FileKind::Values, named.values)?;
        let states = match named.states {
            0 => None,
            generation => Some(filed(FileKind::States, generation)?),
        };
        let log = Log::open(&shared.files, &slot.label(FileKind::Log, named.values), named.log)?;
        (slot.values, slot.states, slot.log) = (Some(values), states, Some(log));
        slot.named = *named;
        slot.generation = named.values.max(named.states);
        Ok(slot)
    }

    fn label(&self, part: FileKind, generation: u64) -> Label {
        Label { part, material: self.material, shard: self.shard.number, generation }
    }

    /// `true` if a file is one of this shard that the shard no longer uses.
    pub(super) fn is_left_over(&self, label: &Label) -> bool {
        let is_own = self.label(label.part, label.generation) == *label;
        let used = match label.part {
            FileKind::Values | FileKind::Log => self.files().values,
            FileKind::States => self.files().states,
        };
        is_own && label.generation != used
    }

    fn next_label(&mut self, part: FileKind) -> Label {
        self.generation += 1;
        self.label(part, self.generation)
    }

    /// Ensures that the shard is in memory, with all values of the log applied. It reuses the
    /// memory of `left`, an evicted page, if possible.
    pub(super) fn load(
        &mut self,
        shared: &StoreSettings,
        left: Option<ShardPage>,
    ) -> Result<(), SolveError> {
        if self.page.is_some() {
            return Ok(());
        }
        let Some(values) = &self.values else {
            self.page = Some(ShardPage::new(self.frames, shared)?);
            return Ok(());
        };
        let reused = left.and_then(|left| ShardPage::reuse(self.frames, left, shared.width));
        let mut page = match reused {
            Some(page) => page,
            None => ShardPage::new(self.frames, shared)?,
        };
        page.read(&shared.files, values, self.states.as_ref())?;
        if let Some(log) = self.log.as_ref().filter(|log| log.bytes() > 0) {
            self.bytes_read += log.bytes();
            let places = self.activity.places();
            log.read(&shared.files, self.positions, shared.longest, &places, |messages| {
                let messages: Vec<&Message> = messages.iter().collect();
                apply_to(&mut page, &messages, &self.activity);
            })?;
        }
        self.page = Some(page);
        Ok(())
    }

    /// Lends blocks, numbered within the side.
    ///
    /// # Panics
    /// If the shard is not in memory.
    pub(super) fn lend(&mut self, blocks: &Range<u64>) -> Lent<'_> {
        let (first, len) = (self.activity.blocks().start, self.activity.block_len());
        let places = ((blocks.start - first) * len) as usize..((blocks.end - first) * len) as usize;
        let page = self.page.as_mut().expect("the shard is in memory");
        let (values, states) = page.lend(places);
        Lent { values, states, activity: &self.activity }
    }

    /// Applies messages to values in memory, and adds them to the log. If all shards are in memory,
    /// messages are not logged: a checkpoint writes the frames that have changed.
    pub(super) fn apply(
        &mut self,
        shared: &StoreSettings,
        messages: &[&Message],
    ) -> Result<(), SolveError> {
        if self.log.is_none() || shared.is_whole {
            self.load(shared, None)?;
        }
        match &mut self.page {
            Some(page) => apply_to(page, messages, &self.activity),
            None => note(messages, &self.activity),
        }
        let Some(log) = &mut self.log else {
            return Ok(());
        };
        if shared.is_whole {
            self.is_unlogged = true;
            return Ok(());
        }
        let before = log.bytes();
        log.append(&shared.files, messages)?;
        self.since_states += log.bytes() - before;
        Ok(())
    }

    /// Widens values in memory to two bytes.
    pub(super) fn widen(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        let page = self.page.as_mut();
        page.map_or(Ok(()), |page| page.widen(shared))
    }

    /// `true` if a checkpoint must write the shard's values: no file contains them yet, some exist
    /// only in memory, or the log has grown too long.
    pub(super) fn must_write_values(&self) -> bool {
        self.log.is_none() && self.page.is_some() || self.is_unlogged || self.has_long_log()
    }

    /// `true` if the log has grown too long.
    pub(super) fn has_long_log(&self) -> bool {
        let most = self.frames.positions() as u64 / POSITIONS_A_BYTE_LOGGED;
        self.log.as_ref().is_some_and(|log| log.bytes() > most)
    }

    /// Writes all values to a new file and begins a new, empty log.
    pub(super) fn write_values(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        self.load(shared, None)?;
        let label = self.next_label(FileKind::Values);
        let (bytes, old) = (shared.width.bytes(), self.values.as_ref());
        let file = self.write(shared, &label, bytes, old, ShardPage::values)?;
        let log = Log::create(&shared.files, &self.label(FileKind::Log, label.generation))?;
        let old = self.files().values;
        self.remove_others(shared, FileKind::Values, old, self.named.values);
        (self.values, self.log) = (Some(file), Some(log));
        self.is_unlogged = false;
        self.bytes_read = 0;
        Ok(())
    }

    /// Writes the states to a new file if they have changed.
    pub(super) fn write_states(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        (self.must_write_states, self.since_states) = (false, 0);
        let Some(page) = &self.page else {
            return Ok(());
        };
        if let Some(old) = &self.states {
            let mut frames = 0..self.frames.count();
            if frames.all(|frame| old.holds(frame, page.states(frame))) {
                return Ok(());
            }
        }
        let label = self.next_label(FileKind::States);
        let file = self.write(shared, &label, 1, self.states.as_ref(), ShardPage::states)?;
        let old = self.files().states;
        self.remove_others(shared, FileKind::States, old, self.named.states);
        self.states = Some(file);
        Ok(())
    }

    /// Writes a file of the values or states in memory, in place of an old one.
    fn write(
        &self,
        shared: &StoreSettings,
        label: &Label,
        bytes: u64,
        old: Option<&FramedFile>,
        contents: fn(&ShardPage, usize) -> &[u8],
    ) -> Result<FramedFile, SolveError> {
        let page = self.page.as_ref().expect("the shard is in memory");
        let old = old.filter(|old| old.bytes_a_position == bytes);
        FramedFile::write(&shared.files, label, bytes, self.frames.count(), old, |frame| {
            Cow::Borrowed(contents(page, frame))
        })
    }

    /// Removes the shard from memory, and returns its page, whose memory can be reused.
    pub(super) fn evict(
        &mut self,
        shared: &StoreSettings,
    ) -> Result<Option<ShardPage>, SolveError> {
        let positions = self.frames.positions() as u64;
        let most = positions / POSITIONS_A_BYTE_READ;
        let is_long = |log: &Log| self.bytes_read + log.bytes() > most;
        if self.is_unlogged || self.log.as_ref().is_none_or(is_long) {
            self.write_values(shared)?;
        }
        let are_old = self.since_states > positions / POSITIONS_A_BYTE_OF_OLD_STATES;
        if self.must_write_states || self.states.is_none() || are_old {
            self.write_states(shared)?;
        }
        Ok(self.page.take())
    }

    /// Writes values that are only in memory or in the log, and leaves memory. States are no longer
    /// needed.
    pub(super) fn finish(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        if self.is_unlogged || self.log.as_ref().is_none_or(|log| log.bytes() > 0) {
            self.write_values(shared)?;
        }
        let old = self.files().states;
        self.remove_others(shared, FileKind::States, old, self.named.states);
        (self.states, self.page, self.must_write_states) = (None, None, false);
        Ok(())
    }

    /// Flushes the values and the log to disk.
    pub(super) fn sync_values(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        let (values, log) = (self.values.as_mut(), self.log.as_mut());
        values.map_or(Ok(()), |values| values.sync(&shared.files))?;
        log.map_or(Ok(()), |log| log.sync(&shared.files))
    }

    /// Flushes the states to disk.
    pub(super) fn sync_states(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        let states = self.states.as_mut();
        states.map_or(Ok(()), |states| states.sync(&shared.files))
    }

    /// Returns the files of the shard, for a record.
    pub(super) fn files(&self) -> ShardFiles {
        let generation =
            |file: &Option<FramedFile>| file.as_ref().map_or(0, |file| file.label.generation);
        ShardFiles {
            values: generation(&self.values),
            states: generation(&self.states),
            log: self.log.as_ref().map_or(0, Log::bytes),
        }
    }

    /// Notes that a record names the files of the shard, and removes the files that only the
    /// earlier record named.
    pub(super) fn named(&mut self, shared: &StoreSettings) {
        let (old, new) = (self.named, self.files());
        self.named = new;
        self.remove_others(shared, FileKind::Values, old.values, new.values);
        self.remove_others(shared, FileKind::States, old.states, new.states);
    }

    /// Removes the file of a generation, and the log based on its values, unless it is the named
    /// one. Generation 0 does not exist.
    fn remove_others(&self, shared: &StoreSettings, part: FileKind, generation: u64, named: u64) {
        if generation == 0 || generation == named {
            return;
        }
        remove(&shared.files.dir.part(&self.label(part, generation)));
        if part == FileKind::Values {
            remove(&shared.files.dir.part(&self.label(FileKind::Log, generation)));
        }
    }
}

fn apply_to(page: &mut ShardPage, messages: &[&Message], activity: &Activity) {
    match page.lend_values() {
        Cells::Narrow(cells) => apply(cells, messages, activity),
        Cells::Wide(cells) => apply(cells, messages, activity),
    }
}
