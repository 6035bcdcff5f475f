//! Sets of a given number of stones, numbered up to the board's symmetries.
//!
//! The orbit of a set contains its images under all symmetries. The least set of an orbit, read as
//! a binary number, represents it.
//!
//! A position has the index of its image in which the mover's set `U` becomes the representative
//! `R` of its orbit. If `R` is symmetric in itself, several symmetries take `U` to `R`. The images
//! can then have different indices, all with the same value. To count moves exactly, each must lead
//! to one of them: by definition the one of the first of these symmetries, `first(U)`.
//!
//! Consequently, the moves that lead to an index, that is to a position `(R, T)`, are the moves to
//! `first(U)^-1 (R, T)`, one such position for every `U` of the orbit. The symmetries `first(U)^-1`
//! are the orbit's *transversal*. So the indices before this one are found in three steps: undo a
//! move of `(R, T)`, apply all symmetries that make the result an index, and keep those of the
//! transversal. Unless `R` is symmetric, all are kept.

use super::board::Set;
use super::symmetry::Symmetries;

/// `CHOOSE[k][n]`: the number of sets of `k` among `n`.
pub(super) static CHOOSE: [[u32; 32]; 32] = choose();

const fn choose() -> [[u32; 32]; 32] {
    let mut table = [[0; 32]; 32];
    let mut n = 0;
    while n < 32 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= n {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// Returns all sets of `stones` among the numbers below `squares`, least first.
pub(super) fn all_sets(stones: u32, squares: u32) -> impl Iterator<Item = Set> {
    let first = (1 << stones) - 1;
    let sets = std::iter::successors(Some(first), |&set: &Set| {
        // The highest one of the lowest run of ones moves up by one, and the others move to the
        // bottom.
        let lowest = set & set.wrapping_neg();
        let raised = set + lowest;
        let fallen = ((set ^ raised) >> 2).checked_div(lowest)?;
        Some(raised | fallen)
    });
    sets.take(CHOOSE[stones as usize][squares as usize] as usize)
}

/// Returns the squares of a set, lowest first.
pub(super) fn squares_of(set: Set) -> impl Iterator<Item = u32> {
    let left = std::iter::successors(Some(set), |&set| Some(set & set.wrapping_sub(1)));
    left.take_while(|&set| set != 0).map(Set::trailing_zeros)
}

/// Returns the number of sets of the same size before this one.
fn rank(set: Set) -> usize {
    let rank: u32 = (1..)
        .zip(squares_of(set))
        .map(|(k, square): (usize, u32)| CHOOSE[k][square as usize])
        .sum();
    rank as usize
}

/// Returns the number of sets of the same size before this one, without the squares of `taken`.
pub(super) fn rank_among_rest(set: Set, taken: Set) -> usize {
    let free_below = |square: u32| square - (taken & ((1 << square) - 1)).count_ones();
    let rank: u32 = (1..)
        .zip(squares_of(set))
        .map(|(k, square): (usize, u32)| CHOOSE[k][free_below(square) as usize])
        .sum();
    rank as usize
}

/// A set's orbit, and the symmetries that take the set to its representative, as bits. Both are in
/// one number, to use the processor's caches well.
#[derive(Clone, Copy)]
pub(super) struct Membership(u32);

impl Membership {
    const fn new(orbit: u32, symmetries: u32) -> Self {
        Self(orbit << 8 | symmetries)
    }

    pub(super) const fn orbit(self) -> usize {
        (self.0 >> 8) as usize
    }

    pub(super) const fn symmetries(self) -> u32 {
        self.0 & 0xff
    }

    pub(super) const fn first_symmetry(self) -> usize {
        self.symmetries().trailing_zeros() as usize
    }
}

/// Sets that are the same under the board's symmetries.
#[derive(Clone, Copy)]
pub(super) struct Orbit {
    /// The set that represents them.
    pub(super) set: Set,
    /// The number of sets.
    pub(super) size: u32,
    /// The symmetries, as bits, under whose images an index is reached.
    pub(super) transversal: u32,
}

/// All sets of a given number of stones.
pub(super) struct Sets {
    memberships: Vec<Membership>,
    pub(super) orbits: Vec<Orbit>,
}

impl Sets {
    pub(super) fn new(symmetries: &Symmetries, stones: u32, squares: u32) -> Self {
        let mut sets = Self { memberships: Vec::new(), orbits: Vec::new() };
        for set in all_sets(stones, squares) {
            let membership = sets.classify(symmetries, set);
            let orbit = &mut sets.orbits[membership.orbit()];
            orbit.size += 1;
            orbit.transversal |= 1 << symmetries.inverse(membership.first_symmetry());
            sets.memberships.push(membership);
        }
        sets
    }

    /// Sets come least first, so the representative is the first set of its orbit.
    fn classify(&mut self, symmetries: &Symmetries, set: Set) -> Membership {
        let images = (0..symmetries.count()).map(|symmetry| symmetries.image(symmetry, set));
        let least = images.clone().min().unwrap_or(set);
        let orbit = if least == set {
            self.orbits.push(Orbit { set, size: 0, transversal: 0 });
            self.orbits.len() - 1
        } else {
            self.memberships[rank(least)].orbit()
        };
        let to_least = images.enumerate().filter(|&(_, image)| image == least);
        Membership::new(orbit as u32, to_least.map(|(symmetry, _)| 1 << symmetry).sum())
    }

    pub(super) fn membership(&self, set: Set) -> Membership {
        self.memberships[rank(set)]
    }
}
