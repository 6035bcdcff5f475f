//! Ranks of sets of stones, as solving looks them up.

use crate::game::bitboard::take_lowest;
use crate::index::rank::{CHOOSE, choose};

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
            let from = if shift == 0 { 0 } else { k.saturating_sub(members) };
            let mut left = part;
            let terms = (1..=members).map(|i| choose(take_lowest(&mut left) + shift, from + i));
            terms.sum::<u64>() as u32
        };
        let table = |bits: u32, shift: u32| {
            let parts = 0..1u64 << bits;
            let share_of = |part: u64| {
                if part.count_ones() <= k { share(part, shift) } else { 0 }
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
        shares.map(|(below, k)| choose((universe & below).count_ones(), k)).sum()
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
    use crate::index::rank::{Subsets, rank_within};

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

    #[test]
    fn members_have_the_rank_of_their_set() {
        let universe = 0x0f0f_3c3c_0f0f_u64;
        let mut members = Members::default();
        for set in Subsets::new(universe, 3) {
            members.set(set);
            assert_eq!(members.rank_within(universe), rank_within(set, universe));
        }
    }
}
