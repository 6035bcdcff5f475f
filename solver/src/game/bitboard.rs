//! Sets of squares, one bit for each square.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::game::square::Square;

/// A set of squares of the 8x8 frame; bit [`Square::index`] stands for each square.
///
/// Iteration goes from the lowest square to the highest. `Display` draws the
/// frame, `Debug` lists the squares.
///
/// # Examples
/// ```
/// use loa_solver::{Bitboard, Square};
///
/// let set: Bitboard = [Square::new(1, 2), Square::new(0, 0)].into_iter().collect();
/// assert_eq!(set.count(), 2);
/// assert!(set.contains("b3".parse()?));
/// assert_eq!(set.into_iter().next(), Some(Square::new(0, 0)));
/// assert_eq!(format!("{set:?}"), "{a1, b3}");
/// assert!(!set.is_connected());
/// # Ok::<(), loa_solver::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// All squares of the 8x8 frame.
    pub const ALL: Bitboard = Bitboard(u64::MAX);

    /// Returns the set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// `true` if the set contains the square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Counts the squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// `true` if the set has no squares.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the lowest square; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros())
    }

    /// Returns the set with a square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// Returns the set with a square removed.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        let squares = squares.into_iter();
        squares.fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// Iterator over the squares of a [`Bitboard`], lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let lowest = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(lowest)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let squares = self.0.count() as usize;
        (squares, Some(squares))
    }
}

impl ExactSizeIterator for Squares {}

macro_rules! set_operator {
    ($Operator:ident $operator:ident $OnItself:ident $on_itself:ident: $result:expr) => {
        impl $Operator for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $operator(self, other: Bitboard) -> Bitboard {
                let result: fn(u64, u64) -> u64 = $result;
                Bitboard(result(self.0, other.0))
            }
        }

        impl $OnItself for Bitboard {
            #[inline]
            fn $on_itself(&mut self, other: Bitboard) {
                *self = $Operator::$operator(*self, other);
            }
        }
    };
}

set_operator!(BitAnd bitand BitAndAssign bitand_assign: |a, b| a & b);
set_operator!(BitOr bitor BitOrAssign bitor_assign: |a, b| a | b);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign: |a, b| a ^ b);
set_operator!(Sub sub SubAssign sub_assign: |a, b| a & !b);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Removes the lowest member of a set and returns its bit number.
#[inline(always)]
pub(crate) fn take_lowest(set: &mut u64) -> u32 {
    let lowest = set.trailing_zeros();
    *set &= *set - 1;
    lowest
}

/// Returns the bit numbers of a set's members, lowest first.
#[inline(always)]
pub fn members(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || (set != 0).then(|| take_lowest(&mut set)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_back_in_order() {
        let set = Bitboard(0x8000_0000_0410_0021);
        let squares: Vec<Square> = set.into_iter().collect();
        assert!(squares.is_sorted());
        assert_eq!(set.into_iter().len(), squares.len());
        assert_eq!(squares.iter().copied().collect::<Bitboard>(), set);
        assert_eq!(format!("{set:?}"), "{a1, f1, e3, c4, h8}");
        assert_eq!(Bitboard::EMPTY.first(), None);
    }

    #[test]
    fn sets_are_added_and_taken_away() {
        let (a, b) = (Bitboard(0b1100), Bitboard(0b1010));
        assert_eq!((a & b, a | b), (Bitboard(0b1000), Bitboard(0b1110)));
        assert_eq!((a ^ b, a - b), (Bitboard(0b0110), Bitboard(0b0100)));
        let square = Square::new(2, 0);
        assert_eq!((a.without(square), a.with(square)), (Bitboard(0b1000), a));
        assert_eq!(!Bitboard::ALL, Bitboard::EMPTY);
    }
}
