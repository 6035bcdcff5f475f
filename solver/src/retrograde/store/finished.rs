//! The values of one material when its family is solved.
//!
//! They lie in the work folder, in the files that solving has written: compressed, in
//! a form private to the machine that solves. Captures of later families look into
//! them, and tables are packed from them, through a bounded cache. The format of
//! finished tables is another crate's matter.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use super::frames::Frames;
use super::value_cache::{FrameCodes, ValueCache};
use crate::game::material::Material;
use crate::index::positions::Index;
use crate::retrograde::checkpoint::framed_file::{FramedFile, Reader};
use crate::retrograde::checkpoint::work_dir::WorkDir;
use crate::retrograde::checkpoint::work_dir::{Label, Part};
use crate::retrograde::checkpoint::work_file::{Owner, RunFiles, open_plain, replace};
use crate::retrograde::error::{SolveError, WorkFault};
use crate::retrograde::kernel::cell::{Cell, Stored, Width};
use crate::retrograde::kernel::lower::{BlockValues, LowerValues};
use crate::retrograde::shards::{Shard, Shards};

/// The values of all positions of one material.
#[derive(Debug)]
pub struct FinishedValues {
    index: Index,
    files: RunFiles,
    record: Record,
    shards: Shards,
    /// Every shard that has positions, by its number.
    framed: Vec<Option<(Frames, FramedFile)>>,
    cache: ValueCache,
    /// The name of these values in the cache.
    number: u64,
}

/// The files of finished values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    version: u32,
    run: [u64; 2],
    subject: String,
    width: Width,
    /// The generation of the file of each shard.
    files: Vec<u64>,
    /// The digest of the table with the values; 0 before there is one.
    table: String,
}

const VERSION: u32 = 1;

/// The most bytes that a record has.
const LONGEST: u64 = 1 << 20;

impl FinishedValues {
    /// Opens the values of files that are whole, by the generation of each shard's.
    pub(crate) fn open(
        files: &RunFiles,
        index: &Index,
        width: Width,
        generations: &[u64],
        cache: &ValueCache,
    ) -> Result<FinishedValues, SolveError> {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let shards = Shards::new([index], generations.len() as u32);
        let framed = shards.all().zip(generations).map(|(shard, &generation)| {
            let Some(frames) = frames(&shards, shard) else {
                return Ok(None);
            };
            let label = label(index.material(), shard.number, generation);
            let file = FramedFile::open(files, &label, frames.count())?;
            if file.bytes_a_position() > width.bytes() {
                let path = files.path(&label);
                return Err(WorkFault::damaged(&path, "values have another width").into());
            }
            Ok(Some((frames, file)))
        });
        let framed = framed.collect::<Result<_, SolveError>>()?;
        let Owner { run, subject } = files.owner;
        Ok(FinishedValues {
            index: index.clone(),
            files: files.clone(),
            record: Record {
                version: VERSION,
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

    /// Writes values that are known: `fill` sets the codes of any run of places, given
    /// the first.
    ///
    /// # Errors
    /// When files fail.
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

    /// Writes values of which a part is known at a time: `part` is called for the blocks of
    /// each file in turn, and returns what sets the codes of any run of places there.
    ///
    /// # Errors
    /// When files fail, and those of `part`.
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
        let files = RunFiles {
            dir: dir.clone(),
            owner: Owner::default(),
        };
        let shards = Shards::of_size([index], 1);
        let count = shards.all().count();
        for shard in shards.all() {
            let Some(frames) = frames(&shards, shard) else {
                continue;
            };
            let fill = part(shards.blocks(shard))?;
            let first = shards.places(shard).start;
            let label = label(index.material(), shard.number, 1);
            let (bytes, count) = (width.bytes(), frames.count());
            FramedFile::write(&files, &label, bytes, count, None, |packer, frame| {
                let places = frames.places(frame);
                let mut codes = vec![0; places.len()];
                fill(first + places.start as u64, &mut codes);
                match width {
                    Width::Narrow => {
                        let narrow = |code| u8::try_from(code).expect("codes fit the width");
                        let codes: Vec<u8> = codes.into_iter().map(narrow).collect();
                        packer.pack(frame, &codes)
                    }
                    Width::Wide => packer.pack(frame, bytemuck::cast_slice(&codes)),
                }
            })?;
        }
        let values = FinishedValues::open(&files, index, width, &vec![1; count], cache);
        Ok(values?)
    }

    /// Records that a table with this digest has the values, by which
    /// [`FinishedValues::open_persisted`] finds them.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn persist(&mut self, table: u128) -> Result<(), SolveError> {
        self.record.table = format!("{table:032x}");
        for (_, file) in self.framed.iter().flatten() {
            file.sync(&self.files)?;
        }
        let (dir, material) = (&self.files.dir, self.index.material());
        let (path, new) = (dir.finished(material), dir.new_finished(material));
        let text = serde_json::to_vec_pretty(&self.record);
        let text = text.map_err(|error| SolveError::io(&path, error.into()))?;
        replace(&path, &new, &text)
    }

    /// Opens the values that [`FinishedValues::persist`] has recorded for a table with
    /// this digest; `None` if they are not there, or not whole.
    ///
    /// Digests detect accidents, not forgeries: compare the values with the table
    /// before relying on them.
    pub fn open_persisted(
        dir: &WorkDir,
        index: &Index,
        table: u128,
        cache: &ValueCache,
    ) -> Option<FinishedValues> {
        let record = Record::read(&dir.finished(index.material()))?;
        let subject = u128::from_str_radix(&record.subject, 16).ok()?;
        let run = record.run;
        let files = RunFiles {
            dir: dir.clone(),
            owner: Owner { run, subject },
        };
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
        let (dir, material) = (&self.files.dir, self.index.material());
        // What cannot be removed goes with the folder.
        let _ = fs::remove_file(dir.finished(material));
        for (shard, generation) in (0..).zip(&self.record.files) {
            let _ = fs::remove_file(self.files.path(&label(material, shard, *generation)));
        }
    }

    /// Returns the digest of the table with the values; 0 before there is one.
    pub fn table(&self) -> u128 {
        u128::from_str_radix(&self.record.table, 16).unwrap_or(0)
    }

    /// Returns the numbering of the values.
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the width of the values.
    pub const fn width(&self) -> Width {
        self.record.width
    }

    /// Returns the cell of an index.
    ///
    /// # Errors
    /// When files fail or are damaged.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub fn get(&self, index: u64) -> Result<Cell, SolveError> {
        let (codes, _, at) = self.frame_of(index)?;
        Ok(match &codes {
            FrameCodes::Narrow(codes) => codes[at].cell(),
            FrameCodes::Wide(codes) => codes[at].cell(),
        })
    }

    /// Reads the codes of the cells from `first` on.
    ///
    /// # Errors
    /// When files fail or are damaged.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn read_codes(&self, first: u64, codes: &mut [u16]) -> Result<(), SolveError> {
        let (mut at, mut rest) = (first, codes);
        while !rest.is_empty() {
            let (frame, len, from) = self.frame_of(at)?;
            let here;
            (here, rest) = rest.split_at_mut(rest.len().min(len - from));
            match &frame {
                FrameCodes::Narrow(frame) => {
                    for (code, &byte) in here.iter_mut().zip(&frame[from..]) {
                        *code = u16::from(byte);
                    }
                }
                FrameCodes::Wide(frame) => {
                    here.copy_from_slice(&frame[from..from + here.len()]);
                }
            }
            at += here.len() as u64;
        }
        Ok(())
    }

    /// Returns the frame of a place, its length, and which of its values is there.
    fn frame_of(&self, place: u64) -> Result<(FrameCodes, usize, usize), SolveError> {
        let shard = self.shards.of_block(0, place / self.index.block_len());
        let within = place - self.shards.places(shard).start;
        let framed = self.framed[shard.number as usize].as_ref();
        let (frames, file) = framed.expect("the place is one of the index");
        let frame = frames.of_place(within);
        let places = frames.places(frame);
        let key = (self.number, shard.number, frame as u32);
        let codes = self
            .cache
            .get(key, || self.read_frame(file, frame, places.len()))?;
        Ok((codes, places.len(), within as usize - places.start))
    }

    fn read_frame(
        &self,
        file: &FramedFile,
        frame: usize,
        len: usize,
    ) -> Result<FrameCodes, SolveError> {
        let reader = Reader::new(&self.files, file)?;
        if file.bytes_a_position() == Width::Wide.bytes() {
            let mut codes = vec![0u16; len];
            reader.read(frame, bytemuck::cast_slice_mut(&mut codes))?;
            return Ok(FrameCodes::Wide(codes.into()));
        }
        let mut codes = vec![0; len];
        reader.read(frame, &mut codes)?;
        Ok(FrameCodes::Narrow(codes.into()))
    }
}

impl LowerValues for FinishedValues {
    fn index(&self) -> &Index {
        &self.index
    }

    fn block(&self, orbit: u64) -> io::Result<BlockValues> {
        let first = orbit * self.index.block_len();
        let (codes, _, from) = self.frame_of(first).map_err(io::Error::other)?;
        Ok(match codes {
            FrameCodes::Narrow(codes) => BlockValues::Narrow { codes, from },
            FrameCodes::Wide(codes) => BlockValues::Wide { codes, from },
        })
    }
}

impl Record {
    fn read(path: &Path) -> Option<Record> {
        let file: File = open_plain(path).ok()?;
        let mut text = Vec::new();
        file.take(LONGEST).read_to_end(&mut text).ok()?;
        let record: Record = serde_json::from_slice(&text).ok()?;
        (record.version == VERSION).then_some(record)
    }
}

fn label(material: Material, shard: u32, generation: u64) -> Label {
    Label {
        part: Part::Values,
        material,
        shard,
        generation,
    }
}

/// Returns the frames of a shard, if it has positions.
fn frames(shards: &Shards, shard: Shard) -> Option<Frames> {
    let blocks = shards.blocks(shard);
    let frames = Frames::new(blocks.end - blocks.start, shards.block_len(shard.side));
    (frames.count() > 0).then_some(frames)
}
