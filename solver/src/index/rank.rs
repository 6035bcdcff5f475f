//! Ranks of the sets of k squares of a universe: the combinatorial number system.
//!
//! Sets are in colexicographic order: the set whose members are the squares
//! p_1 < p_2 < .. < p_k of the universe, each counted from 0 among the
//! universe's squares, has rank C(p_1, 1) + C(p_2, 2) + .. + C(p_k, k). The
//! ranks of all k-sets of n squares are exactly 0 .. C(n, k).
//!
//! There are three ways to the rank. [`rank_within`] walks the stones and counts the
//! squares below each; it works in any universe and needs no tables. Where a whole
//! block shares a universe, sets are first made *compact* (bit i for the i-th square
//! of the universe), and [`Ranking`] reads the sum from two tables: with the members
//! split at bit b, the low part contributes independently of the high part, and the
//! high part's members are numbered from k minus their own count, so each half alone
//! determines its share. Large universes walk the stones instead.

use crate::game::bitboard::take_lowest;

/// C(n, k) for n and k up to 64; the largest, C(64, 32), fits in 64 bits.
static CHOOSE: [[u64; 65]; 65] = pascal();

const fn pascal() -> [[u64; 65]; 65] {
    let mut rows = [[0; 65]; 65];
    let mut n = 0;
    while n < 65 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}

/// Returns C(n, k), the number of sets of `k` squares of a universe of `n` squares.
///
/// # Panics
/// If `n` or `k` is over 64.
#[inline(always)]
pub fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// Returns the rank of `set` among the sets of as many squares of `universe`, which must
/// contain it.
#[inline(always)]
pub fn rank_within(mut set: u64, universe: u64) -> u64 {
    let mut rank = 0;
    let mut k = 0;
    while set != 0 {
        let square = take_lowest(&mut set);
        let below = (universe & ((1 << square) - 1)).count_ones();
        k += 1;
        rank += choose(below, k);
    }
    rank
}

/// Returns the set of `k` squares of `universe` that has this rank.
///
/// # Panics
/// If there are not so many sets.
pub fn unrank_within(mut rank: u64, k: u32, universe: u64) -> u64 {
    let squares = universe.count_ones();
    assert!(rank < choose(squares, k), "rank {rank} of {k} in {squares}");
    let mut set = 0;
    let mut left = universe;
    let mut below = squares;
    for k in (1..=k).rev() {
        while choose(below, k) > rank {
            below -= 1;
        }
        rank -= choose(below, k);
        while left.count_ones() > below + 1 {
            left ^= 1 << (63 - left.leading_zeros());
        }
        set |= 1 << (63 - left.leading_zeros());
    }
    set
}

/// Iterator over the sets of `k` squares of a universe, in the order of their ranks.
#[derive(Clone, Debug)]
pub struct Subsets {
    next: Option<u64>,
    universe: u64,
    /// The lowest i squares of the universe, for i up to k.
    lowest: Vec<u64>,
}

impl Subsets {
    /// Returns all sets of `k` squares of `universe`.
    pub fn new(universe: u64, k: u32) -> Subsets {
        let mut left = universe;
        let mut lowest = vec![0];
        while left != 0 && lowest.len() <= k as usize {
            let bit = 1 << take_lowest(&mut left);
            lowest.push(lowest[lowest.len() - 1] | bit);
        }
        Subsets {
            next: lowest.get(k as usize).copied(),
            universe,
            lowest,
        }
    }

    /// Returns the sets of as many squares of `universe` as `first` has, from `first` on.
    pub(crate) fn starting_at(first: u64, universe: u64) -> Subsets {
        Subsets {
            next: Some(first),
            ..Subsets::new(universe, first.count_ones())
        }
    }
}

impl Iterator for Subsets {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let set = self.next?;
        // The lowest run of members moves up: its highest member by one
        // square, the others to the bottom. Filling the squares outside the
        // universe lets the carry ripple over them.
        let carried = (set | !self.universe).checked_add(set & set.wrapping_neg());
        self.next = carried.filter(|_| set != 0).and_then(|carried| {
            let risen = carried & self.universe;
            let run = (set & !risen).count_ones();
            (risen != 0 && run > 0).then(|| risen | self.lowest[run as usize - 1])
        });
        Some(set)
    }
}

/// Ranks of the k-sets of a compact universe (squares 0 .. n).
pub(crate) trait Ranking: Sync {
    /// Returns the rank of a set of k squares.
    fn rank(&self, set: u64) -> usize;
}

/// A ranking by two tables, for universes of up to [`SplitRanking::LARGEST`] squares.
pub(crate) struct SplitRanking {
    low_bits: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl SplitRanking {
    /// The largest universe whose tables stay in the second-level cache.
    pub(crate) const LARGEST: u32 = 26;

    pub(crate) fn new(squares: u32, k: u32) -> SplitRanking {
        let low_bits = squares.div_ceil(2);
        let share = |part: u64, shift: u32| {
            let members = part.count_ones();
            let from = if shift == 0 {
                0
            } else {
                k.saturating_sub(members)
            };
            let mut left = part;
            let terms = (1..=members).map(|i| choose(take_lowest(&mut left) + shift, from + i));
            terms.sum::<u64>() as u32
        };
        let table = |bits: u32, shift: u32| {
            let parts = 0..1u64 << bits;
            let share_of = |part: u64| {
                if part.count_ones() <= k {
                    share(part, shift)
                } else {
                    0
                }
            };
            parts.map(share_of).collect()
        };
        SplitRanking {
            low_bits,
            low: table(low_bits, 0),
            high: table(squares - low_bits, low_bits),
        }
    }
}

impl Ranking for SplitRanking {
    #[inline(always)]
    fn rank(&self, set: u64) -> usize {
        let low = set as usize & (self.low.len() - 1);
        let high = (set >> self.low_bits) as usize;
        (self.low[low] + self.high[high]) as usize
    }
}

/// A ranking by tables or stone by stone, chosen by the size of the universe.
pub(crate) enum Ranks {
    /// Two tables.
    Split(SplitRanking),
    /// Stone by stone.
    Stones(StoneRanking),
}

impl Ranks {
    pub(crate) fn new(squares: u32, k: u32) -> Ranks {
        if squares <= SplitRanking::LARGEST {
            Ranks::Split(SplitRanking::new(squares, k))
        } else {
            Ranks::Stones(StoneRanking)
        }
    }
}

impl Ranking for Ranks {
    #[inline(always)]
    fn rank(&self, set: u64) -> usize {
        match self {
            Ranks::Split(ranking) => ranking.rank(set),
            Ranks::Stones(ranking) => ranking.rank(set),
        }
    }
}

/// A set that is ranked in many universes, as the squares below each member.
#[derive(Clone, Default)]
pub(crate) struct Members(Vec<u64>);

impl Members {
    /// Replaces the set.
    pub(crate) fn set(&mut self, mut set: u64) {
        self.0.clear();
        while set != 0 {
            self.0.push((1 << take_lowest(&mut set)) - 1);
        }
    }

    /// Returns the rank of the set in a universe, as by [`rank_within`].
    #[inline(always)]
    pub(crate) fn rank_within(&self, universe: u64) -> u64 {
        let shares = self.0.iter().zip(1..);
        shares
            .map(|(below, k)| choose((universe & below).count_ones(), k))
            .sum()
    }
}

/// A ranking stone by stone, for universes of any size.
pub(crate) struct StoneRanking;

impl Ranking for StoneRanking {
    #[inline(always)]
    fn rank(&self, mut set: u64) -> usize {
        let mut rank = 0;
        let mut k = 0;
        while set != 0 {
            k += 1;
            rank += CHOOSE[take_lowest(&mut set) as usize][k];
        }
        rank as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn subsets_come_in_the_order_of_their_ranks() {
        for universe in [0x0f0f_0f0f, 0b1111111, 0x8000_0000_0000_8421, 0b1] {
            let squares: u32 = u64::count_ones(universe);
            for k in 0..=squares.min(5) {
                let sets: Vec<_> = Subsets::new(universe, k).collect();
                assert_eq!(sets.len() as u64, choose(squares, k), "{universe:#x} {k}");
                for (rank, &set) in sets.iter().enumerate() {
                    assert_eq!(set & !universe, 0);
                    assert_eq!(rank_within(set, universe), rank as u64);
                    assert_eq!(unrank_within(rank as u64, k, universe), set);
                }
            }
            assert_eq!(Subsets::new(universe, squares + 1).count(), 0);
        }
    }

    #[test]
    fn both_rankings_agree_with_the_walk() {
        for (squares, k) in [(19, 6), (20, 5), (23, 2), (26, 3), (9, 1), (5, 5), (1, 1)] {
            let universe = (1 << squares) - 1;
            let split = SplitRanking::new(squares, k);
            let ranks = Ranks::new(squares, k);
            for set in Subsets::new(universe, k) {
                let rank = rank_within(set, universe) as usize;
                assert_eq!(split.rank(set), rank);
                assert_eq!(StoneRanking.rank(set), rank);
                assert_eq!(ranks.rank(set), rank);
            }
        }
    }

    proptest! {
        #[test]
        fn unrank_undoes_rank(universe: u64, pick: u64) {
            let set = universe & pick;
            let rank = rank_within(set, universe);
            let mut members = Members::default();
            members.set(set);
            prop_assert_eq!(members.rank_within(universe), rank);
            prop_assert_eq!(unrank_within(rank, set.count_ones(), universe), set);
        }
    }
}
