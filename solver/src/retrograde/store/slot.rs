//! One shard of a store: in memory, on disk, or partly in each.

use std::borrow::Cow;
use std::ops::Range;

use super::apply::{apply, note};
use super::page::{Memory, ShardPage};
use super::settings::StoreSettings;
use crate::game::material::Material;
use crate::retrograde::error::SolveError;
use crate::retrograde::files::framed_file::{FramedFile, Frames};
use crate::retrograde::files::log::Log;
use crate::retrograde::files::record::ShardFiles;
use crate::retrograde::files::work_file::{FileKind, Label, remove};
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::{Cells, Width};
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

/// The number of positions for each byte of the longest log allowed. A longer log is replaced by
/// new values immediately. So all files of a shard together take less than two bytes for each
/// position, even while a record still names older ones.
const POSITIONS_A_BYTE_LOGGED: u64 = 2;

/// The number of positions for each byte read from a log before the shard gets new values. Writing
/// these takes about as long as reading, checking and applying that many bytes.
const POSITIONS_A_BYTE_READ: u64 = 4;

/// The number of positions for each byte logged before a shard that leaves memory gets new states.
/// Older states cost a second search for the witnesses that have fallen since.
const POSITIONS_A_BYTE_OF_OLD_STATES: u64 = 128;

/// A file of frames, and whether it has been flushed to disk.
struct TrackedFile {
    file: FramedFile,
    is_synced: bool,
}

impl TrackedFile {
    /// Flushes a file to disk.
    fn sync(filed: &mut Option<TrackedFile>, shared: &StoreSettings) -> Result<(), SolveError> {
        if let Some(filed) = filed.as_mut().filter(|filed| !filed.is_synced) {
            filed.file.sync(&shared.files)?;
            filed.is_synced = true;
        }
        Ok(())
    }
}

/// One shard.
pub(super) struct Slot {
    pub(super) shard: Shard,
    pub(super) activity: Activity,
    material: Material,
    /// The number of positions of the whole side.
    positions: u64,
    frames: Frames,
    page: Option<ShardPage>,
    values: Option<TrackedFile>,
    log: Option<Log>,
    states: Option<TrackedFile>,
    /// The frames that the log's messages have values for.
    is_logged: Vec<bool>,
    /// True if some values exist only in memory.
    is_unlogged: bool,
    /// The files that the record names.
    named: ShardFiles,
    /// The newest generation of any file.
    generation: u64,
    /// The number of bytes read from the log.
    bytes_read: u64,
    /// The number of bytes of messages since the states were written.
    since_states: u64,
    /// True if the next checkpoint must write the states.
    pub(super) must_write_states: bool,
}

impl Slot {
    /// Returns a shard without values.
    pub(super) fn new(shards: &Shards, shard: Shard) -> Slot {
        let (blocks, len) = (shards.blocks(shard), shards.block_len(shard.side));
        let frames = Frames::new(blocks.end - blocks.start, len);
        Slot {
            shard,
            frames,
            activity: Activity::new(blocks, len),
            material: shards.material(shard.side),
            positions: shards.positions(shard.side),
            page: None,
            values: None,
            log: None,
            states: None,
            is_logged: vec![false; frames.count()],
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
            let label = slot.label(part, generation);
            let file = FramedFile::open(&shared.files, &label, slot.frames.count())?;
            let is_synced = true;
            Ok::<_, SolveError>(TrackedFile { file, is_synced })
        };
        let values = filed(FileKind::Values, named.values)?;
        let states = match named.states {
            0 => None,
            generation => Some(filed(FileKind::States, generation)?),
        };
        let log = Log::open(&shared.files, &slot.label(FileKind::Log, named.values), named.log)?;
        slot.is_logged.fill(log.bytes() > 0);
        (slot.values, slot.states, slot.log) = (Some(values), states, Some(log));
        slot.named = *named;
        slot.generation = named.values.max(named.states);
        Ok(slot)
    }

    fn label(&self, part: FileKind, generation: u64) -> Label {
        Label { part, material: self.material, shard: self.shard.number, generation }
    }

    fn next_label(&mut self, part: FileKind) -> Label {
        self.generation += 1;
        self.label(part, self.generation)
    }

    /// Returns the number of bytes that its page takes.
    pub(super) fn bytes_in_memory(&self, width: Width) -> u64 {
        let loaded =
            |page: &ShardPage| ShardPage::bytes(&self.frames, width, |frame| page.is_loaded(frame));
        self.page.as_ref().map_or(0, loaded)
    }

    /// Returns the number of bytes that its page will take once blocks have been lent.
    pub(super) fn bytes_with(&self, width: Width, visited: &[Range<u64>]) -> u64 {
        let is_visited = self.visited(visited);
        let is_whole = self.must_be_whole();
        let is_there = |frame| {
            let mut page = self.page.iter();
            is_whole || is_visited[frame] || page.any(|page| page.is_loaded(frame))
        };
        ShardPage::bytes(&self.frames, width, is_there)
    }

    /// Returns whether the shard is not in memory.
    pub(super) const fn is_absent(&self) -> bool {
        self.page.is_none()
    }

    /// Returns whether the shard lacks the files that single frames are read from.
    const fn must_be_whole(&self) -> bool {
        self.values.is_none() || self.states.is_none()
    }

    /// Returns the frames of blocks, which are numbered within the side.
    fn visited(&self, visited: &[Range<u64>]) -> Vec<bool> {
        let first = self.activity.blocks().start;
        let mut is_visited = vec![false; self.frames.count()];
        for blocks in visited {
            let within = blocks.start - first..blocks.end - first;
            is_visited[self.frames.of_blocks(&within)].fill(true);
        }
        is_visited
    }

    /// Ensures that a page exists for blocks that will be lent. It reuses `left`, the memory of an
    /// evicted page, if possible.
    pub(super) fn take_memory(
        &mut self,
        shared: &StoreSettings,
        visited: &[Range<u64>],
        left: Option<Memory>,
    ) -> Result<(), SolveError> {
        if self.page.is_none() {
            let is_visited = self.visited(visited);
            // Without files the values and states must be zeros.
            let left = left.filter(|_| !self.must_be_whole());
            let reuse =
                |left: Memory| left.reused(&self.frames, shared.width, |frame| is_visited[frame]);
            let memory = match left.and_then(reuse) {
                Some(memory) => memory,
                None => Memory::zeros(&self.frames, shared)?,
            };
            self.page = Some(ShardPage::new(self.frames, memory));
        }
        Ok(())
    }

    /// Ensures that frames are in memory, with all values of the log applied.
    fn load_frames(
        &mut self,
        shared: &StoreSettings,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<(), SolveError> {
        self.take_memory(shared, &[], None)?;
        let must_be_whole = self.must_be_whole();
        let page = self.page.as_mut().expect("it has memory");
        let [values, states] =
            [&self.values, &self.states].map(|filed| filed.as_ref().map(|filed| &filed.file));
        let is_wanted = |frame| must_be_whole || is_wanted(frame);
        let missing = page.load(&shared.files, values, states, is_wanted)?;
        let mut frames = missing.iter().zip(&self.is_logged);
        let is_logged = frames.any(|(missing, is_logged)| *missing && *is_logged);
        if let Some(log) = self.log.as_ref().filter(|_| is_logged) {
            self.bytes_read += log.bytes();
            log.read(&shared.files, self.positions, shared.longest, |messages| {
                let messages: Vec<&Message> = messages.iter().collect();
                apply_to(page, &messages, &self.activity, &self.frames);
            })?;
        }
        Ok(())
    }

    /// Lends blocks, numbered within the side. Those in `visited` will be visited.
    pub(super) fn lend(
        &mut self,
        shared: &StoreSettings,
        blocks: &Range<u64>,
        visited: &[Range<u64>],
    ) -> Result<Lent<'_>, SolveError> {
        let is_visited = self.visited(visited);
        self.load_frames(shared, |frame| is_visited[frame])?;
        let (first, len) = (self.activity.blocks().start, self.activity.block_len());
        let places = ((blocks.start - first) * len) as usize..((blocks.end - first) * len) as usize;
        let page = self.page.as_mut().expect("its frames have been loaded");
        let (values, states) = page.lend(places);
        Ok(Lent { values, states, activity: &self.activity })
    }

    /// Applies messages to values in memory, and adds them to the log. If all shards are in memory,
    /// messages are not logged: a checkpoint writes the frames that have changed.
    pub(super) fn apply(
        &mut self,
        shared: &StoreSettings,
        messages: &[&Message],
    ) -> Result<(), SolveError> {
        if self.log.is_none() || shared.is_whole {
            self.load_frames(shared, |_| true)?;
        }
        match &mut self.page {
            Some(page) => apply_to(page, messages, &self.activity, &self.frames),
            None => note(messages, &self.activity),
        }
        let Some(log) = &mut self.log else {
            return Ok(());
        };
        if shared.is_whole {
            self.is_unlogged = true;
            return Ok(());
        }
        let start = self.activity.first_place();
        for message in messages {
            self.frames.reached(start, message, |frame| self.is_logged[frame] = true);
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

    /// Returns whether a checkpoint must write the shard's values: no file contains them yet, some
    /// exist only in memory, or the log has grown too long.
    pub(super) fn must_write_values(&self) -> bool {
        self.log.is_none() && self.page.is_some() || self.is_unlogged || self.has_long_log()
    }

    /// Returns whether the log has grown too long.
    pub(super) fn has_long_log(&self) -> bool {
        let most = self.frames.positions() as u64 / POSITIONS_A_BYTE_LOGGED;
        self.log.as_ref().is_some_and(|log| log.bytes() > most)
    }

    /// Writes all values to a new file and begins a new, empty log.
    pub(super) fn write_values(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        let bytes = shared.width.bytes();
        let old = self.values.as_ref().map(|filed| &filed.file);
        let is_widened = old.is_some_and(|old| old.bytes_a_position() != bytes);
        let is_logged = self.is_logged.clone();
        self.load_frames(shared, |frame| is_widened || is_logged[frame])?;
        let label = self.next_label(FileKind::Values);
        let file = self.write(shared, &label, bytes, ShardPage::values)?;
        let log = Log::create(&shared.files, &self.label(FileKind::Log, label.generation))?;
        let old = self.files().values;
        self.remove_others(shared, FileKind::Values, old, self.named.values);
        (self.values, self.log) = (Some(file), Some(log));
        self.is_logged.fill(false);
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
            let mut loaded = (0..self.frames.count()).filter(|&frame| page.is_loaded(frame));
            if loaded.all(|frame| old.file.holds(frame, page.states(frame))) {
                return Ok(());
            }
        }
        let label = self.next_label(FileKind::States);
        let file = self.write(shared, &label, 1, ShardPage::states)?;
        let old = self.files().states;
        self.remove_others(shared, FileKind::States, old, self.named.states);
        self.states = Some(file);
        Ok(())
    }

    /// Writes a file of frames in memory and of copies of the others.
    fn write(
        &self,
        shared: &StoreSettings,
        label: &Label,
        bytes: u64,
        contents: impl Fn(&ShardPage, usize) -> &[u8] + Sync,
    ) -> Result<TrackedFile, SolveError> {
        let page = self.page.as_ref().expect("the shard is in memory");
        let filed = match label.part {
            FileKind::States => &self.states,
            FileKind::Values | FileKind::Log => &self.values,
        };
        let old =
            filed.as_ref().map(|filed| &filed.file).filter(|old| old.bytes_a_position() == bytes);
        let count = self.frames.count();
        let file = FramedFile::write(&shared.files, label, bytes, count, old, |frame| {
            let is_there = page.is_loaded(frame) || old.is_none();
            is_there.then(|| Cow::Borrowed(contents(page, frame)))
        })?;
        let is_synced = false;
        Ok(TrackedFile { file, is_synced })
    }

    /// Removes the shard from memory, and returns the memory for reuse.
    pub(super) fn evict(&mut self, shared: &StoreSettings) -> Result<Option<Memory>, SolveError> {
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
        Ok(self.page.take().map(ShardPage::into_memory))
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
        TrackedFile::sync(&mut self.values, shared)?;
        let log = self.log.as_mut();
        log.map_or(Ok(()), |log| log.sync(&shared.files))
    }

    /// Flushes the states to disk.
    pub(super) fn sync_states(&mut self, shared: &StoreSettings) -> Result<(), SolveError> {
        TrackedFile::sync(&mut self.states, shared)
    }

    /// Returns the files of the shard, for a record.
    pub(super) fn files(&self) -> ShardFiles {
        let generation =
            |filed: &Option<TrackedFile>| filed.as_ref().map_or(0, |f| f.file.label().generation);
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
        remove(&shared.files.path(&self.label(part, generation)));
        if part == FileKind::Values {
            remove(&shared.files.path(&self.label(FileKind::Log, generation)));
        }
    }
}

fn apply_to(page: &mut ShardPage, messages: &[&Message], activity: &Activity, frames: &Frames) {
    let (values, loaded) = page.lend_values();
    match values {
        Cells::Narrow(cells) => apply(cells, messages, activity, frames, loaded),
        Cells::Wide(cells) => apply(cells, messages, activity, frames, loaded),
    }
}
