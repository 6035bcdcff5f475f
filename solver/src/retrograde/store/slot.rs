//! One shard of a store: in memory, on the disk, or partly in each.

use std::ops::Range;

use super::apply::apply_all;
use super::filed::{Filed, Shared, remove};
use super::frames::Frames;
use super::page::{Page, Sources};
use crate::game::material::Material;
use crate::retrograde::checkpoint::framed_file::{FramedFile, Packed, Packer};
use crate::retrograde::checkpoint::label::{Label, Part};
use crate::retrograde::checkpoint::log::{Limits, Log};
use crate::retrograde::checkpoint::record::ShardFiles;
use crate::retrograde::error::SolveError;
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::{Cells, Width};
use crate::retrograde::kernel::message::Message;
use crate::retrograde::shards::{Shard, Shards};

/// The size of the log, in multiples of the values in memory, from which a checkpoint
/// writes all values. A logged value takes four bytes, so that happens about four times
/// in all.
const MOST_LOGGED: u64 = 1;

/// The part of a file of values that its log may grow to before a shard that leaves
/// memory gets new values: the log is read whenever the shard returns.
const LOG_SHARE: u64 = 4;

/// One shard.
pub(super) struct Slot {
    pub(super) shard: Shard,
    pub(super) activity: Activity,
    material: Material,
    /// Positions of the whole side.
    positions: u64,
    frames: Frames,
    page: Option<Page>,
    values: Option<Filed>,
    log: Option<Log>,
    states: Option<Filed>,
    /// The files that the record names.
    named: ShardFiles,
    /// The newest generation of any file.
    generation: u64,
    /// True if the next checkpoint must write the states.
    pub(super) must_write_states: bool,
}

impl Slot {
    /// A shard without any values.
    pub(super) fn new(shards: &Shards, shard: Shard) -> Slot {
        let (blocks, len) = (shards.blocks(shard), shards.block_len(shard.side));
        Slot {
            shard,
            frames: Frames::new(blocks.end - blocks.start, len),
            activity: Activity::new(blocks, len),
            material: shards.material(shard.side),
            positions: shards.positions(shard.side),
            page: None,
            values: None,
            log: None,
            states: None,
            named: ShardFiles::default(),
            generation: 0,
            must_write_states: false,
        }
    }

    /// A shard as a record names its files.
    pub(super) fn open(
        shards: &Shards,
        shard: Shard,
        named: &ShardFiles,
        shared: &Shared,
    ) -> Result<Slot, SolveError> {
        let mut slot = Slot::new(shards, shard);
        let count = slot.frames.count();
        let filed = |part, generation| {
            let label = slot.label(part, generation);
            let file = FramedFile::open(&shared.files, &label, count)?;
            let is_synced = true;
            Ok::<_, SolveError>(Filed { file, is_synced })
        };
        let values = filed(Part::Values, named.values)?;
        let states = match named.states {
            0 => None,
            generation => Some(filed(Part::States, generation)?),
        };
        let label = slot.label(Part::Log, named.values);
        let log = Log::open(&shared.files, &label, named.log)?;
        slot.values = Some(values);
        slot.states = states;
        slot.log = Some(log);
        slot.named = *named;
        slot.generation = named.values.max(named.states);
        Ok(slot)
    }

    fn label(&self, part: Part, generation: u64) -> Label {
        Label {
            part,
            material: self.material,
            shard: self.shard.number,
            generation,
        }
    }

    fn next_label(&mut self, part: Part) -> Label {
        self.generation += 1;
        self.label(part, self.generation)
    }

    fn limits(&self, shared: &Shared) -> Limits {
        Limits {
            positions: self.positions,
            longest: shared.longest,
        }
    }

    /// Returns the bytes of its page in memory, if it has one.
    pub(super) fn bytes_in_memory(&self, width: Width) -> u64 {
        self.page
            .as_ref()
            .map_or(0, |_| Page::bytes(&self.frames, width))
    }

    /// Returns the bytes that its page takes.
    pub(super) fn page_bytes(&self, width: Width) -> u64 {
        Page::bytes(&self.frames, width)
    }

    /// Makes sure that frames are in memory, with all values of the log applied.
    fn load_frames(
        &mut self,
        shared: &Shared,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<(), SolveError> {
        if self.page.as_ref().is_some_and(Page::is_whole) {
            return Ok(());
        }
        let is_new = self.page.is_none();
        if is_new {
            self.page = Some(Page::new(self.frames, shared.width, &shared.files)?);
        }
        let limits = self.limits(shared);
        let logged = self.log.as_ref().filter(|_| is_new);
        let logged = logged.map(|log| log.messages(&shared.files, &limits));
        let logged = logged.transpose()?.unwrap_or_default();
        let logged: Vec<&Message> = logged.iter().collect();
        let is_logged = self.reached(&logged);
        let sources = Sources {
            files: &shared.files,
            values: self.values.as_ref().map(|filed| &filed.file),
            states: self.states.as_ref().map(|filed| &filed.file),
        };
        if let Some(page) = &mut self.page {
            page.load(sources, |frame| is_logged[frame] || is_wanted(frame))?;
            apply(page, &logged, &self.activity);
        }
        Ok(())
    }

    /// Returns the frames that messages have values for.
    fn reached(&self, messages: &[&Message]) -> Vec<bool> {
        let first = self.activity.first_place();
        let mut reached = vec![false; self.frames.count()];
        for message in messages {
            for (place, _) in message.values() {
                reached[self.frames.of_place(place - first)] = true;
            }
        }
        reached
    }

    /// Lends blocks, numbered among all of the side, of which some will be visited.
    pub(super) fn lend(
        &mut self,
        shared: &Shared,
        blocks: &Range<u64>,
        visited: &[Range<u64>],
    ) -> Result<(Cells<'_>, &mut [u8], &Activity), SolveError> {
        let first = self.activity.blocks().start;
        let within = |blocks: &Range<u64>| blocks.start - first..blocks.end - first;
        let mut is_visited = vec![false; self.frames.count()];
        for blocks in visited {
            is_visited[self.frames.of_blocks(&within(blocks))].fill(true);
        }
        self.load_frames(shared, |frame| is_visited[frame])?;
        let (blocks, len) = (within(blocks), self.activity.block_len());
        let places = (blocks.start * len) as usize..(blocks.end * len) as usize;
        let page = self.page.as_mut().expect("its frames have been loaded");
        let (values, states) = page.lend(places);
        Ok((values, states, &self.activity))
    }

    /// Lends all values and states.
    pub(super) fn lend_all(
        &mut self,
        shared: &Shared,
    ) -> Result<(Cells<'_>, &mut [u8], &Activity), SolveError> {
        let blocks = self.activity.blocks().clone();
        let visited = blocks.clone();
        self.lend(shared, &blocks, &[visited])
    }

    /// Applies messages to values that are in memory, and adds them to the log.
    pub(super) fn apply(
        &mut self,
        shared: &Shared,
        messages: &[&Message],
    ) -> Result<(), SolveError> {
        if self.page.is_none() && self.log.is_some() {
            for message in messages {
                self.activity.note_message(message);
            }
        } else {
            if !self.page.as_ref().is_some_and(Page::is_whole) {
                let reached = self.reached(messages);
                self.load_frames(shared, |frame| reached[frame])?;
            }
            if let Some(page) = &mut self.page {
                apply(page, messages, &self.activity);
            }
        }
        match &mut self.log {
            Some(log) => log.append(&shared.files, messages),
            None => Ok(()),
        }
    }

    /// Gives values in memory two bytes.
    pub(super) fn widen(&mut self, shared: &Shared) -> Result<(), SolveError> {
        let page = self.page.as_mut();
        page.map_or(Ok(()), |page| page.widen(&shared.files))
    }

    /// Returns whether the files lack values that are in memory.
    pub(super) fn must_write_values(&self, shared: &Shared) -> bool {
        let most = MOST_LOGGED * self.frames.positions() as u64 * shared.width.bytes();
        let is_long = |log: &Log| log.bytes() > most;
        self.page.is_some() && self.log.as_ref().is_none_or(is_long)
    }

    /// Writes all values to a new file, which a new and empty log follows.
    pub(super) fn write_values(&mut self, shared: &Shared) -> Result<(), SolveError> {
        let bytes = shared.width.bytes();
        let old = self.values.as_ref().map(|filed| &filed.file);
        let is_widened = old.is_some_and(|old| old.bytes_a_position() != bytes);
        self.load_frames(shared, |_| is_widened)?;
        let label = self.next_label(Part::Values);
        let file = self.write(shared, &label, bytes, |packer, page, frame| {
            packer.pack(frame, page.values(frame))
        })?;
        let label = self.label(Part::Log, label.generation);
        let log = Log::create(&shared.files, &label)?;
        let old = self.files().values;
        self.remove_others(shared, Part::Values, old, self.named.values);
        self.values = Some(file);
        self.log = Some(log);
        Ok(())
    }

    /// Writes the states to a new file, if they have changed.
    pub(super) fn write_states(&mut self, shared: &Shared) -> Result<(), SolveError> {
        self.must_write_states = false;
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
        pack: impl Fn(&mut Packer<'_>, &Page, usize) -> Result<Packed, SolveError> + Sync,
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
        let is_long = match (&self.values, &self.log) {
            (Some(values), Some(log)) => log.bytes() > values.file.bytes() / LOG_SHARE,
            _ => true,
        };
        if is_long {
            self.write_values(shared)?;
        }
        self.write_states(shared)?;
        self.page = None;
        Ok(())
    }

    /// Writes values that only memory or the log has, and leaves memory. There is no use
    /// for states any more.
    pub(super) fn finish(&mut self, shared: &Shared) -> Result<(), SolveError> {
        if self.log.as_ref().is_none_or(|log| log.bytes() > 0) {
            self.load_frames(shared, |_| false)?;
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

fn apply(page: &mut Page, messages: &[&Message], activity: &Activity) {
    match page.lend_all().0 {
        Cells::Narrow(cells) => apply_all(cells, messages, activity),
        Cells::Wide(cells) => apply_all(cells, messages, activity),
    }
}
