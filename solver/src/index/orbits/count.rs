//! Counts of orbits, without listing them.
//!
//! By the Cauchy-Frobenius lemma, a family of sets that every symmetry maps to itself has as many
//! orbits as sets that a symmetry fixes, averaged over the symmetries. Two families are counted:
//! all sets of k squares, and those of them with no image below a bound. The orbits of the second
//! family are those whose representative is at or above the bound.
//!
//! A set is below a bound b_1 < b_2 < .. < b_k if for some i it has the squares b_k .. b_i+1 and no
//! other from b_i upwards. That is a [`Pattern`] of occupied and empty squares. The condition that
//! an image of the set is below the bound is a pattern as well. Inclusion and exclusion counts the
//! sets that match no pattern: a set matches several patterns if it matches their union, and
//! binomials count the sets that match one pattern.
//!
//! A symmetry fixes a set that is a union of the symmetry's cycles. For such sets the patterns are
//! widened to whole cycles, and cycles of each length are chosen instead of squares.

use crate::game::board::Board;
use crate::game::symmetry::Symmetry;
use crate::index::rank::choose;

/// Counts the orbits of the sets of `stones` squares of `board`.
pub(crate) fn orbit_count(board: Board, stones: u32) -> u64 {
    OrbitCounter::new(board, stones).orbits
}

/// Counts the orbits of all sets of k squares of a board.
pub(crate) struct OrbitCounter {
    board: Board,
    stones: u32,
    cycles: Vec<Cycles>,
    pub(crate) orbits: u64,
}

/// A symmetry, and the squares of the board by the length of their cycle.
struct Cycles {
    symmetry: Symmetry,
    /// Squares in cycles of one, two and four; no other lengths exist.
    squares: [u64; 3],
}

/// Squares that a set must have, and squares that it must not have.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pattern {
    occupied: u64,
    empty: u64,
}

impl OrbitCounter {
    pub(crate) fn new(board: Board, stones: u32) -> OrbitCounter {
        let cycles = Symmetry::all(board).map(|symmetry| Cycles::of(board, symmetry));
        let mut counter = OrbitCounter { board, stones, cycles: cycles.collect(), orbits: 0 };
        counter.orbits = counter.mean(|cycles| counter.matching(cycles, Pattern::ANY));
        counter
    }

    /// Counts the orbits whose representative is below `bound`, a set of the same size.
    pub(crate) fn orbits_below(&self, bound: u64) -> u64 {
        let below = Pattern::below(self.board, bound);
        let images: Vec<Vec<Pattern>> = Symmetry::all(self.board)
            .map(|symmetry| {
                let image = |pattern: &Pattern| pattern.map(|set| symmetry.image(self.board, set));
                below.iter().map(image).collect()
            })
            .collect();
        self.orbits - self.mean(|cycles| self.left_by(cycles, &images))
    }

    fn mean(&self, sets: impl Fn(&Cycles) -> u64) -> u64 {
        let sum: u128 = self.cycles.iter().map(|cycles| u128::from(sets(cycles))).sum();
        (sum / self.cycles.len() as u128) as u64
    }

    /// Counts the sets that match no pattern and that a symmetry fixes.
    fn left_by(&self, cycles: &Cycles, images: &[Vec<Pattern>]) -> u64 {
        let mut widened: Vec<Vec<Pattern>> = Vec::with_capacity(images.len());
        for patterns in images {
            let patterns = patterns
                .iter()
                .map(|p| p.map(|set| cycles.widened(self.board, set)))
                .filter(|&p| self.is_possible(p))
                .collect();
            // Images that the symmetry exchanges are below the bound together.
            if !widened.contains(&patterns) {
                widened.push(patterns);
            }
        }
        self.matching_none(cycles, &widened, Pattern::ANY)
    }

    /// Counts the sets that match `pattern` but none of `others`.
    fn matching_none(&self, cycles: &Cycles, others: &[Vec<Pattern>], pattern: Pattern) -> u64 {
        let Some((first, others)) = others.split_first() else {
            return self.matching(cycles, pattern);
        };
        let all = self.matching_none(cycles, others, pattern);
        all - first
            .iter()
            .map(|&other| pattern.and(other))
            .filter(|&joined| self.is_possible(joined))
            .map(|joined| self.matching_none(cycles, others, joined))
            .sum::<u64>()
    }

    /// `true` if sets of `stones` squares can match.
    fn is_possible(&self, pattern: Pattern) -> bool {
        let room = self.board.mask().0 & !pattern.empty;
        pattern.occupied & pattern.empty == 0
            && pattern.occupied.count_ones() <= self.stones
            && self.stones <= room.count_ones()
    }

    /// Counts the unions of cycles that match a pattern of whole cycles.
    fn matching(&self, cycles: &Cycles, pattern: Pattern) -> u64 {
        let free = !(pattern.occupied | pattern.empty);
        let [ones, twos, fours] = cycles.squares.map(|squares| (squares & free).count_ones());
        let stones = self.stones - pattern.occupied.count_ones();
        let mut sets = 0;
        for four in 0..=(fours / 4).min(stones / 4) {
            let stones = stones - 4 * four;
            for two in 0..=(twos / 2).min(stones / 2) {
                let one = choose(ones, stones - 2 * two);
                sets += choose(fours / 4, four) * choose(twos / 2, two) * one;
            }
        }
        sets
    }
}

impl Cycles {
    fn of(board: Board, symmetry: Symmetry) -> Cycles {
        let mut cycles = Cycles { symmetry, squares: [0; 3] };
        let mut left = board.mask().0;
        while left != 0 {
            let cycle = cycles.widened(board, left & left.wrapping_neg());
            cycles.squares[cycle.count_ones().ilog2() as usize] |= cycle;
            left &= !cycle;
        }
        cycles
    }

    /// Returns the least union of cycles that contains a set.
    const fn widened(&self, board: Board, set: u64) -> u64 {
        let once = set | self.symmetry.image(board, set);
        once | self.symmetry.image(board, self.symmetry.image(board, once))
    }
}

impl Pattern {
    const ANY: Pattern = Pattern { occupied: 0, empty: 0 };

    /// Returns the patterns of the sets below a bound; no set matches two of them.
    fn below(board: Board, bound: u64) -> Vec<Pattern> {
        let mut patterns = Vec::with_capacity(bound.count_ones() as usize);
        let (mut occupied, mut left) = (0, bound);
        while left != 0 {
            let highest = 1 << left.ilog2();
            let upwards = board.mask().0 & !(highest - 1);
            patterns.push(Pattern { occupied, empty: upwards & !occupied });
            occupied |= highest;
            left ^= highest;
        }
        patterns
    }

    /// Returns the pattern of the sets that match both.
    const fn and(self, other: Pattern) -> Pattern {
        Pattern { occupied: self.occupied | other.occupied, empty: self.empty | other.empty }
    }

    fn map(self, map: impl Fn(u64) -> u64) -> Pattern {
        Pattern { occupied: map(self.occupied), empty: map(self.empty) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::symmetry::is_lowest_image;
    use crate::index::rank::Subsets;

    #[test]
    fn orbits_below_every_set_are_counted() {
        for (board, most) in [("3x3", 9), ("3x4", 12), ("4x4", 4), ("5x5", 2), ("8x8", 1)] {
            let board: Board = board.parse().unwrap();
            for stones in 1..=most {
                let counter = OrbitCounter::new(board, stones);
                let mut below = 0;
                for set in Subsets::new(board.mask().0, stones) {
                    assert_eq!(counter.orbits_below(set), below, "{board} {set:#x}");
                    below += u64::from(is_lowest_image(board, set));
                }
                assert_eq!(counter.orbits, below, "{board} {stones}");
            }
        }
    }
}
