//! Boards.
//!
//! Every board lies in the low corner of an 8x8 frame, so that lines and symmetries are the same
//! few operations for every size.

use std::fmt;
use std::str::FromStr;

use crate::game::bitboard::Bitboard;
use crate::game::signs::{plain_text, visible};
use crate::game::square::Square;

/// A board of F files and R ranks, each 3 to 8.
///
/// # Examples
/// ```
/// use loa_solver::{Board, Square};
///
/// let board: Board = "5x4".parse()?;
/// assert_eq!(board, Board::new(5, 4)?);
/// assert_eq!((board.files(), board.ranks(), board.squares()), (5, 4, 20));
/// assert!(!board.mask().contains(Square::new(0, 4)));
/// assert_eq!(board.start().to_string(), "1xxx1/o3o/o3o/1xxx1 x");
/// # Ok::<(), loa_solver::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    files: u8,
    ranks: u8,
}

/// A number of files or ranks outside 3 to 8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a board of {files}x{ranks} is not supported: files and ranks go from 3 to 8, so 8x8 is the largest"
)]
#[non_exhaustive]
pub struct BoardSizeError {
    /// The files asked for.
    pub files: usize,
    /// The ranks asked for.
    pub ranks: usize,
}

/// An error in the text of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// Text not of the form `5x5`.
    #[error("'{}' is not a board: expected files x ranks, such as 5x5", visible(.0))]
    Form(String),
    /// A size outside 3 to 8.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
}

/// The board of the game's rules, 8x8.
impl Default for Board {
    fn default() -> Board {
        Board { files: 8, ranks: 8 }
    }
}

impl Board {
    /// Returns the board with these numbers of files and ranks.
    ///
    /// # Errors
    /// If either number is outside 3 to 8.
    pub const fn new(files: usize, ranks: usize) -> Result<Board, BoardSizeError> {
        if files < 3 || files > 8 || ranks < 3 || ranks > 8 {
            return Err(BoardSizeError { files, ranks });
        }
        Ok(Board { files: files as u8, ranks: ranks as u8 })
    }

    /// Returns every board, by files and then by ranks.
    pub fn all() -> impl Iterator<Item = Board> {
        (3..=8).flat_map(|files| (3..=8).map(move |ranks| Board { files, ranks }))
    }

    /// Returns the width in squares, 3 to 8.
    pub const fn files(self) -> u32 {
        self.files as u32
    }

    /// Returns the height in squares, 3 to 8.
    pub const fn ranks(self) -> u32 {
        self.ranks as u32
    }

    /// Counts the squares, 9 to 64.
    pub const fn squares(self) -> u32 {
        self.files() * self.ranks()
    }

    /// `true` if files and ranks are equal in number, so that the board has eight symmetries.
    pub const fn is_square(self) -> bool {
        self.files == self.ranks
    }

    /// Returns the board with files and ranks exchanged.
    pub const fn transposed(self) -> Board {
        Board { files: self.ranks, ranks: self.files }
    }

    /// Returns the board's squares in the 8x8 frame.
    pub const fn mask(self) -> Bitboard {
        let row = (1 << self.files) - 1;
        Bitboard((0x0101_0101_0101_0101 >> (64 - 8 * self.ranks() as u64)) * row)
    }

    /// Numbers the squares of the board rank by rank from the lower left corner, from 0.
    pub const fn number(self, square: Square) -> u32 {
        self.files() * square.rank() + square.file()
    }

    /// Returns the square with a number: the inverse of [`Board::number`].
    ///
    /// # Panics
    /// If the board has no such square.
    pub const fn square(self, number: u32) -> Square {
        assert!(number < self.squares(), "the board has no such square");
        Square::new(number % self.files(), number / self.files())
    }

    /// Returns the numbers of stones that Black and White start with, in this order.
    pub fn start_stones(self) -> (u32, u32) {
        (2 * (self.files() - 2), 2 * (self.ranks() - 2))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let form = || ParseBoardError::Form(text.to_owned());
        let plain = plain_text(text);
        let (files, ranks) = plain.split_once(['x', 'X']).ok_or_else(form)?;
        let number = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let value = is_plain.then(|| digits.parse::<usize>().ok()).flatten();
            value.ok_or_else(form)
        };
        Ok(Board::new(number(files)?, number(ranks)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_in_small_and_capital_letters() {
        let board = Board::new(4, 5).unwrap();
        assert_eq!("4x5".parse(), Ok(board));
        assert_eq!("4X5".parse(), Ok(board));
        assert_eq!("4×5\u{200b}".parse(), Ok(board));
    }

    #[test]
    fn bad_boards_are_refused() {
        assert!(matches!(
            "9x9".parse::<Board>(),
            Err(ParseBoardError::Size(BoardSizeError { files: 9, ranks: 9 }))
        ));
        for text in ["", "x", "5", "5x", "+5x5", "5x5x5", "5 x5", "99999999999999999999x4"] {
            assert!(matches!(text.parse::<Board>(), Err(ParseBoardError::Form(_))), "{text}");
        }
    }
}
