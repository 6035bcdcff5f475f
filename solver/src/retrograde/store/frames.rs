//! The division of a shard's values and states into frames, each of which is
//! compressed alone.

use std::ops::Range;

use crate::retrograde::kernel::activity::BlocksFrom;
use crate::retrograde::kernel::message::{Message, near};

/// Positions of a frame, about, if blocks are no longer: few enough that what needs one
/// block unpacks little else, and many enough to compress well. Tests solve families of a
/// few thousand positions, and shards of these have several frames, too.
const POSITIONS: u64 = if cfg!(test) { 1 << 7 } else { 1 << 15 };

/// The frames of one shard: runs of whole blocks, all of equal length but the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames {
    positions: u64,
    block_len: u64,
    blocks_a_frame: u64,
}

impl Frames {
    /// The frames of so many blocks of so many positions.
    pub(crate) fn new(blocks: u64, block_len: u64) -> Frames {
        Frames {
            positions: blocks * block_len,
            block_len,
            blocks_a_frame: (POSITIONS / block_len).max(1),
        }
    }

    /// Returns the number of positions of the shard.
    pub(crate) const fn positions(&self) -> usize {
        self.positions as usize
    }

    /// Returns the number of positions of every frame but the last.
    pub(crate) const fn len(&self) -> usize {
        (self.blocks_a_frame * self.block_len) as usize
    }

    /// Returns the number of frames.
    pub(crate) fn count(&self) -> usize {
        self.positions().div_ceil(self.len())
    }

    /// Returns the places of a frame, counted from the first of the shard.
    pub(crate) fn places(&self, frame: usize) -> Range<usize> {
        let first = frame * self.len();
        first..(first + self.len()).min(self.positions())
    }

    /// Returns the frame of a place of the shard.
    pub(crate) const fn of_place(&self, place: u64) -> usize {
        place as usize / self.len()
    }

    /// Returns the way from places that begin with this one of the shard to frames.
    pub(crate) fn beginning_at(&self, place: u64) -> BlocksFrom {
        BlocksFrom::new(place, self.len() as u64)
    }

    /// Calls `reach` for the frame of every value of a message, given the first place of
    /// the shard.
    pub(crate) fn reached(&self, start: u64, message: &Message, mut reach: impl FnMut(usize)) {
        for (first, values) in message.sections() {
            // The first part of a shard may lack its beginning.
            let (from, skipped) = (first.max(start), start.saturating_sub(first) as usize);
            let frames = self.beginning_at(from - start);
            for &value in values {
                reach(frames.block(near(value).0 - skipped) as usize);
            }
        }
        for (place, _) in message.distant() {
            reach(self.of_place(place - start));
        }
    }

    /// Returns the frames of some blocks of the shard.
    pub(crate) fn of_blocks(&self, blocks: &Range<u64>) -> Range<usize> {
        let (first, end) = (blocks.start, blocks.end);
        let end = end.div_ceil(self.blocks_a_frame);
        (first / self.blocks_a_frame) as usize..end as usize
    }
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
                    let block = place as u64 / block_len;
                    assert_eq!(frames.of_blocks(&(block..block + 1)), frame..frame + 1);
                }
                next = places.end;
            }
            assert_eq!(next, frames.positions());
        }
    }
}
