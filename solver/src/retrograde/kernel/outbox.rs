//! Values found in a block, on their way to the mover's array.
//!
//! A value is found in a block of the waiting side's squares and belongs to the
//! block of the mover's. That is the only traffic between blocks, and this is the
//! only place that knows where a value belongs.

use super::block::Block;
use super::cell::Cell;
use super::draft::Draft;
use super::message::Message;
use super::ranking::{Members, Ranking, Ranks};
use super::scatter::Deposit;
use super::side::Side;
use crate::cpu::dispatch;
use crate::game::bitboard::Bitboard;
use crate::game::symmetry::Symmetry;
use crate::index::orbits::table::{OrbitEntry, OrbitTable};
use crate::index::positions::Index;
use crate::index::rank::rank_within;

/// Values whose places are worked out together.
const FOUND: usize = 512;

/// Sends values found in one block to the mover's array.
pub(crate) struct Outbox<'a> {
    index: &'a Index,
    /// The mover's squares, by orbit.
    orbits: &'a OrbitTable,
    /// Ranks of the mover's stones on the board, and the numbers of the block's compact
    /// squares among the board's.
    ranks: &'a Ranks,
    board: Deposit,
    /// The waiting side's squares under every symmetry.
    waiting: [(u64, Members); 8],
    /// Values of this block whose places are still to be worked out: many together,
    /// because the look-ups for one need not wait for those for another.
    found: Vec<(u64, Cell)>,
    draft: Draft,
}

impl<'a> Outbox<'a> {
    /// An empty one, from blocks of this side to the array of its twin.
    pub(crate) fn new(side: &'a Side<'_>) -> Self {
        Outbox {
            index: &side.twin,
            orbits: &side.twin_orbits,
            ranks: &side.board_ranks,
            board: Deposit::default(),
            waiting: Default::default(),
            found: Vec::with_capacity(FOUND),
            draft: Draft::new(side.twin.material(), side.twin.len()),
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
        self.board.set(places.fold(0, |all, place: u64| all | place));
    }

    /// Returns the orbit of the mover's squares, given as a compact set.
    #[inline(always)]
    pub(crate) fn mover(&self, set: u64) -> OrbitEntry {
        let rank = self.ranks.rank(self.board.apply(set));
        self.orbits.by_rank(rank)
    }

    /// Returns the place of the position in which these squares are to move against the
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

    /// Works out the places of what has been found.
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
        if mover.is_symmetric() {
            let (followers, _) = &self.waiting[mover.to_representative().number() as usize];
            for place in self.index.images(mover.orbit(), Bitboard(*followers)) {
                self.draft.push(place, cell);
            }
        } else {
            self.draft.push(self.place(mover), cell);
        }
    }

    /// Returns a message for each shard of the mover's array that values belong to,
    /// given the first place of every shard.
    pub(crate) fn seal(self, shards: &[u64]) -> Vec<Message> {
        debug_assert!(self.found.is_empty());
        self.draft.seal(shards)
    }
}
