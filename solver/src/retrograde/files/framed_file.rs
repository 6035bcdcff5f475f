//! A file of the values or states of one shard, in frames: runs of whole blocks, each compressed
//! separately.
//!
//! After the header come 64-bit numbers: the bytes of a position, the number of frames, and for
//! each frame its compressed size and the digest of its contents. Then come the digest of all these
//! numbers, and the frames. So any frame can be read alone, everything read is checked, and an
//! unchanged frame is copied to the next file as it is.

use std::borrow::Cow;
use std::ops::Range;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::compression::{compress, decompress};
use super::work_file::{Label, RunFiles, WorkFile};
use crate::retrograde::error::{SolveError, WorkFault};

/// The approximate number of positions of a frame, if blocks are not longer. It is small enough
/// that reading one block unpacks little else, and large enough to compress well. Tests solve
/// families of a few thousand positions, and their shards should have several frames too.
const POSITIONS: u64 = if cfg!(test) { 1 << 7 } else { 1 << 15 };

/// The frames of one shard: runs of whole blocks, all of equal length except the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames {
    positions: u64,
    block_len: u64,
    blocks_a_frame: u64,
}

impl Frames {
    /// Returns the frames of `blocks` blocks of `block_len` positions.
    pub(crate) fn new(blocks: u64, block_len: u64) -> Frames {
        Frames {
            positions: blocks * block_len,
            block_len,
            blocks_a_frame: (POSITIONS / block_len).max(1),
        }
    }

    /// Counts the positions of the shard.
    pub(crate) const fn positions(&self) -> usize {
        self.positions as usize
    }

    /// Counts the positions of every frame except the last.
    pub(crate) const fn len(&self) -> usize {
        (self.blocks_a_frame * self.block_len) as usize
    }

    /// Counts the frames.
    pub(crate) fn count(&self) -> usize {
        self.positions().div_ceil(self.len())
    }

    /// Returns the places of a frame, counted from the beginning of the shard.
    pub(crate) fn places(&self, frame: usize) -> Range<usize> {
        let first = frame * self.len();
        first..(first + self.len()).min(self.positions())
    }

    /// Returns the frame of a place of the shard.
    pub(crate) const fn of_place(&self, place: u64) -> usize {
        place as usize / self.len()
    }
}

/// Frames compressed between two writes: about as many as a shard has, so that many threads have
/// work.
const BATCH: usize = 128;

/// The position of a frame in a file.
#[derive(Clone, Copy, Debug)]
struct Frame {
    at: u64,
    len: u64,
    digest: u64,
}

/// A complete file and the positions of its frames.
#[derive(Clone, Debug)]
pub(crate) struct FramedFile {
    /// The name of the file.
    pub(crate) label: Label,
    pub(crate) bytes_a_position: u64,
    frames: Vec<Frame>,
    /// True once the file has been flushed to disk by this process.
    is_synced: bool,
}

impl FramedFile {
    /// Writes a file of `count` frames with the contents that `contents` returns. Frames that have
    /// not changed since the earlier file `old` are copied from it.
    pub(crate) fn write<'c>(
        files: &RunFiles,
        label: &Label,
        bytes_a_position: u64,
        count: usize,
        old: Option<&FramedFile>,
        contents: impl Fn(usize) -> Cow<'c, [u8]> + Sync,
    ) -> Result<FramedFile, SolveError> {
        let file = files.create(label)?;
        let old = old.map(|old| Reader::new(files, old)).transpose()?;
        let pack_frame = |frame| {
            let contents = contents(frame);
            let digest = xxh3_64(&contents);
            let packed = match &old {
                Some(old) if old.framed.frames[frame].digest == digest => old.packed(frame)?,
                _ => pack(&contents, bytes_a_position),
            };
            Ok((packed, digest))
        };
        let mut at = directory_bytes(count);
        let mut frames = Vec::with_capacity(count);
        let mut numbers = vec![bytes_a_position, count as u64];
        for first in (0..count).step_by(BATCH) {
            let batch = (first..count.min(first + BATCH)).into_par_iter();
            let packed = batch.map(pack_frame).collect::<Result<Vec<_>, SolveError>>()?;
            let start = at;
            let mut bytes = Vec::new();
            for (packed, digest) in packed {
                let len = packed.len() as u64;
                frames.push(Frame { at, len, digest });
                numbers.extend([len, digest]);
                bytes.extend(packed);
                at += len;
            }
            file.write_at(start, &bytes)?;
        }
        numbers.push(xxh3_64(bytemuck::cast_slice(&numbers)));
        file.write_at(0, bytemuck::cast_slice(&numbers))?;
        Ok(FramedFile { label: *label, bytes_a_position, frames, is_synced: false })
    }

    /// Opens a file that must have `count` frames, and reads their positions.
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
            return Err(damaged("the digest of its directory does not match").into());
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
        let bytes_a_position = numbers[0];
        Ok(FramedFile { label: *label, bytes_a_position, frames, is_synced: false })
    }

    /// `true` if a frame has these contents.
    pub(crate) fn holds(&self, frame: usize, bytes: &[u8]) -> bool {
        self.frames[frame].digest == xxh3_64(bytes)
    }

    /// Flushes the file to disk.
    pub(crate) fn sync(&mut self, files: &RunFiles) -> Result<(), SolveError> {
        if !self.is_synced {
            files.open(&self.label)?.sync()?;
            self.is_synced = true;
        }
        Ok(())
    }
}

/// Reads frames; any number of threads may use it.
pub(crate) struct Reader<'a> {
    framed: &'a FramedFile,
    file: WorkFile,
}

impl<'a> Reader<'a> {
    /// Returns a reader of a file.
    pub(crate) fn new(files: &RunFiles, framed: &'a FramedFile) -> Result<Reader<'a>, SolveError> {
        Ok(Reader { framed, file: files.open(&framed.label)? })
    }

    /// Reads the contents of a frame.
    pub(crate) fn read(&self, frame: usize, contents: &mut [u8]) -> Result<(), SolveError> {
        let packed = self.packed(frame)?;
        let is_whole = unpack(&packed, self.framed.bytes_a_position, contents);
        if !is_whole || !self.framed.holds(frame, contents) {
            let what = format!("the digest of frame {frame} does not match");
            return Err(WorkFault::damaged(self.file.path(), what).into());
        }
        Ok(())
    }

    /// Reads a frame in its compressed form.
    fn packed(&self, frame: usize) -> Result<Vec<u8>, SolveError> {
        let Frame { at, len, .. } = self.framed.frames[frame];
        let mut packed = vec![0; len as usize];
        self.file.read_at(at, &mut packed)?;
        Ok(packed)
    }
}

/// Compresses the contents of a frame. Values of two bytes are split: all low bytes, then all high
/// bytes.
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

/// Decompresses the contents of a frame. `true` if they were complete.
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

/// Returns the offset of the first of `count` frames in bytes.
const fn directory_bytes(count: usize) -> u64 {
    (2 * count as u64 + 3) * 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_divide_a_shard_into_whole_blocks() {
        for (blocks, block_len) in [(0, 5), (1, 1 << 20), (7, 1 << 20), (1000, 990), (3, 50_000)] {
            let frames = Frames::new(blocks, block_len);
            let mut next = 0;
            for frame in 0..frames.count() {
                let places = frames.places(frame);
                assert_eq!(places.start, next);
                assert!(!places.is_empty() && (places.len() as u64).is_multiple_of(block_len));
                assert!(places.len() == block_len as usize || places.len() as u64 <= POSITIONS);
                for place in [places.start, places.end - 1] {
                    assert_eq!(frames.of_place(place as u64), frame);
                }
                next = places.end;
            }
            assert_eq!(next, frames.positions());
        }
    }
}
