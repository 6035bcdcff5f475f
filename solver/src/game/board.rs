//! Boards: their size, their squares and the lines through them.
//!
//! Every board lies in the low corner of an 8x8 frame: the square on file `f`
//! and rank `r` (both from 0) is bit `8 * r + f` of a `u64`. Lines and
//! symmetries are then the same few operations for every size.

use std::fmt;
use std::str::FromStr;

use crate::game::position::{Color, Position};

/// The four directions a line can have; a stone moves both ways along each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Along a rank, from left to right.
    Rank,
    /// Along a file, from bottom to top.
    File,
    /// Along a diagonal, towards the upper right.
    Rising,
    /// Along a diagonal, towards the upper left.
    Falling,
}

impl Axis {
    /// All four, in the order that moves are enumerated in.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Rising, Axis::Falling];

    /// The distance in bits between neighbouring squares of a line.
    pub const fn step(self) -> u32 {
        match self {
            Axis::Rank => 1,
            Axis::File => 8,
            Axis::Rising => 9,
            Axis::Falling => 7,
        }
    }
}

/// The whole line through each square of the 8x8 frame, by axis and square.
static LINES: [[u64; 64]; 4] = lines();

const fn lines() -> [[u64; 64]; 4] {
    let mut lines = [[0; 64]; 4];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            let (f, r) = (other % 8, other / 8);
            let bit = 1 << other;
            if r == rank {
                lines[0][square] |= bit;
            }
            if f == file {
                lines[1][square] |= bit;
            }
            if f + rank == file + r {
                lines[2][square] |= bit;
            }
            if f + r == file + rank {
                lines[3][square] |= bit;
            }
            other += 1;
        }
        square += 1;
    }
    lines
}

/// The squares of the 8x8 frame on the same line as `square` (0..64) along
/// `axis`, itself included. Intersect with [`Board::mask`] for a smaller board.
///
/// # Panics
/// If `square` is 64 or more.
#[inline]
pub fn line(axis: Axis, square: u32) -> u64 {
    LINES[axis as usize][square as usize]
}

/// The squares next to any square of `set` in the 8x8 frame, with `set` itself.
#[inline]
pub const fn neighbourhood(set: u64) -> u64 {
    const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set & NOT_LAST_FILE) << 1 | (set & NOT_FIRST_FILE) >> 1;
    row | row << 8 | row >> 8
}

/// Whether the stones of `set` form one group, the eight neighbours counted.
/// A single stone does; no stones at all do not.
#[inline]
pub const fn is_connected(set: u64) -> bool {
    if set == 0 {
        return false;
    }
    let mut group = set & set.wrapping_neg();
    loop {
        let grown = neighbourhood(group) & set;
        if grown == group {
            return group == set;
        }
        group = grown;
    }
}

/// The squares of the 8x8 frame on which one more stone makes one group of
/// `set`, the set's own included.
#[inline]
pub const fn joining(set: u64) -> u64 {
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

/// A board of F files and R ranks, each 3 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    files: u8,
    ranks: u8,
}

/// Text that names no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not of the form "5x5".
    #[error("'{0}' is not a board: expected files x ranks, such as 5x5")]
    Form(String),
    /// A size outside 3 to 8.
    #[error("a board of {files}x{ranks} is not supported: files and ranks go from 3 to 8")]
    Size {
        /// Files asked for.
        files: usize,
        /// Ranks asked for.
        ranks: usize,
    },
}

impl Board {
    /// The board with this many files and ranks, each 3 to 8.
    ///
    /// # Errors
    /// [`BoardError::Size`] when either is out of range.
    pub const fn new(files: usize, ranks: usize) -> Result<Board, BoardError> {
        if files < 3 || files > 8 || ranks < 3 || ranks > 8 {
            return Err(BoardError::Size { files, ranks });
        }
        Ok(Board {
            files: files as u8,
            ranks: ranks as u8,
        })
    }

    /// Every board, smallest first.
    pub fn all() -> impl Iterator<Item = Board> {
        (3..=8).flat_map(|files| (3..=8).map(move |ranks| Board { files, ranks }))
    }

    /// How many files, 3 to 8.
    pub const fn files(self) -> u32 {
        self.files as u32
    }

    /// How many ranks, 3 to 8.
    pub const fn ranks(self) -> u32 {
        self.ranks as u32
    }

    /// How many squares, 9 to 64.
    pub const fn squares(self) -> u32 {
        self.files() * self.ranks()
    }

    /// Whether it has as many files as ranks, and so eight symmetries.
    pub const fn is_square(self) -> bool {
        self.files == self.ranks
    }

    /// Returns the board with files and ranks exchanged.
    pub const fn transposed(self) -> Board {
        Board {
            files: self.ranks,
            ranks: self.files,
        }
    }

    /// The board's squares in the 8x8 frame.
    pub const fn mask(self) -> u64 {
        let row = (1 << self.files) - 1;
        (0x0101_0101_0101_0101 >> (64 - 8 * self.ranks() as u64)) * row
    }

    /// The stones that Black and White start with, in this order.
    pub fn start_stones(self) -> (u32, u32) {
        (2 * (self.files() - 2), 2 * (self.ranks() - 2))
    }

    /// The start position: Black on the top and bottom ranks, White on the
    /// left and right files, no one in the corners, Black to move.
    pub fn start(self) -> Position {
        let row = ((1 << (self.files - 1)) - 1) & !1;
        let black = row | row << (8 * (self.ranks - 1));
        let column = (self.mask() & 0x0101_0101_0101_0101) & !1 & !(1 << (8 * (self.ranks - 1)));
        let white = column | column << (self.files - 1);
        Position::of_edges(self, black, white)
    }

    /// The designer's other start, *scrambled eggs*: the same squares with
    /// colours alternating clockwise round the edge, White on the square beside
    /// the top left corner, Black to move.
    pub fn scrambled(self) -> Position {
        let (files, ranks) = (self.files(), self.ranks());
        let top = (1..files - 1).map(|f| 8 * (ranks - 1) + f);
        let right = (1..ranks - 1).rev().map(|r| 8 * r + files - 1);
        let bottom = (1..files - 1).rev();
        let left = (1..ranks - 1).map(|r| 8 * r);
        let mut colours = [0u64; 2];
        for (place, square) in top.chain(right).chain(bottom).chain(left).enumerate() {
            colours[place % 2] |= 1 << square;
        }
        Position::of_edges(self, colours[1], colours[0])
    }
}

impl Position {
    fn of_edges(board: Board, black: u64, white: u64) -> Position {
        Position {
            board,
            us: black,
            them: white,
            turn: Color::Black,
        }
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
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        let form = || BoardError::Form(text.to_owned());
        let (files, ranks) = text.split_once(['x', 'X']).ok_or_else(form)?;
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let value = plain.then(|| digits.parse::<usize>().ok()).flatten();
            value.ok_or_else(form)
        };
        Board::new(number(files)?, number(ranks)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_as_published() {
        let start = |text: &str| text.parse::<Board>().unwrap().start().to_string();
        assert_eq!(start("4x4"), "1xx1/o2o/o2o/1xx1 x");
        assert_eq!(start("5x3"), "1xxx1/o3o/1xxx1 x");
        assert_eq!(start("3x5"), "1x1/o1o/o1o/o1o/1x1 x");
        assert_eq!(
            Board::new(8, 8).unwrap().scrambled().to_string(),
            "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x"
        );
    }

    #[test]
    fn masks_have_the_boards_squares() {
        for board in Board::all() {
            assert_eq!(board.mask().count_ones(), board.squares(), "{board}");
            let (start, scrambled) = (board.start(), board.scrambled());
            assert_eq!(start.us | start.them, scrambled.us | scrambled.them);
            let stones = (start.us.count_ones(), start.them.count_ones());
            assert_eq!(stones, board.start_stones());
        }
    }

    #[test]
    fn transposing_exchanges_files_and_ranks() {
        for board in Board::all() {
            let other = board.transposed();
            assert_eq!(
                (other.files(), other.ranks()),
                (board.ranks(), board.files())
            );
            let start = board.start();
            // Black starts on ranks, White on files.
            let turned = start.transposed();
            assert_eq!(turned.board(), other);
            assert_eq!(
                (turned.us(), turned.them()),
                (other.start().them, other.start().us)
            );
            assert_eq!(turned.transposed(), start);
        }
        let position: Position = "x3/2o1/1x1o o".parse().unwrap();
        assert_eq!(position.transposed().to_string(), "o2/1o1/x2/2x o");
    }

    #[test]
    fn joining_squares_are_those_that_connect() {
        let mut set = 1;
        for _ in 0..2000 {
            set = u64::wrapping_mul(set, 0x5851_f42d_4c95_7f2d).wrapping_add(1);
            // Two to six stones or so, on a part of the frame.
            let stones = set & set >> 17 & set >> 29 & 0x3f3f_3f3f_3f3f;
            for square in (0..64).filter(|square| stones >> square & 1 == 0) {
                let joins = joining(stones) >> square & 1 != 0;
                assert_eq!(
                    joins,
                    is_connected(stones | 1 << square),
                    "{stones:x} {square}"
                );
            }
        }
        assert_eq!(joining(0), u64::MAX);
    }

    #[test]
    fn boards_are_read_in_small_and_capital_letters() {
        assert_eq!("4x5".parse(), Board::new(4, 5));
        assert_eq!("4X5".parse(), Board::new(4, 5));
    }

    #[test]
    fn bad_boards_are_refused() {
        assert!(matches!(
            "9x9".parse::<Board>(),
            Err(BoardError::Size { files: 9, ranks: 9 })
        ));
        for text in [
            "",
            "x",
            "5",
            "5x",
            "+5x5",
            "5x5x5",
            "5 x5",
            "99999999999999999999x4",
        ] {
            assert!(
                matches!(text.parse::<Board>(), Err(BoardError::Form(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn connection_does_not_wrap_round_the_edge() {
        assert!(!is_connected(1 << 7 | 1 << 8));
        assert!(is_connected(1 << 6 | 1 << 15));
        assert!(is_connected(1));
        assert!(!is_connected(0));
    }
}
