//! The crossing: from the block a value was found in to the place it belongs.
//!
//! A value is found in a block of the waiting side's squares and belongs into
//! the block of the mover's. That is the only traffic between blocks, and this
//! is the only place that knows how it travels: values are sent into batches,
//! sorted by the part of the array they go to, and applied part by part once
//! all readers are done. Applying is a minimum, so neither order nor repetition
//! matters.

use std::sync::atomic::AtomicU64;

use bitvec::prelude::{BitVec, Lsb0};
use rayon::prelude::*;

use super::kernel::block::Block;
use super::kernel::cell::{Cell, Stored};
use super::kernel::scatter::Deposit;
use super::kernel::side::Ground;
use crate::cpu::dispatch;
use crate::game::bitboard::Bitboard;
use crate::game::symmetry::Symmetry;
use crate::index::numbering::Index;
use crate::index::orbits::{OrbitEntry, OrbitTable};
use crate::index::rank::{Members, Ranking, Ranks, rank_within};

/// Parts of an array that batches are sorted into, at least if it is large.
const PARTS: usize = 128;
/// The smallest part worth telling apart, as a power of two.
const SMALLEST_PART: u32 = 14;
/// The largest: the places within it leave room for a code in 32 bits.
const LARGEST_PART: u32 = 24;
/// Finds whose places are worked out together.
const FOUND: usize = 512;

/// Which values occur in each block, so that a ply need only look at blocks
/// that something has reached: a bit for every code and block, codes from 256 on
/// sharing bits. A set bit may be out of date; a clear one never.
///
/// All blocks of a code lie together: hardly anything but one or two codes is
/// found at a ply.
pub(crate) struct Activity {
    bits: BitVec<AtomicU64, Lsb0>,
    blocks: usize,
}

/// As many as a cell of one byte has.
const CODES: usize = 256;

impl Activity {
    pub(crate) fn new(blocks: u64) -> Activity {
        let blocks = blocks as usize;
        let bits = BitVec::repeat(false, blocks * CODES);
        Activity { bits, blocks }
    }

    #[inline(always)]
    pub(crate) fn note(&self, block: u64, cell: Cell) {
        // Looking first spares the other threads' caches.
        if !self.may_hold(block, cell) {
            self.bits.set_aliased(self.bit(block, cell), true);
        }
    }

    #[inline(always)]
    pub(crate) fn may_hold(&self, block: u64, cell: Cell) -> bool {
        self.bits[self.bit(block, cell)]
    }

    #[inline(always)]
    fn bit(&self, block: u64, cell: Cell) -> usize {
        usize::from(cell.code()) % CODES * self.blocks + block as usize
    }
}

/// Values on their way, by the part of the array they go to.
pub(crate) struct Batch {
    /// Each its place within the part, then eight bits for its code.
    parts: Vec<Vec<u32>>,
    part_shift: u32,
    /// Those whose code takes more than eight bits: a place and a cell.
    distant: Vec<(u64, Cell)>,
}

impl Batch {
    fn new(positions: u64) -> Batch {
        let part_shift = 64 - (positions / PARTS as u64).leading_zeros();
        let part_shift = part_shift.clamp(SMALLEST_PART, LARGEST_PART);
        let parts = (positions >> part_shift) as usize + 1;
        Batch {
            parts: vec![Vec::new(); parts],
            part_shift,
            distant: Vec::new(),
        }
    }

    #[inline(always)]
    fn push(&mut self, place: u64, cell: Cell) {
        if let Ok(code) = u8::try_from(cell.code()) {
            let within = place as u32 & ((1 << self.part_shift) - 1);
            let part = &mut self.parts[(place >> self.part_shift) as usize];
            part.push(within << 8 | u32::from(code));
        } else {
            self.distant.push((place, cell));
        }
    }

    /// Whether it has values that [`Batch::pack`] leaves out.
    pub(crate) fn is_distant(&self) -> bool {
        !self.distant.is_empty()
    }

    /// Adds its values to words from which a batch can be made again: for each
    /// part that has any, its number, how many, and the values.
    pub(crate) fn pack(&self, words: &mut Vec<u32>) {
        for (number, part) in (0..).zip(&self.parts) {
            if !part.is_empty() {
                words.extend([number, part.len() as u32]);
                words.extend(part);
            }
        }
    }

    /// The batch with all values that words have for an array of so many
    /// positions.
    ///
    /// # Errors
    /// When they are for another array, or one is no value.
    pub(crate) fn unpack(positions: u64, mut words: &[u32]) -> Result<Batch, &'static str> {
        let mut batch = Batch::new(positions);
        let shift = batch.part_shift;
        while let &[number, len, ref rest @ ..] = words {
            let part = batch.parts.get_mut(number as usize);
            let values = rest.split_at_checked(len as usize);
            let (Some(part), Some((values, rest))) = (part, values) else {
                return Err("its finds are for another array");
            };
            let places = positions - (u64::from(number) << shift);
            let places = places.min(1 << shift);
            if values.iter().any(|&value| u64::from(value >> 8) >= places) {
                return Err("a find has a place outside the array");
            }
            if values.iter().any(|value| value & 0xff == 0) {
                return Err("a find has no value");
            }
            part.extend(values);
            words = rest;
        }
        Ok(batch)
    }
}

/// Writes what batches carry into the array they are meant for, and returns the
/// longest distance that was not known yet. A place keeps the smaller of its
/// value and a new one: a win through a capture gives way to an earlier win.
///
/// Where the distance is longer than cells can hold, all is to be applied again
/// to an array with wider ones.
pub(crate) fn apply<S: Stored>(cells: &mut [S], batches: &[Batch]) -> u16 {
    let Some(first) = batches.first() else {
        return 0;
    };
    let keep = |cell: &mut S, new: Cell| {
        let old = cell.cell();
        if old != Cell::OPEN && old <= new {
            return 0;
        }
        if new.plies() <= S::WIDTH.longest() {
            *cell = S::store(new);
        }
        new.plies()
    };
    let parts = cells.par_chunks_mut(1 << first.part_shift).enumerate();
    let longest = parts.map(|(part, cells)| {
        let values = batches.iter().flat_map(|batch| &batch.parts[part]);
        values.fold(0, |longest, &value| {
            let cell = Cell::from_code((value & 0xff) as u16);
            keep(&mut cells[(value >> 8) as usize], cell).max(longest)
        })
    });
    let longest = longest.max().unwrap_or(0);
    let distant = batches.iter().flat_map(|batch| &batch.distant);
    distant.fold(longest, |longest, &(place, cell)| {
        keep(&mut cells[place as usize], cell).max(longest)
    })
}

/// Sends values found in one block to the mover's array.
pub(crate) struct Crossing<'a> {
    index: &'a Index,
    /// The mover's squares, by orbit.
    orbits: &'a OrbitTable,
    /// Ranks of the mover's stones on the board, and where the block's compact
    /// squares are among the board's.
    ranks: &'a Ranks,
    board: Deposit,
    activity: &'a Activity,
    /// The waiting side's squares under every symmetry.
    waiting: [(u64, Members); 8],
    /// Finds of this block whose places are still to be worked out: together,
    /// for one need not wait for another's look-ups.
    found: Vec<(u64, Cell)>,
    pub(crate) batch: Batch,
}

impl<'a> Crossing<'a> {
    /// From blocks of this ground to the array of its twin.
    pub(crate) fn new(ground: &'a Ground<'_>, activity: &'a Activity) -> Self {
        Crossing {
            index: &ground.twin,
            orbits: &ground.twin_orbits,
            ranks: &ground.board_ranks,
            board: Deposit::default(),
            activity,
            waiting: Default::default(),
            found: Vec::with_capacity(FOUND),
            batch: Batch::new(ground.twin.len()),
        }
    }

    /// Turns to another block.
    pub(crate) fn set_waiting(&mut self, block: &Block<'_>) {
        debug_assert!(self.found.is_empty());
        let board = self.index.board();
        for symmetry in Symmetry::all(board) {
            let image = symmetry.image(board, block.leader);
            let (waiting, members) = &mut self.waiting[symmetry.number() as usize];
            *waiting = image;
            members.set(image);
        }
        let place = |&square: &u8| 1 << rank_within(1 << square, board.mask().0);
        let places = block.squares.iter().map(place);
        self.board
            .set(places.fold(0, |all, place: u64| all | place));
    }

    /// What is known of the mover's squares, given as a compact set.
    #[inline(always)]
    pub(crate) fn mover(&self, set: u64) -> OrbitEntry {
        let rank = self.ranks.rank(self.board.apply(set));
        self.orbits.by_rank(rank)
    }

    /// The place of the position in which a leader is to move against the
    /// waiting side.
    #[inline(always)]
    pub(crate) fn place(&self, mover: OrbitEntry) -> u64 {
        let (_, followers) = &self.waiting[mover.to_representative().number() as usize];
        let taken = self.orbits.representative(mover.orbit());
        let free = self.index.board().mask().0 & !taken;
        mover.orbit() * self.index.block_len() + followers.rank_within(free)
    }

    /// Sends the value of the position in which the compact set is to move.
    #[inline(always)]
    pub(crate) fn send(&mut self, set: u64, cell: Cell) {
        self.found.push((set, cell));
        if self.found.len() == FOUND {
            self.put();
        }
    }

    /// Puts what has been found into the batch.
    pub(crate) fn put(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        dispatch(
            #[inline(always)]
            || {
                for (set, cell) in found.drain(..) {
                    self.put_one(set, cell);
                }
            },
        );
        self.found = found;
    }

    #[inline(always)]
    fn put_one(&mut self, set: u64, cell: Cell) {
        let mover = self.mover(set);
        self.activity.note(mover.orbit(), cell);
        if mover.is_symmetric() {
            let (followers, _) = &self.waiting[mover.to_representative().number() as usize];
            for place in self.index.images(mover.orbit(), Bitboard(*followers)) {
                self.batch.push(place, cell);
            }
        } else {
            self.batch.push(self.place(mover), cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_place_keeps_the_smallest_value_sent_to_it() {
        let positions = 5 << SMALLEST_PART;
        let mut batches = [Batch::new(positions), Batch::new(positions)];
        let (mut cells, mut expected) = (vec![0u16; positions as usize], BTreeMap::new());
        for sent in 1..20_000u64 {
            let place = sent * sent % (positions / 2) * 2 + sent % 2;
            let cell = Cell::from_code((sent * 7919 % 1000) as u16 + 1);
            batches[sent as usize % 2].push(place, cell);
            let least = expected.entry(place).or_insert(cell);
            *least = cell.min(*least);
        }
        assert_eq!(apply(&mut cells, &batches), 499);
        assert_eq!(apply(&mut cells, &batches[..1]), 0);
        let found = cells.iter().map(|cell| cell.cell());
        for (place, cell) in (0..).zip(found) {
            assert_eq!(cell, expected.get(&place).copied().unwrap_or(Cell::OPEN));
        }
    }

    #[test]
    fn batches_come_back_from_words() {
        let positions = 5 << SMALLEST_PART;
        let mut batches = [Batch::new(positions), Batch::new(positions)];
        for sent in 1..9_000u64 {
            let cell = Cell::from_code((sent % 255) as u16 + 1);
            batches[sent as usize % 2].push(sent * sent % positions, cell);
        }
        let mut words = Vec::new();
        batches.iter().for_each(|batch| batch.pack(&mut words));
        let back = Batch::unpack(positions, &words).unwrap();
        let (mut cells, mut again) = (vec![0u8; positions as usize], vec![0u8; positions as usize]);
        apply(&mut cells, &batches);
        apply(&mut again, &[back]);
        assert!(cells == again);
        assert!(Batch::unpack(1, &words).is_err());
    }

    #[test]
    fn wild_words_are_refused() {
        assert!(Batch::unpack(990, &[0, 1, 989 << 8 | 255]).is_ok());
        for wild in [
            [0, 1, 990 << 8 | 3],
            [0, 1, 0xffff_ff03],
            [0, 1, 5 << 8],
            [0, 2, 5 << 8 | 3],
            [1, 1, 5 << 8 | 3],
        ] {
            assert!(Batch::unpack(990, &wild).is_err(), "{wild:?}");
        }
    }
}
