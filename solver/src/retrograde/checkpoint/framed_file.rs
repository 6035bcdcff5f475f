//! A file of the values or states of one shard, in compressed frames.
//!
//! After the header come numbers of 64 bits: bytes a position, frames, and for every
//! frame the bytes that it takes and the digest of what it holds; then the digest of
//! all these numbers, and the frames. So any frame can be read alone, what is read is
//! checked, and a frame that has not changed is copied to the next file as it is.

use std::ops::Range;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::compression::{compress, decompress};
use super::work_dir::Label;
use super::work_file::{RunFiles, WorkFile};
use crate::retrograde::error::{SolveError, WorkFault};

/// Frames that are compressed between two writes: as many as a shard has, about, so that
/// many threads have something to do.
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
        pack: impl Fn(&Packer<'_>, usize) -> Result<Packed, SolveError> + Sync,
    ) -> Result<FramedFile, SolveError> {
        let file = files.create(label)?;
        let old = old.map(|old| Reader::new(files, old)).transpose()?;
        let packer = Packer {
            old,
            bytes_a_position,
        };
        let mut at = directory_bytes(count);
        let mut frames = Vec::with_capacity(count);
        for first in (0..count).step_by(BATCH) {
            let batch = (first..count.min(first + BATCH)).into_par_iter();
            let packed = batch.map(|frame| pack(&packer, frame));
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

    /// Returns whether a frame holds these bytes.
    pub(crate) fn holds(&self, frame: usize, bytes: &[u8]) -> bool {
        self.frames[frame].digest == xxh3_64(bytes)
    }

    /// Brings the file to the disk.
    pub(crate) fn sync(&self, files: &RunFiles) -> Result<(), SolveError> {
        files.open(&self.label)?.sync()
    }
}

/// The means to read frames, for any number of threads.
pub(crate) struct Reader<'a> {
    framed: &'a FramedFile,
    file: WorkFile,
}

impl<'a> Reader<'a> {
    /// A reader of a file.
    pub(crate) fn new(files: &RunFiles, framed: &'a FramedFile) -> Result<Reader<'a>, SolveError> {
        Ok(Reader {
            framed,
            file: files.open(&framed.label)?,
        })
    }

    /// Reads a run of frames at once.
    pub(crate) fn read_run(&self, frames: Range<usize>) -> Result<Run<'_>, SolveError> {
        let of_run = &self.framed.frames[frames.clone()];
        let (first, last) = (of_run[0], of_run[of_run.len() - 1]);
        let mut packed = vec![0; (last.at + last.len - first.at) as usize];
        self.file.read_at(first.at, &mut packed)?;
        let (reader, first) = (self, first.at);
        Ok(Run {
            reader,
            first,
            packed,
        })
    }

    /// Reads the contents of a frame.
    pub(crate) fn read(&self, frame: usize, contents: &mut [u8]) -> Result<(), SolveError> {
        self.read_run(frame..frame + 1)?.unpack(frame, contents)
    }
}

/// A run of frames as they lie in a file.
pub(crate) struct Run<'a> {
    reader: &'a Reader<'a>,
    /// The place of the first.
    first: u64,
    packed: Vec<u8>,
}

impl Run<'_> {
    /// Decompresses the contents of one of the frames.
    pub(crate) fn unpack(&self, frame: usize, contents: &mut [u8]) -> Result<(), SolveError> {
        let Reader { framed, file } = self.reader;
        let Frame { at, len, .. } = framed.frames[frame];
        let packed = &self.packed[(at - self.first) as usize..][..len as usize];
        let is_whole = unpack(packed, framed.bytes_a_position, contents);
        if !is_whole || !framed.holds(frame, contents) {
            let what = format!("frame {frame} has another digest");
            return Err(WorkFault::damaged(file.path(), what).into());
        }
        Ok(())
    }
}

/// The means to pack frames, for any number of threads.
pub(crate) struct Packer<'a> {
    /// The reader of the earlier file.
    old: Option<Reader<'a>>,
    bytes_a_position: u64,
}

impl Packer<'_> {
    /// Compresses the contents of a frame, unless the earlier file has the same.
    pub(crate) fn pack(&self, frame: usize, contents: &[u8]) -> Result<Packed, SolveError> {
        let old = self.old.as_ref();
        if old.is_some_and(|old| old.framed.holds(frame, contents)) {
            return self.copy(frame);
        }
        let packed = pack(contents, self.bytes_a_position);
        Ok((packed, xxh3_64(contents)))
    }

    /// Copies a frame of the earlier file.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn copy(&self, frame: usize) -> Result<Packed, SolveError> {
        let old = self.old.as_ref().expect("an earlier file has the frame");
        let Frame { at, len, digest } = old.framed.frames[frame];
        let mut packed = vec![0; len as usize];
        old.file.read_at(at, &mut packed)?;
        Ok((packed, digest))
    }
}

/// Compresses the contents of a frame: of values of two bytes the low ones, then the high
/// ones.
fn pack(contents: &[u8], bytes_a_position: u64) -> Vec<u8> {
    let mut packed = Vec::with_capacity(contents.len() / 4);
    match bytes_a_position {
        1 => compress(contents, &mut packed),
        _ => {
            for half in 0..2 {
                let (pairs, _) = contents.as_chunks::<2>();
                let bytes: Vec<u8> = pairs.iter().map(|pair| pair[half]).collect();
                compress(&bytes, &mut packed);
            }
        }
    }
    packed
}

/// Decompresses the contents of a frame, and returns whether they are whole.
fn unpack(mut packed: &[u8], bytes_a_position: u64, contents: &mut [u8]) -> bool {
    if bytes_a_position == 1 {
        return decompress(&mut packed, contents) && packed.is_empty();
    }
    let (pairs, rest) = contents.as_chunks_mut::<2>();
    let mut bytes = vec![0; pairs.len()];
    let is_whole = (0..2).all(|half| {
        let is_whole = decompress(&mut packed, &mut bytes);
        for (pair, &byte) in pairs.iter_mut().zip(&bytes) {
            pair[half] = byte;
        }
        is_whole
    });
    is_whole && packed.is_empty() && rest.is_empty()
}

/// Returns the bytes before the frames, of which there are so many.
const fn directory_bytes(count: usize) -> u64 {
    (2 * count as u64 + 3) * 8
}
