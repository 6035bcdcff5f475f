//! Numbering the leader's squares up to the board's symmetries.
//!
//! Two sets of squares belong to one *orbit* when a symmetry of the board takes
//! one to the other. An orbit's *representative* is its set of the lowest rank,
//! and orbits are numbered in the order of their representatives. One 32-bit
//! entry a set, found by its rank, gives the orbit, a symmetry that leads to
//! the representative, and two facts that would be costly to work out again.

use crate::board::{Board, is_connected};
use crate::rank::{Subsets, choose, rank_within};
use crate::symmetry::Symmetry;

/// What is known of one set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader(u32);

const CONNECTED: u32 = 1 << 3;
const SYMMETRIC: u32 = 1 << 4;
const ORBIT_SHIFT: u32 = 5;
const MAX_ORBITS: u64 = 1 << (32 - ORBIT_SHIFT);
const UNSEEN: u32 = u32::MAX;

impl Leader {
    /// The number of its orbit.
    #[inline]
    pub const fn orbit(self) -> u64 {
        (self.0 >> ORBIT_SHIFT) as u64
    }

    /// A symmetry that takes it to the orbit's representative.
    #[inline]
    pub const fn to_representative(self) -> Symmetry {
        Symmetry::from_number(self.0 as u8)
    }

    /// Whether its stones are connected.
    #[inline]
    pub const fn is_connected(self) -> bool {
        self.0 & CONNECTED != 0
    }

    /// Whether a symmetry other than the identity leaves it as it is.
    #[inline]
    pub const fn is_symmetric(self) -> bool {
        self.0 & SYMMETRIC != 0
    }
}

/// All sets of a given number of squares of a board, by orbit.
pub struct Leaders {
    board: Board,
    stones: u32,
    leaders: Vec<Leader>,
    representatives: Vec<u64>,
}

impl Leaders {
    /// Bytes that the numbering of this many stones takes; `None` if orbits
    /// would not fit the entries.
    pub fn bytes(board: Board, stones: u32) -> Option<u64> {
        let orbits = orbit_count(board, stones);
        (orbits < MAX_ORBITS).then(|| 4 * choose(board.squares(), stones) + 8 * orbits)
    }

    /// Numbers the orbits of `stones` squares of `board`; `None` as for
    /// [`Leaders::bytes`]. Takes a moment a million sets.
    pub fn new(board: Board, stones: u32) -> Option<Leaders> {
        Leaders::bytes(board, stones)?;
        let sets = choose(board.squares(), stones) as usize;
        let mut leaders = vec![Leader(UNSEEN); sets];
        let mut representatives = Vec::new();
        for (rank, set) in Subsets::new(board.mask(), stones).enumerate() {
            if leaders[rank].0 != UNSEEN {
                continue;
            }
            let orbit = (representatives.len() as u32) << ORBIT_SHIFT;
            representatives.push(set);
            let symmetric = Symmetry::all(board)
                .skip(1)
                .any(|s| s.apply(board, set) == set);
            let facts = if symmetric { SYMMETRIC } else { 0 }
                | if is_connected(set) { CONNECTED } else { 0 };
            for symmetry in Symmetry::all(board) {
                let image = rank_within(symmetry.apply(board, set), board.mask()) as usize;
                if leaders[image].0 == UNSEEN {
                    let back = u32::from(symmetry.inverse().number());
                    leaders[image] = Leader(orbit | facts | back);
                }
            }
        }
        Some(Leaders {
            board,
            stones,
            leaders,
            representatives,
        })
    }

    /// How many stones a leader has.
    pub const fn stones(&self) -> u32 {
        self.stones
    }

    /// How many orbits there are.
    pub fn orbits(&self) -> u64 {
        self.representatives.len() as u64
    }

    /// What is known of a set of as many squares of the board.
    #[inline]
    pub fn leader(&self, set: u64) -> Leader {
        self.leaders[rank_within(set, self.board.mask()) as usize]
    }

    /// What is known of the set of this rank among the board's squares.
    #[inline]
    pub(crate) fn by_rank(&self, rank: usize) -> Leader {
        self.leaders[rank]
    }

    /// The representative of an orbit.
    ///
    /// # Panics
    /// If there are not so many orbits.
    #[inline]
    pub fn representative(&self, orbit: u64) -> u64 {
        self.representatives[orbit as usize]
    }

    /// How many sets an orbit has.
    ///
    /// # Panics
    /// If there are not so many orbits.
    pub fn orbit_length(&self, orbit: u64) -> u64 {
        let set = self.representative(orbit);
        let all = Symmetry::all(self.board);
        let fixing = all.clone().filter(|s| s.apply(self.board, set) == set);
        (all.count() / fixing.count()) as u64
    }
}

/// The representative of one orbit, or `None` where there are not so many: found
/// by counting, without memory, in a moment for each million sets.
pub fn orbit_representative(board: Board, stones: u32, orbit: u64) -> Option<u64> {
    let symmetries = Symmetry::all(board).skip(1);
    // Sets of one size are in the order of their ranks as numbers.
    let is_lowest = |&set: &u64| symmetries.clone().all(|s| s.apply(board, set) >= set);
    let mut representatives = Subsets::new(board.mask(), stones).filter(is_lowest);
    representatives.nth(usize::try_from(orbit).ok()?)
}

/// How many orbits the sets of `stones` squares of `board` form, by the
/// Cauchy-Frobenius lemma: the mean, over the symmetries, of how many sets
/// each leaves as they are. A symmetry leaves a set as it is when the set is a
/// union of the symmetry's cycles.
pub(crate) fn orbit_count(board: Board, stones: u32) -> u64 {
    let mut fixed = 0;
    for symmetry in Symmetry::all(board) {
        let mut unions = vec![0u128; stones as usize + 1];
        unions[0] = 1;
        let mut left = board.mask();
        while left != 0 {
            let start = left & left.wrapping_neg();
            let mut cycle = start;
            loop {
                let grown = cycle | symmetry.apply(board, cycle);
                if grown == cycle {
                    break;
                }
                cycle = grown;
            }
            left &= !cycle;
            let length = cycle.count_ones() as usize;
            for size in (length..unions.len()).rev() {
                unions[size] += unions[size - length];
            }
        }
        fixed += unions[stones as usize];
    }
    (fixed / Symmetry::all(board).count() as u128) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_counted_and_partition_the_sets() {
        for board in Board::all() {
            for stones in 1..=3 {
                let leaders = Leaders::new(board, stones).unwrap();
                assert_eq!(
                    leaders.orbits(),
                    orbit_count(board, stones),
                    "{board} {stones}"
                );
                let lengths: u64 = (0..leaders.orbits()).map(|o| leaders.orbit_length(o)).sum();
                assert_eq!(lengths, choose(board.squares(), stones));
                for orbit in [0, leaders.orbits() / 2, leaders.orbits() - 1] {
                    let found = orbit_representative(board, stones, orbit);
                    assert_eq!(found, Some(leaders.representative(orbit)));
                }
                let beyond = orbit_representative(board, stones, leaders.orbits());
                assert_eq!(beyond, None);
                for set in Subsets::new(board.mask(), stones) {
                    let leader = leaders.leader(set);
                    let image = leader.to_representative().apply(board, set);
                    assert_eq!(image, leaders.representative(leader.orbit()));
                    assert_eq!(leader.is_connected(), is_connected(set));
                    let whole =
                        leaders.orbit_length(leader.orbit()) == Symmetry::all(board).count() as u64;
                    assert_eq!(leader.is_symmetric(), !whole);
                }
            }
        }
    }
}
