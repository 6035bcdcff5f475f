//! Which blocks are worth looking at.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::cell::{Cell, Stored};
use super::message::LARGEST_PART;
use super::state::State;

/// A record of the values that occur in each block, so that a ply need only look at
/// blocks that something has reached: a bit for every code and block, where codes
/// from 256 on share bits. A set bit may be out of date; a clear one never is.
///
/// The store that applies values notes them here. All blocks of a code lie together,
/// because hardly more than one or two codes are found at a ply.
#[derive(Debug)]
pub struct Activity {
    bits: Vec<AtomicU64>,
    /// Blocks with positions that pass; few have.
    passing: Vec<AtomicBool>,
    blocks: Range<u64>,
    block_len: u64,
}

/// The number of codes of one byte.
const CODES: usize = 256;

impl Activity {
    /// The bytes that a block takes.
    pub const BYTES_A_BLOCK: u64 = CODES as u64 / 8 + 1;

    /// A record without notes, of some blocks of `block_len` positions each.
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

    /// Notes all values of a block with a distance from `known` on, and whether
    /// positions pass in it. Returns the longest distance.
    pub(crate) fn recall_block<S: Stored>(
        &self,
        block: u64,
        cells: &[S],
        states: &[State],
        known: u16,
    ) -> u16 {
        let cells = cells.iter().map(|cell| cell.cell());
        let recent = cells.filter(|&cell| cell != Cell::OPEN && cell.plies() >= known);
        let plies = recent.map(|cell| {
            self.note(block, cell);
            cell.plies()
        });
        let longest = plies.max().unwrap_or(0);
        self.note_passing(block, states);
        longest
    }

    /// Notes whether positions of a block pass.
    pub(crate) fn note_passing(&self, block: u64, states: &[State]) {
        let passing = states.contains(&State::PASSES);
        self.passing[(block - self.blocks.start) as usize].store(passing, Relaxed);
    }

    /// Returns whether positions of a block pass.
    pub(crate) fn may_pass(&self, block: u64) -> bool {
        self.passing[(block - self.blocks.start) as usize].load(Relaxed)
    }

    /// Notes that a block holds a value.
    #[inline(always)]
    pub(crate) fn note(&self, block: u64, cell: Cell) {
        let (word, bit) = self.bit(block, cell);
        // Looking first spares the other threads' caches.
        if self.bits[word].load(Relaxed) & bit == 0 {
            self.bits[word].fetch_or(bit, Relaxed);
        }
    }

    /// Returns whether a block holds a value, perhaps.
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

    /// Returns the blocks, numbered among all of the array.
    pub(crate) const fn blocks(&self) -> &Range<u64> {
        &self.blocks
    }

    /// Returns the number of positions of each block.
    pub(crate) const fn block_len(&self) -> u64 {
        self.block_len
    }

    /// Returns the first place of the blocks in the whole array.
    pub(crate) const fn first_place(&self) -> u64 {
        self.blocks.start * self.block_len
    }

    /// Returns the block of a place in the whole array.
    pub(crate) const fn block_of(&self, place: u64) -> u64 {
        place / self.block_len
    }

    /// Returns the way from places of the part of the array that begins here to
    /// blocks.
    pub(crate) fn blocks_from(&self, place: u64) -> BlocksFrom {
        BlocksFrom::new(place, self.block_len)
    }
}

/// The way from places of a part to blocks, or other runs of equal length, without a
/// division.
pub(crate) struct BlocksFrom {
    first: u64,
    offset: u64,
    len: u64,
    /// The power of two `shift` divided by `len`, rounded up.
    reciprocal: u64,
    shift: u32,
}

impl BlocksFrom {
    /// The way from places that begin with this one to runs of this length.
    pub(crate) fn new(place: u64, len: u64) -> BlocksFrom {
        let (first, offset) = (place / len, place % len);
        // Offsets in the first block and places of a part are each below two to the
        // `LARGEST_PART`, if a block is no longer than that. For their sum x and a
        // shift of as many bits more as `len` has, x times what rounding up adds is
        // below the power of two, so that the quotient is exact.
        let shift = LARGEST_PART + 1 + len.next_power_of_two().trailing_zeros();
        BlocksFrom { first, offset, len, reciprocal: (1u64 << shift.min(63)).div_ceil(len), shift }
    }

    /// Returns the block of a place, given from the first place of the part.
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
