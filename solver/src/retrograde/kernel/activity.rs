//! Activity: the blocks that a sweep must visit.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::cell::{Cell, Stored};
use super::message::LARGEST_PART;
use super::state::PositionState;

/// A record of the values that occur in each block, so that a ply visits only blocks that new
/// values have reached. It has a bit for every code and block; codes from 256 share bits. A set bit
/// may be out of date, a clear bit never is.
///
/// The store notes the values that it applies. All blocks of a code are adjacent, because a ply
/// usually finds only one or two codes.
#[derive(Debug)]
pub struct Activity {
    bits: Vec<AtomicU64>,
    /// Blocks with positions that pass; such blocks are rare.
    passing: Vec<AtomicBool>,
    blocks: Range<u64>,
    block_len: u64,
}

/// One-byte codes.
const CODES: usize = 256;

impl Activity {
    /// Bytes for each block.
    pub const BYTES_A_BLOCK: u64 = CODES as u64 / 8 + 1;

    /// Returns an empty record of some blocks of `block_len` positions each.
    pub(crate) fn new(blocks: Range<u64>, block_len: u64) -> Activity {
        let count = (blocks.end - blocks.start) as usize;
        let zeros = |_| AtomicU64::new(0);
        Activity {
            bits: (0..(count * CODES).div_ceil(64)).map(zeros).collect(),
            passing: (0..count).map(|_| AtomicBool::new(false)).collect(),
            blocks,
            block_len,
        }
    }

    /// Notes all values of a block with a distance of at least `known`, and whether positions pass
    /// in it. Returns the longest distance.
    pub(crate) fn recall_block<S: Stored>(
        &self,
        block: u64,
        cells: &[S],
        states: &[PositionState],
        known: u16,
    ) -> u16 {
        let mut longest = 0;
        for cell in cells.iter().map(|cell| cell.cell()) {
            if cell != Cell::OPEN && cell.plies() >= known {
                self.note(block, cell);
                longest = longest.max(cell.plies());
            }
        }
        self.note_passing(block, states);
        longest
    }

    /// Notes whether positions of a block pass.
    pub(crate) fn note_passing(&self, block: u64, states: &[PositionState]) {
        let passing = states.contains(&PositionState::PASSES);
        self.passing[(block - self.blocks.start) as usize].store(passing, Relaxed);
    }

    /// `true` if positions of a block may pass.
    pub(crate) fn may_pass(&self, block: u64) -> bool {
        self.passing[(block - self.blocks.start) as usize].load(Relaxed)
    }

    /// Notes that a block contains a value.
    #[inline(always)]
    pub(crate) fn note(&self, block: u64, cell: Cell) {
        let (word, bit) = self.bit(block, cell);
        // Reading first avoids needless writes, which would invalidate the caches of other threads.
        if self.bits[word].load(Relaxed) & bit == 0 {
            self.bits[word].fetch_or(bit, Relaxed);
        }
    }

    /// `true` if a block may contain a value.
    #[inline(always)]
    pub(crate) fn may_hold(&self, block: u64, cell: Cell) -> bool {
        let (word, bit) = self.bit(block, cell);
        self.bits[word].load(Relaxed) & bit != 0
    }

    #[inline(always)]
    fn bit(&self, block: u64, cell: Cell) -> (usize, u64) {
        let code = usize::from(cell.code()) % CODES;
        let at = code * self.passing.len() + (block - self.blocks.start) as usize;
        (at / 64, 1 << (at % 64))
    }

    /// Returns the blocks, numbered within the whole array.
    pub(crate) const fn blocks(&self) -> &Range<u64> {
        &self.blocks
    }

    /// Counts the positions of each block.
    pub(crate) const fn block_len(&self) -> u64 {
        self.block_len
    }

    /// Returns the places of the blocks in the whole array.
    pub(crate) const fn places(&self) -> Range<u64> {
        self.blocks.start * self.block_len..self.blocks.end * self.block_len
    }

    /// Returns the block of a place in the whole array.
    pub(crate) const fn block_of(&self, place: u64) -> u64 {
        place / self.block_len
    }

    /// Returns the map from places to blocks, for places counted from this place of the array.
    pub(crate) fn blocks_from(&self, place: u64) -> BlocksFrom {
        let len = self.block_len;
        let (first, offset) = (place / len, place % len);
        // Offsets in the first block and places of a part are each below two to the `LARGEST_PART`,
        // if a block is no longer than that. Let x be their sum, and let the shift have as many
        // more bits as `len` has. Then x times the rounding error stays below the power of two, so
        // the quotient is exact.
        let shift = LARGEST_PART + 1 + len.next_power_of_two().trailing_zeros();
        BlocksFrom { first, offset, len, reciprocal: (1u64 << shift.min(63)).div_ceil(len), shift }
    }
}

/// Maps places to blocks without a division.
pub(crate) struct BlocksFrom {
    first: u64,
    offset: u64,
    len: u64,
    /// Two to the power of `shift`, divided by `len` and rounded up.
    reciprocal: u64,
    shift: u32,
}

impl BlocksFrom {
    /// Returns the block of a place, counted from the first place of the part.
    #[inline(always)]
    pub(crate) fn block(&self, within: usize) -> u64 {
        let x = self.offset + within as u64;
        if self.len > 1 << LARGEST_PART {
            return self.first + u64::from(x >= self.len);
        }
        self.first + ((x * self.reciprocal) >> self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_places_are_quotients() {
        for len in [1, 2, 3, 45, 990, 65_537, (1 << 24) - 1, 1 << 24, (1 << 24) + 1, 1 << 40] {
            for part in [0, 1, 5, 1000] {
                let first = part << LARGEST_PART;
                let from = Activity::new(0..0, len).blocks_from(first);
                let last = (1 << LARGEST_PART) - 1;
                let edge = (len - first % len) as usize;
                for within in [0, 1, 44, 45, 46, edge.saturating_sub(1), edge, last / 2, last] {
                    let within = within.min(last);
                    assert_eq!(from.block(within), (first + within as u64) / len, "{len} {first}");
                }
            }
        }
    }
}
