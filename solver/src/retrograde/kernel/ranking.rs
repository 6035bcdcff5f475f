//! Ranks of sets of stones, optimized for solving.

use super::instructions::DepositBits;
use crate::game::bitboard::take_lowest;
use crate::index::rank::{CHOOSE, choose, rank_within};

/// Ranks of the k-sets of a compact universe (squares 0 .. n).
pub(crate) trait Ranking: Sync {
    /// Returns the rank of a set of k squares.
    fn rank(&self, set: u64) -> usize;
}

/// A ranking by two tables, for universes of up to [`SplitRanking::LARGEST`] squares.
#[derive(Debug)]
pub(crate) struct SplitRanking {
    low_bits: u32,
    low_mask: usize,
    low: Box<[u32; HALF]>,
    high: Box<[u32; HALF]>,
}

/// The maximum number of sets of one half; tables have this many entries, so that no index needs a
/// bounds check.
const HALF: usize = 1 << (SplitRanking::LARGEST / 2);

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
            let mut table: Box<[u32; HALF]> = bytemuck::zeroed_box();
            for part in (0..1u64 << bits).filter(|part| part.count_ones() <= k) {
                table[part as usize] = share(part, shift);
            }
            table
        };
        SplitRanking {
            low_bits,
            low_mask: (1 << low_bits) - 1,
            low: table(low_bits, 0),
            high: table(squares - low_bits, low_bits),
        }
    }
}

impl Ranking for SplitRanking {
    #[inline(always)]
    fn rank(&self, set: u64) -> usize {
        let low = set as usize & self.low_mask & (HALF - 1);
        let high = (set >> self.low_bits) as usize & (HALF - 1);
        (self.low[low] + self.high[high]) as usize
    }
}

/// A ranking by tables or stone by stone, chosen by the size of the universe.
#[derive(Debug)]
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

/// Ranks of the k-sets of universes of one size, as [`rank_within`] returns them, by tables if the
/// processor has an instruction that makes sets compact.
#[derive(Debug)]
pub struct UniverseRanks {
    compact: Ranks,
    instructions: Option<DepositBits>,
}

impl UniverseRanks {
    /// Returns the ranks of `k` squares among `squares`.
    pub fn new(squares: u32, k: u32) -> UniverseRanks {
        UniverseRanks { compact: Ranks::new(squares, k), instructions: DepositBits::detect() }
    }

    /// Returns the rank of a set of k squares in a universe, which must contain it.
    #[inline(always)]
    pub fn rank(&self, set: u64, universe: u64) -> u64 {
        match self.instructions {
            Some(instructions) => self.compact.rank(instructions.extract(set, universe)) as u64,
            None => rank_within(set, universe),
        }
    }
}

/// A ranking stone by stone, for universes of any size.
#[derive(Debug)]
pub(crate) struct StoneRanking;

impl Ranking for StoneRanking {
    #[inline(always)]
    fn rank(&self, mut set: u64) -> usize {
        let (mut rank, mut terms) = (0, TERMS.iter());
        while set != 0
            && let Some(terms) = terms.next()
        {
            rank += terms[take_lowest(&mut set) as usize % 64];
        }
        rank as usize
    }
}

/// C(n, k) by k, from 1, and n.
static TERMS: [[u64; 64]; 64] = {
    let mut terms = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        terms[at / 64][at % 64] = CHOOSE[at % 64][at / 64 + 1];
        at += 1;
    }
    terms
};

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
}
