//! Groups of neighbouring squares.

use crate::game::bitboard::Bitboard;

impl Bitboard {
    /// Returns the set together with the squares of the 8x8 frame next to any of its squares.
    #[inline]
    #[must_use]
    pub const fn neighbourhood(self) -> Bitboard {
        Bitboard(neighbourhood(self.0))
    }

    /// `true` if the squares form one group; diagonal neighbours count. A single square is one
    /// group, the empty set is not.
    #[inline]
    pub const fn is_connected(self) -> bool {
        is_connected(self.0)
    }

    /// Returns the groups of the squares, in the order of their lowest squares.
    pub fn groups(self) -> impl Iterator<Item = Bitboard> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let group = first_group(left);
            left &= !group;
            (group != 0).then_some(Bitboard(group))
        })
    }

    /// Returns the squares of the 8x8 frame that, added to the set, make it one group. These
    /// include the set's own squares if it is one group already.
    #[inline]
    #[must_use]
    pub const fn joining(self) -> Bitboard {
        Bitboard(joining(self.0))
    }
}

#[inline]
const fn neighbourhood(set: u64) -> u64 {
    const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set & NOT_LAST_FILE) << 1 | (set & NOT_FIRST_FILE) >> 1;
    row | row << 8 | row >> 8
}

#[inline]
const fn is_connected(set: u64) -> bool {
    set != 0 && first_group(set) == set
}

/// Returns the group of the lowest square; no square if the set is empty.
#[inline]
const fn first_group(set: u64) -> u64 {
    let mut group = set & set.wrapping_neg();
    loop {
        let grown = neighbourhood(group) & set;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

#[inline]
const fn joining(set: u64) -> u64 {
    let (mut squares, mut left) = (u64::MAX, set);
    while left != 0 && squares != 0 {
        let mut group = left & left.wrapping_neg();
        loop {
            let beside = neighbourhood(group);
            let grown = beside & set;
            if grown == group {
                squares &= beside;
                break;
            }
            group = grown;
        }
        left &= !group;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_squares_are_those_that_connect() {
        let mut set = 1;
        for _ in 0..2000 {
            set = u64::wrapping_mul(set, 0x5851_f42d_4c95_7f2d).wrapping_add(1);
            // About two to six stones, on a part of the frame.
            let stones = set & set >> 17 & set >> 29 & 0x3f3f_3f3f_3f3f;
            for square in (0..64).filter(|square| stones >> square & 1 == 0) {
                let joins = joining(stones) >> square & 1 != 0;
                assert_eq!(joins, is_connected(stones | 1 << square), "{stones:x} {square}");
            }
        }
        assert_eq!(joining(0), u64::MAX);
    }

    #[test]
    fn connection_does_not_wrap_round_the_edge() {
        assert!(!is_connected(1 << 7 | 1 << 8));
        assert!(is_connected(1 << 6 | 1 << 15));
        assert!(is_connected(1));
        assert!(!is_connected(0));
    }
}
