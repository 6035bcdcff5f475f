//! Symmetries of boards.

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;

/// A symmetry of a board: an optional transposition, followed by flips of ranks and files. A square
/// board has eight symmetries, any other four.
///
/// # Examples
/// ```
/// use loa_solver::{Board, Symmetry};
///
/// let board = Board::new(5, 4)?;
/// let start = board.start();
/// assert_eq!(Symmetry::all(board).count(), 4);
/// assert!(Symmetry::all(board).all(|s| s.apply(board, start.us()) == start.us()));
/// # Ok::<(), loa_solver::BoardSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

const FLIP_FILES: u8 = 1;
const FLIP_RANKS: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// Returns the symmetries of `board`, the identity first.
    pub fn all(board: Board) -> impl Iterator<Item = Symmetry> + Clone {
        (0..if board.is_square() { 8 } else { 4 }).map(Symmetry)
    }

    /// The symmetry as a number below 8.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the symmetry whose number is the low three bits of `number`.
    #[inline]
    pub const fn from_number(number: u8) -> Symmetry {
        Symmetry(number & 7)
    }

    /// Returns the symmetry that undoes this one.
    #[inline]
    pub const fn inverse(self) -> Symmetry {
        // A flip is its own inverse. On the other side of a transposition a flip of files becomes a
        // flip of ranks.
        if self.0 & TRANSPOSE == 0 {
            self
        } else {
            Symmetry(TRANSPOSE | (self.0 & FLIP_FILES) << 1 | (self.0 & FLIP_RANKS) >> 1)
        }
    }

    /// Returns the image of a set of squares of the board.
    #[inline]
    pub const fn apply(self, board: Board, set: Bitboard) -> Bitboard {
        Bitboard(self.image(board, set.0))
    }

    #[inline]
    pub(crate) const fn image(self, board: Board, mut set: u64) -> u64 {
        if self.0 & TRANSPOSE != 0 {
            set = transpose(set);
        }
        if self.0 & FLIP_RANKS != 0 {
            set = set.swap_bytes() >> (64 - 8 * board.ranks());
        }
        if self.0 & FLIP_FILES != 0 {
            set = reverse_rows(set) >> (8 - board.files());
        }
        set
    }
}

/// Counts the distinct images of a set of squares of the board.
pub(crate) fn orbit_length(board: Board, set: u64) -> u64 {
    let all = Symmetry::all(board);
    let fixing = all.clone().filter(|s| s.image(board, set) == set);
    (all.count() / fixing.count()) as u64
}

/// Returns the lowest image of a set of squares of the board, compared as numbers and therefore by
/// rank, with a symmetry that leads to it. If several do, it is the one whose inverse comes first.
#[inline]
pub(crate) fn lowest_image(board: Board, set: u64) -> (u64, Symmetry) {
    let (mut lowest, mut symmetry) = (set, 0);
    let mut compare = |image, number| {
        if image < lowest {
            (lowest, symmetry) = (image, number);
        }
    };
    for (flips, image) in (0..).zip(flips(board, set)) {
        compare(image, flips);
    }
    if board.is_square() {
        let [none, files, ranks, both] = flips(board, transpose(set));
        compare(none, TRANSPOSE);
        // The inverse of a transposition with one flip has the other flip.
        compare(ranks, TRANSPOSE | FLIP_RANKS);
        compare(files, TRANSPOSE | FLIP_FILES);
        compare(both, TRANSPOSE | FLIP_RANKS | FLIP_FILES);
    }
    (lowest, Symmetry(symmetry))
}

/// `true` if no image of a set of squares of the board is lower.
#[inline]
pub(crate) fn is_lowest_image(board: Board, set: u64) -> bool {
    let is_lowest = |image: u64| flips(board, image).into_iter().all(|image| set <= image);
    is_lowest(set) && (!board.is_square() || is_lowest(transpose(set)))
}

/// Returns the images under the flips of a board, in the order of the symmetries.
#[inline]
const fn flips(board: Board, set: u64) -> [u64; 4] {
    let (ranks, files) = (64 - 8 * board.ranks(), 8 - board.files());
    let flipped = reverse_rows(set) >> files;
    let upside_down = set.swap_bytes() >> ranks;
    [set, flipped, upside_down, flipped.swap_bytes() >> ranks]
}

impl Bitboard {
    /// Returns the set with files and ranks exchanged: squares of a board become squares of its
    /// transpose.
    #[inline]
    #[must_use]
    pub const fn transposed(self) -> Bitboard {
        Bitboard(transpose(self.0))
    }
}

/// Exchanges files and ranks in three rounds of block swaps.
#[inline]
const fn transpose(mut set: u64) -> u64 {
    let swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    set ^= swap ^ swap << 7;
    let swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    set ^= swap ^ swap << 14;
    let swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ swap << 28
}

/// Reverses the bits within each byte.
const fn reverse_rows(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::square::Square;

    #[test]
    fn squares_go_where_geometry_says() {
        for board in Board::all() {
            let (files, ranks) = (board.files(), board.ranks());
            for symmetry in Symmetry::all(board) {
                for (file, rank) in (0..files).flat_map(|f| (0..ranks).map(move |r| (f, r))) {
                    let (mut f, mut r) = (file, rank);
                    if symmetry.0 & TRANSPOSE != 0 {
                        (f, r) = (r, f);
                    }
                    if symmetry.0 & FLIP_RANKS != 0 {
                        r = ranks - 1 - r;
                    }
                    if symmetry.0 & FLIP_FILES != 0 {
                        f = files - 1 - f;
                    }
                    let image = symmetry.apply(board, Square::new(file, rank).into());
                    assert_eq!(image, Square::new(f, r).into(), "{board} {symmetry:?}");
                    assert_eq!(
                        symmetry.inverse().apply(board, image),
                        Square::new(file, rank).into()
                    );
                }
            }
        }
    }
}
