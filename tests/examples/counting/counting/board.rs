//! Boards: squares numbered from 0, sets of squares, lines and jumps along them, and connection.

use std::fmt;
use std::str::FromStr;

/// A set of squares: bit `file + files * rank`.
pub(super) type Set = u32;

/// A board of files x ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) files: u32,
    pub(super) ranks: u32,
}

impl Board {
    /// Sets have 32 bits, and their numbers must fit in 32 bits too.
    const MOST_SQUARES: u32 = 30;

    pub(super) const fn squares(self) -> u32 {
        self.files * self.ranks
    }

    /// Returns the stones of Black and White in the start position: two edges each without the
    /// corners.
    pub(super) const fn start_stones(self) -> [u32; 2] {
        [2 * (self.files - 2), 2 * (self.ranks - 2)]
    }

    /// Returns the square at these coordinates; `None` if it is off the board.
    fn at(self, file: i32, rank: i32) -> Option<Set> {
        let file = u32::try_from(file).ok().filter(|&f| f < self.files)?;
        let rank = u32::try_from(rank).ok().filter(|&r| r < self.ranks)?;
        Some(1 << (file + self.files * rank))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("'{text}' is not a board of 3 to 8 files and ranks, such as 5x5");
        let (files, ranks) = text.split_once('x').ok_or_else(unknown)?;
        let side = |side: &str| {
            let side: u32 = side.parse().ok()?;
            (3..=8).contains(&side).then_some(side)
        };
        let files = side(files).ok_or_else(unknown)?;
        let ranks = side(ranks).ok_or_else(unknown)?;
        let board = Self { files, ranks };
        if board.squares() > Self::MOST_SQUARES {
            return Err(format!("{board} has more than {} squares", Self::MOST_SQUARES));
        }
        Ok(board)
    }
}

/// The square on which a stone lands, and the squares it passes over.
#[derive(Clone, Copy, Default)]
pub(super) struct Jump {
    /// Empty if the stone would leave the board.
    pub(super) to: Set,
    pub(super) between: Set,
}

/// One of the four lines through a square, with the jumps in both directions by distance.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    pub(super) squares: Set,
    pub(super) jumps: [[Jump; 9]; 2],
}

/// The lines and neighbours of a board's squares.
pub(super) struct Geometry {
    pub(super) board: Board,
    lines: Vec<[Line; 4]>,
    not_first_file: Set,
    not_last_file: Set,
}

impl Geometry {
    pub(super) fn new(board: Board) -> Self {
        let file = |file: i32| -> Set {
            let ranks = 0..board.ranks.cast_signed();
            ranks.filter_map(|rank| board.at(file, rank)).sum()
        };
        let whole: Set = (1 << board.squares()) - 1;
        let squares = 0..board.squares().cast_signed();
        let files = board.files.cast_signed();
        Self {
            board,
            lines: squares
                .map(|square| lines_through(board, square % files, square / files))
                .collect(),
            not_first_file: whole & !file(0),
            not_last_file: whole & !file(files - 1),
        }
    }

    /// Returns the four lines through a square.
    pub(super) fn lines(&self, square: u32) -> &[Line; 4] {
        &self.lines[square as usize]
    }

    /// Returns whether a set is one group; diagonal neighbours count. The empty set is not.
    pub(super) fn connected(&self, set: Set) -> bool {
        let mut group = set & set.wrapping_neg();
        while group != 0 {
            let row =
                group | (group & self.not_last_file) << 1 | (group & self.not_first_file) >> 1;
            let near = row | row << self.board.files | row >> self.board.files;
            let grown = near & set;
            if grown == group {
                break;
            }
            group = grown;
        }
        group == set && set != 0
    }
}

fn lines_through(board: Board, file: i32, rank: i32) -> [Line; 4] {
    [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(east, north)| {
        let mut line = Line { squares: board.at(file, rank).unwrap_or(0), ..Line::default() };
        for (jumps, sense) in line.jumps.iter_mut().zip([1, -1]) {
            let mut between = 0;
            for (distance, jump) in (0..).zip(jumps).skip(1) {
                let along = sense * distance;
                let to = board.at(file + along * east, rank + along * north).unwrap_or(0);
                *jump = Jump { to, between };
                between |= to;
                line.squares |= to;
            }
        }
        line
    })
}
