//! The values of one material after its family is solved.
//!
//! They remain in the work folder, in the files that solving has written: compressed, in a format
//! private to the machine. Captures of later families look them up, and tables are packed from
//! them, through a bounded cache. Another crate defines the format of finished tables.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, Weighter};

use crate::game::material::Material;
use crate::index::positions::Index;
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::files::framed_file::{FramedFile, Frames, Reader};
use crate::retrograde::files::record::{self, CheckpointRecord, FinishedRecord};
use crate::retrograde::files::work_file::{
    FileKind, Label, Owner, RunFiles, WorkDir, remove, remove_record,
};
use crate::retrograde::kernel::cell::{Cell, Width};
use crate::retrograde::kernel::lower::{Codes, LowerValues};
use crate::retrograde::shards::{Shard, Shards};

/// The values of all positions of one material.
#[derive(Debug)]
pub struct FinishedValues {
    files: RunFiles,
    record: FinishedRecord,
    shards: Shards,
    /// Every nonempty shard, by its number.
    framed: Vec<Option<(Frames, FramedFile)>>,
    cache: ValueCache,
    /// The values' part of the cache's keys.
    number: u64,
}

impl FinishedValues {
    /// Opens complete files of values, given the generation of each shard's file.
    pub(crate) fn open(
        files: &RunFiles,
        index: &Index,
        width: Width,
        generations: &[u64],
        cache: &ValueCache,
    ) -> Result<FinishedValues, SolveError> {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let shards = Shards::new(vec![index.clone()], generations.len() as u32);
        let framed = shards
            .all()
            .zip(generations)
            .map(|(shard, &generation)| {
                let Some(frames) = frames(&shards, shard) else {
                    return Ok(None);
                };
                let label = label(index.material(), shard.number, generation);
                let file = FramedFile::open(files, &label, frames.count())?;
                if file.bytes_a_position > width.bytes() {
                    let path = files.dir.part(&label);
                    return Err(WorkFault::damaged(&path, "values have another width").into());
                }
                Ok(Some((frames, file)))
            })
            .collect::<Result<_, SolveError>>()?;
        let Owner { run, subject } = files.owner;
        Ok(FinishedValues {
            files: files.clone(),
            record: FinishedRecord {
                version: CheckpointRecord::VERSION,
                run,
                subject: format!("{subject:032x}"),
                width,
                files: generations.to_vec(),
                table: format!("{:032x}", 0),
            },
            shards,
            framed,
            cache: cache.clone(),
            number: OPENED.fetch_add(1, Relaxed),
        })
    }

    /// Writes known values: `fill` sets the codes of any run of places, given the first place.
    ///
    /// # Errors
    /// If files fail.
    ///
    /// # Panics
    /// If a code is too wide for values of this width.
    pub fn write(
        dir: &WorkDir,
        index: &Index,
        width: Width,
        cache: &ValueCache,
        fill: impl Fn(u64, &mut [u16]) + Sync,
    ) -> Result<FinishedValues, SolveError> {
        FinishedValues::write_in_parts(dir, index, width, cache, |_| Ok(&fill))
    }

    /// Writes values that become known part by part. `part` is called for the blocks of each file
    /// in turn. It returns a function that sets the codes of any run of places there.
    ///
    /// # Errors
    /// If files fail or `part` fails.
    ///
    /// # Panics
    /// If a code is too wide for values of this width.
    pub fn write_in_parts<F: Fn(u64, &mut [u16]) + Sync, E: From<SolveError>>(
        dir: &WorkDir,
        index: &Index,
        width: Width,
        cache: &ValueCache,
        mut part: impl FnMut(Range<u64>) -> Result<F, E>,
    ) -> Result<FinishedValues, E> {
        let files = RunFiles { dir: dir.clone(), owner: Owner::default() };
        let shards = Shards::of_size(vec![index.clone()], 1);
        let count = shards.all().count();
        for shard in shards.all() {
            let Some(frames) = frames(&shards, shard) else {
                continue;
            };
            let fill = part(shards.blocks(shard))?;
            let first = shards.places(shard).start;
            let label = label(index.material(), shard.number, 1);
            let (bytes, count) = (width.bytes(), frames.count());
            FramedFile::write(&files, &label, bytes, count, None, |frame| {
                let places = frames.places(frame);
                let mut codes = vec![0; places.len()];
                fill(first + places.start as u64, &mut codes);
                let narrow = |code| u8::try_from(code).expect("codes fit the width");
                Cow::Owned(match width {
                    Width::Narrow => codes.into_iter().map(narrow).collect(),
                    Width::Wide => bytemuck::cast_slice(&codes).to_vec(),
                })
            })?;
        }
        let values = FinishedValues::open(&files, index, width, &vec![1; count], cache);
        Ok(values?)
    }

    /// Records the digest of the table with these values, so that
    /// [`FinishedValues::open_persisted`] can find them.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn persist(&mut self, table: u128) -> Result<(), SolveError> {
        self.record.table = format!("{table:032x}");
        for (_, file) in self.framed.iter_mut().flatten() {
            file.sync(&self.files)?;
        }
        let path = self.files.dir.finished(self.index().material());
        record::write(&path, &self.record)
    }

    /// Opens the values that [`FinishedValues::persist`] has recorded for a table with this digest;
    /// `None` if they are missing or incomplete.
    ///
    /// Digests detect accidents, not forgeries: compare the values with the table before relying on
    /// them.
    pub fn open_persisted(
        dir: &WorkDir,
        index: &Index,
        table: u128,
        cache: &ValueCache,
    ) -> Option<FinishedValues> {
        let record: FinishedRecord = record::read(&dir.finished(index.material())).ok()??;
        let subject = u128::from_str_radix(&record.subject, 16).ok()?;
        let run = record.run;
        let files = RunFiles { dir: dir.clone(), owner: Owner { run, subject } };
        let blocks = index.blocks().next_power_of_two();
        let is_possible = (1..=blocks.max(1)).contains(&(record.files.len() as u64));
        if record.table != format!("{table:032x}") || !is_possible {
            return None;
        }
        let values =
            FinishedValues::open(&files, index, record.width, &record.files, cache).ok()?;
        Some(FinishedValues { record, ..values })
    }

    /// Removes the files.
    pub fn remove(self) {
        let material = self.index().material();
        remove_record(&self.files.dir.finished(material));
        for (shard, generation) in (0..).zip(&self.record.files) {
            remove(&self.files.dir.part(&label(material, shard, *generation)));
        }
    }

    /// Returns the digest of the table with the values; 0 before the table exists.
    pub fn table_digest(&self) -> u128 {
        u128::from_str_radix(&self.record.table, 16).unwrap_or(0)
    }

    /// Returns the numbering of the values.
    pub fn index(&self) -> &Index {
        self.shards.index(0)
    }

    /// Returns the width of the values.
    pub const fn width(&self) -> Width {
        self.record.width
    }

    /// Returns the cell of an index.
    ///
    /// # Errors
    /// If files fail or are damaged.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub fn get(&self, index: u64) -> Result<Cell, SolveError> {
        let (codes, _, at) = self.frame_of(index)?;
        Ok(codes.cell(at))
    }

    /// Reads the codes of the cells from `first` on.
    ///
    /// # Errors
    /// If files fail or are damaged.
    ///
    /// # Panics
    /// If fewer cells follow `first`.
    pub fn read_codes(&self, first: u64, codes: &mut [u16]) -> Result<(), SolveError> {
        let (mut at, mut rest) = (first, codes);
        while !rest.is_empty() {
            let (frame, len, from) = self.frame_of(at)?;
            let here;
            (here, rest) = rest.split_at_mut(rest.len().min(len - from));
            match &frame {
                Codes::Narrow(frame) => {
                    for (code, &byte) in here.iter_mut().zip(&frame[from..]) {
                        *code = u16::from(byte);
                    }
                }
                Codes::Wide(frame) => {
                    here.copy_from_slice(&frame[from..from + here.len()]);
                }
            }
            at += here.len() as u64;
        }
        Ok(())
    }

    /// Returns the frame of a place, the frame's length, and the index of the place in it.
    fn frame_of(&self, place: u64) -> Result<(Codes, usize, usize), SolveError> {
        let shard = self.shards.of_block(0, place / self.index().block_len());
        let within = place - self.shards.places(shard).start;
        let framed = self.framed[shard.number as usize].as_ref();
        let (frames, file) = framed.expect("the place is one of the index");
        let frame = frames.of_place(within);
        let places = frames.places(frame);
        let key = (self.number, shard.number, frame as u32);
        let read = || self.read_frame(file, frame, places.len());
        let codes = self.cache.0.get_or_insert_with(&key, read)?;
        Ok((codes, places.len(), within as usize - places.start))
    }

    fn read_frame(&self, file: &FramedFile, frame: usize, len: usize) -> Result<Codes, SolveError> {
        let reader = Reader::new(&self.files, file)?;
        if file.bytes_a_position == Width::Wide.bytes() {
            let mut codes = vec![0u16; len];
            reader.read(frame, bytemuck::cast_slice_mut(&mut codes))?;
            return Ok(Codes::Wide(codes.into()));
        }
        let mut codes = vec![0; len];
        reader.read(frame, &mut codes)?;
        Ok(Codes::Narrow(codes.into()))
    }
}

impl LowerValues for FinishedValues {
    fn index(&self) -> &Index {
        self.shards.index(0)
    }

    fn block(&self, orbit: u64) -> io::Result<(Codes, usize)> {
        let first = orbit * self.index().block_len();
        let (codes, _, from) = self.frame_of(first).map_err(io::Error::other)?;
        Ok((codes, from))
    }
}

fn label(material: Material, shard: u32, generation: u64) -> Label {
    Label { part: FileKind::Values, material, shard, generation }
}

/// Returns the frames of a shard; `None` if the shard is empty.
fn frames(shards: &Shards, shard: Shard) -> Option<Frames> {
    let frames = Frames::new(shards.block_count(shard), shards.index(shard.side).block_len());
    (frames.count() > 0).then_some(frames)
}

/// The key of a frame: the material's values, the shard and the frame, as numbers.
type FrameKey = (u64, u32, u32);

/// The weight of a frame.
#[derive(Clone, Debug)]
struct FrameBytes;

impl Weighter<FrameKey, Codes> for FrameBytes {
    fn weight(&self, _: &FrameKey, codes: &Codes) -> u64 {
        match codes {
            Codes::Narrow(codes) => size_of_val(&**codes) as u64,
            Codes::Wide(codes) => size_of_val(&**codes) as u64,
        }
    }
}

/// A bounded cache of finished values on disk.
#[derive(Clone, Debug)]
pub struct ValueCache(Arc<Cache<FrameKey, Codes, FrameBytes>>);

impl ValueCache {
    /// Returns a cache of `bytes` bytes.
    pub fn new(bytes: u64) -> ValueCache {
        let frames = (bytes >> 17).clamp(16, 1 << 24) as usize;
        let lifecycle = DefaultLifecycle::default();
        let hasher = DefaultHashBuilder::default();
        ValueCache(Arc::new(Cache::with(frames, bytes, FrameBytes, hasher, lifecycle)))
    }

    /// Returns the size of the cache in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.capacity()
    }

    /// Frees all of its memory for now.
    pub fn clear(&self) {
        self.0.clear();
    }
}

/// A cache of half a GiB.
impl Default for ValueCache {
    fn default() -> Self {
        ValueCache::new(1 << 29)
    }
}
