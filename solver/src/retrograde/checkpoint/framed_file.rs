//! A file of the values or states of one shard, in compressed frames.
//!
//! After the header come numbers of 64 bits: bytes a position, frames, and for every
//! frame the bytes that it takes and the digest of what it holds; then the digest of
//! all these numbers, and the frames. So any frame can be read alone, what is read is
//! checked, and a frame that has not changed is copied to the next file as it is.

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::label::Label;
use super::work_file::{RunFiles, WorkFile};
use crate::retrograde::error::{SolveError, WorkFault};

/// The level of compression. Values and states of a few sweeps are written and read
/// again: `data/bench` has the speed and size of this level and others.
const LEVEL: i32 = 1;

/// Frames that are compressed between two writes.
const BATCH: usize = 128;

/// One frame in a file.
#[derive(Clone, Copy, Debug)]
struct Frame {
    at: u64,
    len: u64,
    digest: u64,
}

/// A file that is whole, and where its frames are.
#[derive(Clone, Debug)]
pub(crate) struct FramedFile {
    label: Label,
    bytes_a_position: u64,
    frames: Vec<Frame>,
    bytes: u64,
}

/// A frame as it lies in a file, and the digest of its contents.
pub(crate) type Packed = (Vec<u8>, u64);

impl FramedFile {
    /// Writes a file of so many frames, each packed by `pack`.
    pub(crate) fn write(
        files: &RunFiles,
        label: &Label,
        bytes_a_position: u64,
        count: usize,
        old: Option<&FramedFile>,
        pack: impl Fn(&mut Packer<'_>, usize) -> Result<Packed, SolveError> + Sync,
    ) -> Result<FramedFile, SolveError> {
        let file = files.create(label)?;
        let mut at = directory_bytes(count);
        let mut frames = Vec::with_capacity(count);
        for first in (0..count).step_by(BATCH) {
            let batch = (first..count.min(first + BATCH)).into_par_iter();
            let packer = || Packer {
                files,
                old,
                reader: None,
            };
            let packed = batch.map_init(packer, &pack);
            let packed = packed.collect::<Result<Vec<_>, SolveError>>()?;
            let start = at;
            for (bytes, digest) in &packed {
                let (len, digest) = (bytes.len() as u64, *digest);
                frames.push(Frame { at, len, digest });
                at += len;
            }
            let packed: Vec<Vec<u8>> = packed.into_iter().map(|(bytes, _)| bytes).collect();
            file.write_at(start, &packed.concat())?;
        }
        let numbers = frames.iter().flat_map(|frame| [frame.len, frame.digest]);
        let mut numbers: Vec<u64> = [bytes_a_position, count as u64]
            .into_iter()
            .chain(numbers)
            .collect();
        numbers.push(xxh3_64(bytemuck::cast_slice(&numbers)));
        file.write_at(0, bytemuck::cast_slice(&numbers))?;
        Ok(FramedFile {
            label: *label,
            bytes_a_position,
            frames,
            bytes: at,
        })
    }

    /// Reads where the frames of a file are, of which there must be so many.
    pub(crate) fn open(
        files: &RunFiles,
        label: &Label,
        count: usize,
    ) -> Result<FramedFile, SolveError> {
        let file = files.open(label)?;
        let damaged = |what: &str| WorkFault::damaged(file.path(), what);
        let all = file.len()?;
        if all < directory_bytes(count) {
            return Err(damaged("its directory is cut off").into());
        }
        let mut numbers = vec![0u64; 2 * count + 3];
        file.read_at(0, bytemuck::cast_slice_mut(&mut numbers))?;
        let (digest, numbers) = numbers.split_last().expect("there are three or more");
        if xxh3_64(bytemuck::cast_slice(numbers)) != *digest || numbers[1] != count as u64 {
            return Err(damaged("its directory has another digest").into());
        }
        let mut at = directory_bytes(count);
        let mut frames = Vec::with_capacity(count);
        for &[len, digest] in numbers[2..].as_chunks::<2>().0 {
            frames.push(Frame { at, len, digest });
            at = at.saturating_add(len);
        }
        if all < at {
            return Err(damaged("its frames are cut off").into());
        }
        Ok(FramedFile {
            label: *label,
            bytes_a_position: numbers[0],
            frames,
            bytes: at,
        })
    }

    /// Returns the name of the file.
    pub(crate) const fn label(&self) -> &Label {
        &self.label
    }

    /// Returns the bytes of a position in it.
    pub(crate) const fn bytes_a_position(&self) -> u64 {
        self.bytes_a_position
    }

    /// Returns the bytes of the file.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether a frame holds these bytes.
    pub(crate) fn holds(&self, frame: usize, bytes: &[u8]) -> bool {
        self.frames[frame].digest == xxh3_64(bytes)
    }

    /// Brings the file to the disk.
    pub(crate) fn sync(&self, files: &RunFiles) -> Result<(), SolveError> {
        files.open(&self.label)?.sync()
    }
}

/// One thread's means to read frames.
pub(crate) struct Reader<'a> {
    framed: &'a FramedFile,
    file: WorkFile,
    unpacker: zstd::bulk::Decompressor<'static>,
    packed: Vec<u8>,
}

impl<'a> Reader<'a> {
    /// A reader of a file.
    pub(crate) fn new(files: &RunFiles, framed: &'a FramedFile) -> Result<Reader<'a>, SolveError> {
        let file = files.open(&framed.label)?;
        let unpacker = zstd::bulk::Decompressor::new();
        let unpacker = unpacker.map_err(|source| SolveError::io(file.path(), source))?;
        Ok(Reader {
            framed,
            file,
            unpacker,
            packed: Vec::new(),
        })
    }

    fn read_packed(&mut self, frame: usize) -> Result<(), SolveError> {
        let Frame { at, len, .. } = self.framed.frames[frame];
        self.packed.resize(len as usize, 0);
        self.file.read_at(at, &mut self.packed)
    }

    /// Reads the contents of a frame.
    pub(crate) fn read(&mut self, frame: usize, contents: &mut [u8]) -> Result<(), SolveError> {
        self.read_packed(frame)?;
        let unpacked = self.unpacker.decompress_to_buffer(&self.packed, contents);
        let is_whole = unpacked.is_ok_and(|len| len == contents.len());
        if !is_whole || !self.framed.holds(frame, contents) {
            let what = format!("frame {frame} has another digest");
            return Err(WorkFault::damaged(self.file.path(), what).into());
        }
        Ok(())
    }
}

/// One thread's means to pack frames.
pub(crate) struct Packer<'a> {
    files: &'a RunFiles,
    old: Option<&'a FramedFile>,
    /// The reader of the earlier file, if frames have been copied from there.
    reader: Option<Reader<'a>>,
}

impl Packer<'_> {
    /// Compresses the contents of a frame, unless the earlier file has the same.
    pub(crate) fn pack(&mut self, frame: usize, contents: &[u8]) -> Result<Packed, SolveError> {
        if self.old.is_some_and(|old| old.holds(frame, contents)) {
            return self.copy(frame);
        }
        let packed = zstd::bulk::compress(contents, LEVEL);
        let packed = packed.map_err(|source| SolveError::io(self.files.dir.path(), source))?;
        Ok((packed, xxh3_64(contents)))
    }

    /// Copies a frame of the earlier file.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn copy(&mut self, frame: usize) -> Result<Packed, SolveError> {
        let old = self.old.expect("an earlier file has the frame");
        let reader = match &mut self.reader {
            Some(reader) => reader,
            reader => reader.insert(Reader::new(self.files, old)?),
        };
        reader.read_packed(frame)?;
        Ok((reader.packed.clone(), old.frames[frame].digest))
    }
}

/// Returns the bytes before the frames, of which there are so many.
const fn directory_bytes(count: usize) -> u64 {
    (2 * count as u64 + 3) * 8
}
