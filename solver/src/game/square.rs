//! Squares and their names.

use std::fmt;
use std::str::FromStr;

use crate::game::signs::{plain_text, visible};

/// A square of the 8x8 frame. Every board lies in the frame's low corner.
///
/// # Examples
/// ```
/// use loa_solver::Square;
///
/// let square: Square = "b3".parse()?;
/// assert_eq!(square, Square::new(1, 2));
/// assert_eq!((square.file(), square.rank()), (1, 2));
/// assert_eq!(square.to_string(), "b3");
/// # Ok::<(), loa_solver::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// Text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{}' is not a square: expected a file from a to h and a rank from 1 to 8, such as b3",
    visible(.0)
)]
pub struct ParseSquareError(String);

impl Square {
    /// Returns the square on a file and a rank, both counted from 0.
    ///
    /// # Panics
    /// If either is over 7.
    #[inline]
    pub const fn new(file: u32, rank: u32) -> Square {
        match Square::try_new(file, rank) {
            Some(square) => square,
            None => panic!("files and ranks go from 0 to 7"),
        }
    }

    /// Returns the square on a file and a rank, both counted from 0; `None` if either is over 7.
    #[inline]
    pub const fn try_new(file: u32, rank: u32) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square((8 * rank + file) as u8)) } else { None }
    }

    /// Returns the square of a bit of a [`Bitboard`](crate::Bitboard); `None` if `index` is over
    /// 63.
    #[inline]
    pub const fn from_index(index: u32) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// Returns the square's bit in a [`Bitboard`](crate::Bitboard), 0 to 63: rank by rank from the
    /// bottom, each from the left.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Returns the file, 0 to 7 from the left.
    #[inline]
    pub const fn file(self) -> u32 {
        self.0 as u32 % 8
    }

    /// Returns the rank, 0 to 7 from the bottom.
    #[inline]
    pub const fn rank(self) -> u32 {
        self.0 as u32 / 8
    }

    /// Returns the characters of the square's name, such as `b3`.
    pub(super) const fn name(self) -> [u8; 2] {
        [b'a' + self.file() as u8, b'1' + self.rank() as u8]
    }

    /// Returns the distance between two squares in king's moves.
    pub const fn distance(self, other: Square) -> u32 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ascii(f, &self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes ASCII characters in one call.
pub(super) fn write_ascii(f: &mut fmt::Formatter<'_>, text: &[u8]) -> fmt::Result {
    f.write_str(str::from_utf8(text).map_err(|_| fmt::Error)?)
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let square = match plain_text(text).to_ascii_lowercase().as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Square::try_new(u32::from(file - b'a'), u32::from(rank - b'1'))
            }
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_nonsense_does_not() {
        for index in 0..64 {
            let square = Square::from_index(index).unwrap();
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!(Square::try_new(8, 0), None);
        for text in ["", "b", "b0", "b9", "i1", "b33", " b3", "ü"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
