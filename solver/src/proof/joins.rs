//! The moves that could connect a side, derived from its groups.

use crate::game::bitboard::Bitboard;

/// The squares where a stone would join a side's groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joins {
    /// The squares next to every group. A stone that leaves a larger group may split it, so its
    /// moves to these squares have to be tried.
    pub(super) beside_all: u64,
    /// Groups of one stone for which squares next to every other group exist: the stone, and the
    /// squares. Its moves to these squares certainly connect the side.
    lone: [(u64, u64); MOST],
    count: usize,
}

/// The maximum number of groups of which all but one have a common neighbouring square. Groups do
/// not touch each other, so at most four have a common neighbour.
const MOST: usize = 5;

impl Joins {
    /// No squares.
    pub(super) const NONE: Joins = Joins { beside_all: 0, lone: [(0, 0); MOST], count: 0 };

    /// Returns the squares for a set of stones.
    #[inline(always)]
    pub(super) fn of(set: u64) -> Joins {
        let mut joins = Joins::NONE;
        joins.beside_all = u64::MAX;
        let mut left = set;
        while left != 0 {
            let stone = left & left.wrapping_neg();
            let mut group = stone;
            let beside = loop {
                let beside = Bitboard(group).neighbourhood().0;
                let grown = beside & set;
                if grown == group {
                    break beside;
                }
                group = grown;
            };
            left &= !group;
            let (before, mut kept) = (joins.beside_all, 0);
            for place in 0..joins.count {
                let (other, squares) = joins.lone[place];
                joins.lone[kept] = (other, squares & beside);
                kept += usize::from(squares & beside != 0);
            }
            if group == stone && before != 0 && kept < MOST {
                joins.lone[kept] = (stone, before);
                kept += 1;
            }
            joins.count = kept;
            joins.beside_all &= beside;
            if joins.is_empty() {
                return Joins::NONE;
            }
        }
        joins
    }

    /// `true` if no move could connect the side.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.beside_all == 0 && self.count == 0
    }

    /// Returns the groups of one stone that connect the side by moving to certain squares.
    #[inline(always)]
    pub(super) fn lone(&self) -> &[(u64, u64)] {
        &self.lone[..self.count]
    }

    /// Returns the squares on which a stone that lands could connect the side.
    #[inline(always)]
    pub(super) fn squares(&self) -> u64 {
        self.lone().iter().fold(self.beside_all, |squares, lone| squares | lone.1)
    }

    /// `true` if a stone that lands on one of `squares` could connect the side.
    #[inline(always)]
    pub(super) fn reach(&self, squares: u64) -> bool {
        let by_lone = self.lone().iter().any(|lone| lone.1 & squares != 0);
        self.beside_all & squares != 0 || by_lone
    }
}
