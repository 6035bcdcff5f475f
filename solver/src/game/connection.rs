//! Groups of neighbouring squares.

use crate::game::bitboard::Bitboard;

impl Bitboard {
    /// Returns the set together with the squares of the 8x8 frame next to any of its squares.
    #[inline]
    #[must_use]
    pub const fn neighbourhood(self) -> Bitboard {
        const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let Bitboard(set) = self;
        let row = set | (set & NOT_LAST_FILE) << 1 | (set & NOT_FIRST_FILE) >> 1;
        Bitboard(row | row << 8 | row >> 8)
    }

    /// `true` if the squares form one group; diagonal neighbours count. A single square is one
    /// group, the empty set is not.
    #[inline]
    pub const fn is_connected(self) -> bool {
        self.0 != 0 && self.first_group() == self.0
    }

    /// Returns the groups of the squares, in the order of their lowest squares.
    pub fn groups(self) -> impl Iterator<Item = Bitboard> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let group = Bitboard(left).first_group();
            left &= !group;
            (group != 0).then_some(Bitboard(group))
        })
    }

    /// Returns the squares of the 8x8 frame that, added to the set, make it one group. These
    /// include the set's own squares if it is one group already.
    #[inline]
    #[must_use]
    pub const fn joining(self) -> Bitboard {
        let (mut squares, mut left) = (u64::MAX, self.0);
        while left != 0 && squares != 0 {
            let mut group = left & left.wrapping_neg();
            loop {
                let beside = Bitboard(group).neighbourhood().0;
                let grown = beside & self.0;
                if grown == group {
                    squares &= beside;
                    break;
                }
                group = grown;
            }
            left &= !group;
        }
        Bitboard(squares)
    }

    /// Returns the group of the lowest square; no square if the set is empty.
    #[inline]
    const fn first_group(self) -> u64 {
        let mut group = self.0 & self.0.wrapping_neg();
        loop {
            let grown = Bitboard(group).neighbourhood().0 & self.0;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }
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
            let stones = Bitboard(set & set >> 17 & set >> 29 & 0x3f3f_3f3f_3f3f);
            for square in Bitboard::ALL - stones {
                let joins = stones.joining().contains(square);
                assert_eq!(joins, stones.with(square).is_connected(), "{stones:?} {square}");
            }
        }
        assert_eq!(Bitboard::EMPTY.joining(), Bitboard::ALL);
    }

    #[test]
    fn connection_does_not_wrap_round_the_edge() {
        assert!(!Bitboard(1 << 7 | 1 << 8).is_connected());
        assert!(Bitboard(1 << 6 | 1 << 15).is_connected());
        assert!(Bitboard(1).is_connected());
        assert!(!Bitboard::EMPTY.is_connected());
    }
}
