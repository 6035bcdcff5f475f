//! The groups that stones form, updated while stones are added and removed.
//!
//! A group is stored as its squares and their neighbours. A stone joins every group that contains
//! its square, and makes them one group; the others do not change.

use loa_solver::Bitboard;

/// The maximum number of groups, and one more. A board has room for sixteen squares of which no two
/// are neighbours.
const MOST: usize = 17;

/// The groups of the first n stones of a set, for each n.
pub(crate) struct Groups {
    of_first: Vec<([u64; MOST], usize)>,
}

/// Squares on which one more stone makes one group, or two, or three.
#[derive(Clone, Copy)]
pub(crate) struct OneMore {
    pub(crate) one: u64,
    pub(crate) two: u64,
    pub(crate) three: u64,
}

impl Groups {
    /// Returns the groups of no stones, with space for `stones`.
    pub(crate) fn new(stones: usize) -> Groups {
        Groups { of_first: vec![([0; MOST], 0); stones + 1] }
    }

    /// Puts the stone with this number, from 0, on a square. Stones with higher numbers are
    /// removed.
    #[inline(always)]
    pub(crate) fn put(&mut self, number: usize, square: u8) {
        let (before, after) = self.of_first.split_at_mut(number + 1);
        let ((before, count), (after, kept)) = (&before[number], &mut after[0]);
        let mut joined = Bitboard(1 << square).neighbourhood().0;
        *kept = 0;
        for &group in &before[..*count] {
            let joins = group >> square & 1 != 0;
            joined |= if joins { group } else { 0 };
            after[*kept] = group;
            *kept += usize::from(!joins);
        }
        after[*kept] = joined;
        *kept += 1;
    }

    /// Returns the effect of one more stone on the groups of the first `stones`.
    #[inline(always)]
    pub(crate) fn one_more(&self, stones: usize) -> OneMore {
        // Squares that are not next to at least one, two or three of the groups.
        let [mut one, mut two, mut three] = [0; 3];
        let (groups, count) = &self.of_first[stones];
        for group in &groups[..*count] {
            three |= two & !group;
            two |= one & !group;
            one |= !group;
        }
        OneMore { one: !one, two: one & !two, three: two & !three }
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::internal::Subsets;

    use super::*;

    /// Counts the groups that the stones of a set form.
    pub(crate) fn group_count(mut set: u64) -> usize {
        let mut count = 0;
        while set != 0 {
            let mut group = set & set.wrapping_neg();
            loop {
                let grown = Bitboard(group).neighbourhood().0 & set;
                if grown == group {
                    break;
                }
                group = grown;
            }
            set &= !group;
            count += 1;
        }
        count
    }

    #[test]
    fn groups_are_those_found_by_walking() {
        for set in Subsets::new(0x0f_1f0f_0f1f, 5).step_by(97) {
            let mut groups = Groups::new(5);
            let squares = (0..64).filter(|square| set >> square & 1 != 0);
            for (number, square) in squares.enumerate() {
                groups.put(number, square);
            }
            let more = groups.one_more(5);
            for square in (0..64).filter(|square| set >> square & 1 == 0) {
                let count = group_count(set | 1 << square);
                let told = [more.one, more.two, more.three].map(|set| set >> square & 1 != 0);
                assert_eq!(told, [1, 2, 3].map(|groups| groups == count));
            }
        }
    }

    #[test]
    fn the_most_groups_fit() {
        let apart = 0x0055_0055_0055_0055_u64;
        assert_eq!(group_count(apart), 16);
        let mut groups = Groups::new(16);
        for (number, square) in (0..64).filter(|square| apart >> square & 1 != 0).enumerate() {
            groups.put(number, square);
        }
        assert_eq!(groups.one_more(16).one, 0);
    }
}
