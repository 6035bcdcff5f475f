//! Orbits as a table of all sets.
//!
//! Each set has an entry of 32 bits at its rank: its orbit, a symmetry that leads to the
//! representative, whether the set is connected, and whether another symmetry fixes it.

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::symmetry::Symmetry;
use crate::index::orbits::count::orbit_count;
use crate::index::orbits::leader::Leader;
use crate::index::rank::{Subsets, choose, rank_within};

/// The entry of one set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OrbitEntry(u32);

const CONNECTED: u32 = 1 << 3;
const SYMMETRIC: u32 = 1 << 4;
const ORBIT_SHIFT: u32 = 5;
const MAX_ORBITS: u64 = 1 << (32 - ORBIT_SHIFT);
const UNSEEN: u32 = u32::MAX;

impl OrbitEntry {
    #[inline]
    pub(crate) const fn orbit(self) -> u64 {
        (self.0 >> ORBIT_SHIFT) as u64
    }

    /// Returns a symmetry that takes the set to the orbit's representative.
    #[inline]
    pub(crate) const fn to_representative(self) -> Symmetry {
        Symmetry::from_number(self.0 as u8)
    }

    #[cfg(any(test, feature = "retrograde"))]
    #[inline]
    pub(crate) const fn is_connected(self) -> bool {
        self.0 & CONNECTED != 0
    }

    #[cfg(any(test, feature = "retrograde"))]
    /// `true` if a symmetry other than the identity fixes the set.
    #[inline]
    pub(crate) const fn is_symmetric(self) -> bool {
        self.0 & SYMMETRIC != 0
    }
}

/// All sets of one size on a board, with an entry for each.
pub(crate) struct OrbitTable {
    board: Board,
    entries: Vec<OrbitEntry>,
    representatives: Vec<u64>,
}

impl OrbitTable {
    /// Returns the size in bytes of the table for this number of stones; `None` if orbit numbers do
    /// not fit the entries.
    pub(crate) fn bytes(board: Board, stones: u32) -> Option<u64> {
        let orbits = orbit_count(board, stones);
        (orbits < MAX_ORBITS).then(|| 4 * choose(board.squares(), stones) + 8 * orbits)
    }

    /// Numbers the orbits of `stones` squares of `board`, at about ten million entries a second;
    /// `None` as for [`OrbitTable::bytes`].
    pub(crate) fn new(board: Board, stones: u32) -> Option<OrbitTable> {
        OrbitTable::bytes(board, stones)?;
        let sets = choose(board.squares(), stones) as usize;
        let mut entries = vec![OrbitEntry(UNSEEN); sets];
        let mut representatives = Vec::new();
        for (rank, set) in Subsets::new(board.mask().0, stones).enumerate() {
            if entries[rank].0 != UNSEEN {
                continue;
            }
            let orbit = (representatives.len() as u32) << ORBIT_SHIFT;
            representatives.push(set);
            let symmetric = Symmetry::all(board).skip(1).any(|s| s.image(board, set) == set);
            let facts = if symmetric { SYMMETRIC } else { 0 }
                | if Bitboard(set).is_connected() { CONNECTED } else { 0 };
            for symmetry in Symmetry::all(board) {
                let image = rank_within(symmetry.image(board, set), board.mask().0) as usize;
                if entries[image].0 == UNSEEN {
                    let back = u32::from(symmetry.inverse().number());
                    entries[image] = OrbitEntry(orbit | facts | back);
                }
            }
        }
        Some(OrbitTable { board, entries, representatives })
    }

    pub(crate) fn orbits(&self) -> u64 {
        self.representatives.len() as u64
    }

    /// Reduces a set of squares of the board. The set must have the size of this table's sets.
    #[inline]
    pub(crate) fn leader(&self, set: u64) -> Leader {
        self.leader_at(rank_within(set, self.board.mask().0))
    }

    /// Reduces the set of this rank among the board's squares.
    #[inline(always)]
    pub(crate) fn leader_at(&self, rank: u64) -> Leader {
        let entry = self.by_rank(rank as usize);
        Leader {
            orbit: entry.orbit(),
            representative: Bitboard(self.representative(entry.orbit())),
            to_representative: entry.to_representative(),
        }
    }

    /// Returns the entry of the set of this rank among the board's squares.
    #[inline(always)]
    pub(crate) fn by_rank(&self, rank: usize) -> OrbitEntry {
        self.entries[rank]
    }

    /// Returns the representative of an orbit.
    ///
    /// # Panics
    /// If no orbit has this number.
    #[inline]
    pub(crate) fn representative(&self, orbit: u64) -> u64 {
        self.representatives[orbit as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::symmetry::orbit_length;

    #[test]
    fn orbits_are_counted_and_partition_the_sets() {
        for board in Board::all() {
            for stones in 1..=3 {
                let table = OrbitTable::new(board, stones).unwrap();
                assert_eq!(table.orbits(), orbit_count(board, stones), "{board}");
                let representatives = table.representatives.iter();
                let lengths: u64 = representatives.map(|&set| orbit_length(board, set)).sum();
                assert_eq!(lengths, choose(board.squares(), stones));
                for (rank, set) in Subsets::new(board.mask().0, stones).enumerate() {
                    let (leader, entry) = (table.leader(set), table.by_rank(rank));
                    let image = leader.to_representative.image(board, set);
                    assert_eq!(image, leader.representative.0);
                    assert_eq!(image, table.representative(leader.orbit));
                    assert_eq!(entry.is_connected(), Bitboard(set).is_connected());
                    let whole = orbit_length(board, set) == Symmetry::all(board).count() as u64;
                    assert_eq!(entry.is_symmetric(), !whole);
                }
            }
        }
    }
}
