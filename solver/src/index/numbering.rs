//! The orbits of a board, shared by the indices of all materials.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::game::board::Board;
use crate::game::material::Material;
use crate::index::count::{IndexError, position_count};
use crate::index::orbits::directory::OrbitDirectory;
use crate::index::orbits::table::OrbitTable;
use crate::index::orbits::{OrbitSource, Orbits};
use crate::index::positions::Index;
use crate::index::rank::choose;

/// The orbits of one board, built once for each number of stones and shared by the indices of all
/// materials.
///
/// # Examples
/// ```
/// use loa_solver::{Board, Material, Numbering};
///
/// let numbering = Numbering::new(Board::new(8, 8)?);
/// // Available immediately; the other index first builds a table of all sets of three squares.
/// let at_once = numbering.index_at_once(Material::new(9, 2))?;
/// let index = numbering.index(Material::new(3, 4))?;
/// assert!(at_once.len() > index.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Numbering {
    board: Board,
    /// The table for each number of stones; `None` if it has too many orbits.
    tables: [OnceLock<Option<Arc<OrbitTable>>>; 64],
    /// The directory for each number of stones.
    directories: [OnceLock<Arc<OrbitDirectory>>; 64],
}

/// The largest number of sets whose table takes only a few milliseconds.
const FEW_SETS: u64 = 1 << 18;

impl fmt::Debug for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Numbering");
        text.field("board", &self.board).finish_non_exhaustive()
    }
}

impl Numbering {
    /// Returns the numbering of a board's positions, still without orbits.
    pub fn new(board: Board) -> Numbering {
        let tables = [const { OnceLock::new() }; 64];
        Numbering { board, tables, directories: [const { OnceLock::new() }; 64] }
    }

    /// Returns the board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the index of a material with a table of all sets of leading squares. It is the
    /// fastest for many positions. Building the table takes a second for each ten million sets.
    ///
    /// # Errors
    /// If the material does not fit the board, or has too many positions.
    pub fn index(&self, material: Material) -> Result<Index, IndexError> {
        let orbits = Orbits(OrbitSource::Table(self.table(material)?));
        Index::new(self.board, material, orbits)
    }

    /// Returns the index of a material immediately: it numbers leaders when they are looked up, at
    /// first in a tenth of a millisecond each. Small tables are built in full.
    ///
    /// # Errors
    /// As for [`position_count`].
    pub fn index_at_once(&self, material: Material) -> Result<Index, IndexError> {
        let (board, stones) = (self.board, material.us());
        position_count(board, material)?;
        if choose(board.squares(), stones) <= FEW_SETS {
            return self.index(material);
        }
        let directory = self.directories[stones as usize]
            .get_or_init(|| Arc::new(OrbitDirectory::new(board, stones)));
        Index::new(board, material, Orbits(OrbitSource::Directory(Arc::clone(directory))))
    }

    /// Returns the table of all sets that lead a material.
    pub(crate) fn table(&self, material: Material) -> Result<Arc<OrbitTable>, IndexError> {
        let (board, stones) = (self.board, material.us());
        position_count(board, material)?;
        let table = self.tables[stones as usize]
            .get_or_init(|| OrbitTable::new(board, stones).map(Arc::new));
        table.clone().ok_or(IndexError::TooMany { board, material })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::bitboard::Bitboard;
    use crate::game::symmetry::Symmetry;
    use crate::index::rank::{Subsets, rank_within, unrank_within};

    fn index(board: Board, us: u32, them: u32) -> Index {
        Numbering::new(board).index(Material::new(us, them)).unwrap()
    }

    #[test]
    fn every_index_is_a_position_and_back() {
        for board in Board::all() {
            for (us, them) in [(1, 1), (2, 1), (2, 2), (1, 3)] {
                let index = index(board, us, them);
                assert_eq!(index.len(), index.blocks() * index.block_len());
                let step = 1 + index.len() as usize / 5000;
                for i in (0..index.len()).step_by(step) {
                    let (us, them) = index.position(i);
                    assert!((us & them | ((us | them) - board.mask())).is_empty());
                    let orbit = i / index.block_len();
                    assert_eq!(index.within(orbit, them), i);
                    assert!(index.images(orbit, them).any(|image| image == i));
                    assert!(index.images(orbit, them).any(|image| image == index.of(us, them)));
                }
            }
        }
    }

    #[test]
    fn an_index_without_a_wait_is_the_same() {
        for (board, us, them) in [("5x5", 7, 2), ("8x8", 4, 2), ("4x4", 4, 4)] {
            let board: Board = board.parse().unwrap();
            let numbering = Numbering::new(board);
            let at_once = numbering.index_at_once(Material::new(us, them)).unwrap();
            let index = numbering.index(Material::new(us, them)).unwrap();
            assert_eq!((at_once.len(), at_once.blocks()), (index.len(), index.blocks()));
            for sample in 0..200u64 {
                let at = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len();
                let (us, them) = index.position(at);
                assert_eq!(at_once.position(at), (us, them));
                assert_eq!(at_once.of(us, them), index.of(us, them));
                let rank = rank_within(us.0, board.mask().0);
                for leaders in [at_once.leaders(), index.leaders()] {
                    assert_eq!(leaders.leader_at(rank), index.leaders().leader(us));
                }
                let orbit = at / index.block_len();
                assert_eq!(at_once.weight(orbit), index.weight(orbit));
                assert!(at_once.images(orbit, them).eq(index.images(orbit, them)));
            }
        }
    }

    #[test]
    fn materials_beyond_a_table_are_numbered_at_once() {
        let numbering = Numbering::new(Board::new(8, 8).unwrap());
        let material = Material::new(9, 2);
        assert!(matches!(numbering.index(material), Err(IndexError::TooMany { .. })));
        let index = numbering.index_at_once(material).unwrap();
        let at = index.len() - 1;
        let (us, them) = index.position(at);
        assert!(index.images(at / index.block_len(), them).any(|i| i == at));
        let images = Symmetry::all(index.board());
        let images =
            images.map(|s| index.of(s.apply(index.board(), us), s.apply(index.board(), them)));
        let known: Vec<u64> = index.images(at / index.block_len(), them).collect();
        assert!(images.into_iter().all(|image| known.contains(&image)));
    }

    #[test]
    fn weights_count_every_placement() {
        for board in Board::all() {
            let index = index(board, 2, 2);
            let weights: u64 = (0..index.blocks()).map(|b| index.weight(b)).sum();
            let squares = board.squares();
            assert_eq!(weights * index.block_len(), choose(squares, 2) * choose(squares - 2, 2));
        }
    }

    #[test]
    fn symmetric_positions_share_an_index_up_to_images() {
        for board in Board::all() {
            let index = index(board, 2, 3);
            for (i, us) in Subsets::new(board.mask().0, 2).enumerate().step_by(7) {
                let us = Bitboard(us);
                let free = board.mask() - us;
                let rank = i as u64 % choose(free.count(), 3);
                let them = Bitboard(unrank_within(rank, 3, free.0));
                let orbit = index.leaders().leader(us).orbit;
                let at = index.of(us, them);
                let canonical = index.position(at).1;
                let images: Vec<_> = index.images(orbit, canonical).collect();
                for s in Symmetry::all(board) {
                    let image = index.of(s.apply(board, us), s.apply(board, them));
                    assert!(images.contains(&image), "{board} {us:?} {them:?} {s:?}");
                }
            }
        }
    }
}
