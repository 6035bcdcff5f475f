//! Ranks of sets that differ in one stone.
//!
//! The set u_1 < u_2 < .. < u_k has the rank C(u_1, 1) + .. + C(u_k, k). In a *run* the upper
//! stones u_2 .. u_k stay and the lowest goes through all squares below them. If an upper stone
//! moves or is captured, or the lowest moves, the shares of all stones but two are those before, or
//! those with the next lower or higher number. So their sums are computed once for a run.

use loa_solver::internal::{choose, members};

/// Returns the share of the `k`-th stone on square number `n`.
#[inline(always)]
pub(super) fn share(k: usize, n: usize) -> usize {
    choose(n as u32 & 63, k as u32) as usize
}

/// Sums over the first i upper stones, for every i.
pub(super) struct Sums {
    stones: usize,
    /// The sums of their shares in the set; with one stone fewer below; and with one more.
    here: [usize; 64],
    lower: [usize; 64],
    higher: [usize; 64],
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { stones: 0, here: [0; 64], lower: [0; 64], higher: [0; 64] }
    }
}

impl Sums {
    /// Moves on to another set of upper stones.
    #[inline(always)]
    pub(super) fn set(&mut self, upper: u64) {
        let mut stones = 0;
        for square in members(upper) {
            let share_of = |k| share(k, square as usize);
            self.here[stones + 1] = self.here[stones] + share_of(stones + 2);
            self.lower[stones + 1] = self.lower[stones] + share_of(stones + 1);
            self.higher[stones + 1] = self.higher[stones] + share_of(stones + 3);
            stones += 1;
        }
        self.stones = stones;
    }

    /// Returns the shares of all upper stones after the lowest moves over `below` of them.
    #[inline(always)]
    pub(super) fn lowest_over(&self, below: usize) -> usize {
        self.lower[below & 63] + self.here[self.stones] - self.here[below & 63]
    }

    /// Returns the shares of all upper stones but one, which moves to a square with `below` of the
    /// others below it.
    #[inline(always)]
    pub(super) fn without(&self, stone: usize, below: usize) -> usize {
        let (stone, below) = (stone & 63, below & 63);
        let past = (stone + 1) & 63;
        if below <= stone {
            self.here[below] + (self.higher[stone] - self.higher[below]) + self.here[self.stones]
                - self.here[past]
        } else {
            let reached = (below + 1) & 63;
            self.here[stone] + (self.lower[reached] - self.lower[past]) + self.here[self.stones]
                - self.here[reached]
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::internal::{Subsets, rank_within};

    use super::*;

    #[test]
    fn ranks_are_those_of_the_sets() {
        let rank = |set| rank_within(set, u64::MAX) as usize;
        for stones in 2..=5 {
            let mut sums = Sums::default();
            for upper in Subsets::new(0b1_1111_1110, stones as u32 - 1) {
                sums.set(upper);
                let lowest = upper.trailing_zeros() as usize - 1;
                assert_eq!(sums.lowest_over(stones - 1), rank(upper));
                for to in (0..11).filter(|to| upper >> to & 1 == 0) {
                    let below = (upper & ((1 << to) - 1)).count_ones() as usize;
                    let moved = sums.lowest_over(below) + share(below + 1, to);
                    assert_eq!(moved, rank(upper | 1 << to));
                }
                for (stone, from) in members(upper).enumerate() {
                    let others = upper ^ 1 << from;
                    let gone = lowest + sums.without(stone, stones - 2);
                    assert_eq!(gone, rank(others | 1 << lowest));
                    for to in (lowest + 1..11).filter(|to| others >> to & 1 == 0) {
                        let below = (others & ((1 << to) - 1)).count_ones() as usize;
                        let moved = sums.without(stone, below) + share(below + 2, to);
                        assert_eq!(lowest + moved, rank(others | 1 << to | 1 << lowest));
                    }
                }
            }
        }
    }
}
