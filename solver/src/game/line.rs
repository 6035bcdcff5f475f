//! Lines of the 8x8 frame.

use crate::game::bitboard::Bitboard;
use crate::game::square::Square;

/// A direction of lines; a stone moves both ways along a line.
///
/// # Examples
/// ```
/// use loa_solver::{Axis, Board, Square};
///
/// let line = Axis::Rising.line(Square::new(1, 0)) & Board::new(4, 4)?.mask();
/// assert_eq!(format!("{line:?}"), "{b1, c2, d3}");
/// # Ok::<(), loa_solver::BoardSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Ranks, from left to right.
    Rank,
    /// Files, from bottom to top.
    File,
    /// Diagonals towards the upper right.
    Rising,
    /// Diagonals towards the upper left.
    Falling,
}

impl Axis {
    /// All four, in the order in which moves are listed.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Rising, Axis::Falling];

    /// Returns the squares of the 8x8 frame on the line through `square`, itself
    /// included. Intersect with [`Board::mask`](crate::Board::mask) for a smaller board.
    #[inline]
    pub fn line(self, square: Square) -> Bitboard {
        Bitboard(LINES[self as usize][square.index() as usize])
    }

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

/// Whole lines through each square of the 8x8 frame, by axis and square.
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
