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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// All four axes.
    pub const ALL: [Axis; 4] = [Axis::Rank, Axis::File, Axis::Rising, Axis::Falling];

    /// Returns the squares of the 8x8 frame on the line through `square`, including `square`
    /// itself. Intersect with [`Board::mask`](crate::Board::mask) for a smaller board.
    #[inline]
    pub fn line(self, square: Square) -> Bitboard {
        Bitboard(LINES[square.index() as usize][self as usize])
    }

    /// Returns the distance in bits between neighbouring squares of a line.
    pub const fn step(self) -> u32 {
        STEPS[self as usize]
    }
}

/// The whole lines through each square of the 8x8 frame, in the order of [`Axis::ALL`].
pub(crate) static LINES: [[u64; 4]; 64] = lines();

/// [`Axis::step`] of each axis.
pub(crate) const STEPS: [u32; 4] = [1, 8, 9, 7];

const fn lines() -> [[u64; 4]; 64] {
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            let (f, r) = (other % 8, other / 8);
            let is_on = [r == rank, f == file, f + rank == file + r, f + r == file + rank];
            let mut axis = 0;
            while axis < 4 {
                lines[square][axis] |= (is_on[axis] as u64) << other;
                axis += 1;
            }
            other += 1;
        }
        square += 1;
    }
    lines
}
