//! A side of a family: everything that its blocks share.

use std::sync::Arc;

use super::lines::BoardLines;
use super::lower::LowerValues;
use super::ranking::{Ranks, UniverseRanks};
use super::scatter::{CompactSquares, Scatter};
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::game::symmetry::Symmetry;
use crate::index::count::IndexError;
use crate::index::numbering::Numbering;
use crate::index::orbits::table::OrbitTable;
use crate::index::positions::Index;
use crate::index::rank::Subsets;

/// One side's stones as leaders. They are to move in the values of this material and waiting in the
/// states. Values found with the leader waiting belong to the array of the twin.
pub(crate) struct Side<'a> {
    pub(crate) rules: Rules,
    /// The numbering of positions with the leader to move.
    pub(crate) index: Index,
    /// The numbering of positions with the leader waiting.
    pub(crate) twin: Index,
    /// The followers' squares, by orbit.
    pub(crate) twin_orbits: Arc<OrbitTable>,
    /// The values of the positions after a capture of one of the leader's
    /// stones; `None` if a lone stone remains.
    pub(crate) lower: Option<&'a dyn LowerValues>,
    /// The followers' compact sets, by rank.
    pub(crate) followers: Vec<u64>,
    pub(crate) ranks: Ranks,
    /// Ranks of the followers after a capture, with one more free square.
    pub(crate) lower_ranks: Ranks,
    /// The squares of the board, and ranks of the followers among all of them.
    pub(crate) squares: CompactSquares,
    pub(crate) board_ranks: Ranks,
    /// Ranks of the leader's stones among the squares that the followers leave free.
    pub(crate) twin_ranks: UniverseRanks,
    /// The moves of the followers among the leader's stones.
    pub(crate) lines: BoardLines,
    /// The images of sets under the symmetries, by their numbers.
    pub(crate) images: [Scatter; 8],
}

impl<'a> Side<'a> {
    pub(crate) fn new(
        rules: Rules,
        numbering: &Numbering,
        material: Material,
        lower: Option<&'a dyn LowerValues>,
    ) -> Result<Side<'a>, IndexError> {
        let board = numbering.board();
        let index = numbering.index(material)?;
        let (us, them) = (material.us(), material.them());
        let free = board.squares() - us;
        let universe = u64::MAX >> (64 - free);
        let mut squares = CompactSquares::default();
        squares.set(board.mask().0);
        let mut images: [Scatter; 8] = Default::default();
        for symmetry in Symmetry::all(board) {
            let image = |square: u32| symmetry.image(board, board.mask().0 & 1 << square);
            let of_squares: Vec<u64> = (0..8 * board.ranks()).map(image).collect();
            images[usize::from(symmetry.number())].set(&of_squares);
        }
        Ok(Side {
            rules,
            twin: numbering.index(material.twin())?,
            twin_orbits: numbering.table(material.twin())?,
            index,
            lower,
            followers: Subsets::new(universe, them).collect(),
            ranks: Ranks::new(free, them),
            lower_ranks: Ranks::new(free + 1, them),
            squares,
            board_ranks: Ranks::new(board.squares(), them),
            twin_ranks: UniverseRanks::new(board.squares() - them, us),
            lines: BoardLines::new(board, them, us),
            images,
        })
    }
}
