//! Ranks of the sets of k squares of a universe: the combinatorial number system.
//!
//! Sets are in colexicographic order: the set whose members are the squares p_1 < p_2 < .. < p_k of
//! the universe, each counted from 0 among the universe's squares, has rank C(p_1, 1) + C(p_2, 2) +
//! .. + C(p_k, k). The ranks of all k-sets of n squares are exactly 0 .. C(n, k).
//!
//! [`rank_within`] computes the rank in any universe and without tables: it walks the stones and
//! counts the squares below each. If a whole block shares a universe, its sets are first made
//! *compact* (bit i for the i-th square of the universe), and [`Ranking`] adds entries of two
//! tables. With the members split at bit b, the low part contributes independently of the high
//! part. The high part's members are numbered from k minus their own count, so each half alone
//! determines its share. Large universes use [`rank_within`] instead.

use crate::game::bitboard::take_lowest;

/// C(n, k) for n and k up to 64. The largest, C(64, 32), fits in 64 bits.
pub(crate) static CHOOSE: [[u64; 65]; 65] = pascal();

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

/// Returns C(n, k): how many sets of `k` squares a universe of `n` squares has.
///
/// # Panics
/// If `n` or `k` is over 64.
#[inline(always)]
pub fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// Returns the rank of `set` among the sets of its size in `universe`, which must
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
/// If no such set has this rank.
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
        Subsets { next: lowest.get(k as usize).copied(), universe, lowest }
    }

    /// Returns the sets of the size of `first` in `universe`, from `first` on.
    pub(crate) fn starting_at(first: u64, universe: u64) -> Subsets {
        Subsets { next: Some(first), ..Subsets::new(universe, first.count_ones()) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splitmix::mix;

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
    fn unrank_undoes_rank() {
        for state in 0..1000 {
            let [universe, pick] = [state, !state].map(mix);
            let set = universe & pick;
            let rank = rank_within(set, universe);
            assert_eq!(unrank_within(rank, set.count_ones(), universe), set);
        }
    }
}
