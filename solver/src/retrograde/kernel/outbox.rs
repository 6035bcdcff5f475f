//! Values found in a block, on their way to the mover's array.
//!
//! A value is found in a block of the waiting side's squares and belongs to the block of the
//! mover's. Blocks exchange nothing else, and only this file knows where a value belongs.

use super::cell::Cell;
use super::draft::Draft;
use super::message::Message;
use super::ranking::Ranking;
use super::side::Side;
use crate::dispatch;
use crate::game::bitboard::Bitboard;
use crate::game::symmetry::Symmetry;
use crate::index::orbits::table::OrbitEntry;

/// Values whose places are computed together.
const FOUND: usize = 512;

/// Sends values found in one block to the mover's array.
pub(crate) struct Outbox<'a> {
    side: &'a Side<'a>,
    /// The waiting side's squares under every symmetry.
    waiting: [u64; 8],
    /// Values of this block whose places have not been computed yet. They are collected because
    /// look-ups for different values need not wait for each other.
    found: Vec<(u64, Cell)>,
    draft: Draft,
}

impl<'a> Outbox<'a> {
    /// Returns an empty outbox, from blocks of this side to the array of its twin.
    pub(crate) fn new(side: &'a Side<'a>) -> Self {
        Outbox {
            side,
            waiting: [0; 8],
            found: Vec::with_capacity(FOUND),
            draft: Draft::new(side.twin.material(), side.twin.len()),
        }
    }

    /// Moves on to the block of another leader.
    pub(crate) fn set_waiting(&mut self, leader: u64) {
        debug_assert!(self.found.is_empty());
        let board = self.side.twin.board();
        for symmetry in Symmetry::all(board) {
            self.waiting[usize::from(symmetry.number())] = symmetry.image(board, leader);
        }
    }

    /// Returns the orbit of the mover's squares.
    #[inline(always)]
    pub(crate) fn mover(&self, set: u64) -> OrbitEntry {
        let rank = self.side.board_ranks.rank(self.side.squares.compact(set));
        self.side.twin_orbits.by_rank(rank)
    }

    /// Returns the place of the position in which a mover of this orbit plays against these
    /// squares.
    #[inline(always)]
    fn place(&self, mover: OrbitEntry, waiting: u64) -> u64 {
        let taken = self.side.twin_orbits.representative(mover.orbit());
        let free = self.side.squares.squares & !taken;
        mover.orbit() * self.side.twin.block_len() + self.side.twin_ranks.rank(waiting, free)
    }

    /// Sends the value of the position in which `set` is to move.
    #[inline(always)]
    pub(crate) fn send(&mut self, set: u64, cell: Cell) {
        self.found.push((set, cell));
        if self.found.len() == FOUND {
            self.put();
        }
    }

    /// Computes the places of the collected values.
    pub(crate) fn put(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        dispatch!({
            for (set, cell) in found.drain(..) {
                self.put_one(set, cell);
            }
        });
        self.found = found;
    }

    #[inline(always)]
    fn put_one(&mut self, set: u64, cell: Cell) {
        let mover = self.mover(set);
        let waiting = self.waiting[usize::from(mover.to_representative().number() & 7)];
        if mover.is_symmetric() {
            for place in self.side.twin.images(mover.orbit(), Bitboard(waiting)) {
                self.draft.push(place, cell);
            }
        } else {
            self.draft.push(self.place(mover, waiting), cell);
        }
    }

    /// Returns a message for each shard of the mover's array that values belong to,
    /// given the first place of every shard.
    pub(crate) fn seal(self, shards: &[u64]) -> Vec<Message> {
        debug_assert!(self.found.is_empty());
        self.draft.seal(shards)
    }
}
