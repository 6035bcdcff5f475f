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

use super::block::Block;
use super::cell::{Cell, Stored};
use super::ground::Ground;
use super::scatter::Scatter;
use crate::index::Index;
use crate::leaders::Leader;
use crate::rank::{Members, Ranking, Ranks, rank_within};
use crate::symmetry::Symmetry;

/// Parts of an array that batches are sorted into, at most.
const PARTS: usize = 128;
/// The smallest part worth telling apart, as a power of two.
const SMALLEST_PART: u32 = 14;
/// Finds whose places are worked out together.
const FOUND: usize = 512;

/// Which values occur in each block, so that a ply need only look at blocks
/// that something has reached: a bit for every block and code, codes from 256 on
/// sharing bits. A set bit may be out of date; a clear one never.
pub(crate) struct Activity(BitVec<AtomicU64, Lsb0>);

/// Bits a block: as many as a cell of one byte has codes.
const CODES: usize = 256;

impl Activity {
    pub(crate) fn new(blocks: u64) -> Activity {
        Activity(BitVec::repeat(false, blocks as usize * CODES))
    }

    pub(crate) fn note(&self, block: u64, cell: Cell) {
        // Looking first spares the other threads' caches.
        if !self.may_hold(block, cell) {
            self.0.set_aliased(Activity::bit(block, cell), true);
        }
    }

    pub(crate) fn may_hold(&self, block: u64, cell: Cell) -> bool {
        self.0[Activity::bit(block, cell)]
    }

    fn bit(block: u64, cell: Cell) -> usize {
        block as usize * CODES + usize::from(cell.code()) % CODES
    }
}

/// Values on their way: each a place and a cell in one number.
pub(crate) struct Batch {
    parts: Vec<Vec<u64>>,
    part_shift: u32,
    /// The longest distance sent.
    pub(crate) longest: u16,
}

impl Batch {
    fn new(positions: u64) -> Batch {
        let part_shift = (64 - (positions / PARTS as u64).leading_zeros()).max(SMALLEST_PART);
        let parts = (positions >> part_shift) as usize + 1;
        Batch {
            parts: vec![Vec::new(); parts],
            part_shift,
            longest: 0,
        }
    }

    #[inline]
    fn push(&mut self, place: u64, cell: Cell) {
        self.longest = self.longest.max(cell.plies());
        self.parts[(place >> self.part_shift) as usize].push(place << 16 | u64::from(cell.code()));
    }
}

/// Writes what batches carry into the array they are meant for, whose cells are
/// wide enough for the longest distance among them. A place keeps
/// the smaller of its value and a new one: a win through a capture gives way to
/// an earlier win.
pub(crate) fn apply<S: Stored>(cells: &mut [S], batches: &[Batch]) {
    let Some(first) = batches.first() else {
        return;
    };
    let part_len = 1 << first.part_shift;
    cells
        .par_chunks_mut(part_len)
        .enumerate()
        .for_each(|(part, cells)| {
            for batch in batches {
                for &value in &batch.parts[part] {
                    let cell = &mut cells[(value >> 16) as usize & (part_len - 1)];
                    let new = S::store(Cell::from_code(value as u16));
                    if cell.cell() == Cell::OPEN || new < *cell {
                        *cell = new;
                    }
                }
            }
        });
}

/// Sends values found in one block to the mover's array.
pub(crate) struct Crossing<'a> {
    index: &'a Index,
    /// Ranks of the mover's stones on the board, and where the block's compact
    /// squares are among the board's.
    ranks: &'a Ranks,
    board: Scatter,
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
            ranks: &ground.board_ranks,
            board: Scatter::default(),
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
            let image = symmetry.apply(board, block.leader);
            let (waiting, members) = &mut self.waiting[symmetry.number() as usize];
            *waiting = image;
            members.set(image);
        }
        let place = |&square: &u8| rank_within(1 << square, board.mask());
        self.board
            .set(block.squares.iter().map(|square| 1 << place(square)));
    }

    /// What is known of the mover's squares, given as a compact set.
    #[inline]
    pub(crate) fn mover(&self, set: u64) -> Leader {
        let rank = self.ranks.rank(self.board.apply(set));
        self.index.leaders().by_rank(rank)
    }

    /// The place of the position in which a leader is to move against the
    /// waiting side.
    #[inline]
    pub(crate) fn place(&self, mover: Leader) -> u64 {
        let (_, followers) = &self.waiting[mover.to_representative().number() as usize];
        self.index.within_members(mover.orbit(), followers)
    }

    /// Sends the value of the position in which the compact set is to move.
    #[inline]
    pub(crate) fn send(&mut self, set: u64, cell: Cell) {
        self.found.push((set, cell));
        if self.found.len() == FOUND {
            self.put();
        }
    }

    /// Puts what has been found into the batch.
    pub(crate) fn put(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        for (set, cell) in found.drain(..) {
            self.put_one(set, cell);
        }
        self.found = found;
    }

    #[inline]
    fn put_one(&mut self, set: u64, cell: Cell) {
        let mover = self.mover(set);
        self.activity.note(mover.orbit(), cell);
        if mover.is_symmetric() {
            let (followers, _) = &self.waiting[mover.to_representative().number() as usize];
            for place in self.index.images(mover.orbit(), *followers) {
                self.batch.push(place, cell);
            }
        } else {
            self.batch.push(self.place(mover), cell);
        }
    }
}
