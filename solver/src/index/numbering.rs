//! Numbering the positions of one material.
//!
//! The leader, the side to move, is reduced to its orbit's representative; the
//! same symmetry is applied to the other side, the follower, which is then
//! ranked among the squares that the representative leaves free:
//!
//! > index = orbit x C(free, k) + rank of the follower
//!
//! All positions of one leader form one contiguous *block*. Where the
//! representative has symmetries of its own, followers that they exchange stand
//! for the same position and hold equal values: no holes, no special cases when
//! reading. Whoever writes writes all of them ([`Index::images`]); whoever
//! counts weighs a block by its orbit's length.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::material::Material;
use crate::game::symmetry::{Symmetry, orbit_length};
use crate::index::orbits::{Leader, OrbitDirectory, OrbitTable, Orbits, orbit_count};
use crate::index::rank::{Subsets, choose, rank_within, unrank_within};

/// Material that cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// More stones than squares, or a side without any.
    #[error("{material} does not fit on {board}")]
    DoesNotFit {
        /// The board.
        board: Board,
        /// The material.
        material: Material,
    },
    /// Positions do not fit 64 bits, or leaders do not fit the numbering.
    #[error("{material} on {board} has too many positions to number")]
    TooMany {
        /// The board.
        board: Board,
        /// The material.
        material: Material,
    },
}

/// How many entries a table of `material` has, counted without building
/// anything.
///
/// # Errors
/// When the material does not fit the board or the count does not fit 64 bits.
pub fn position_count(board: Board, material: Material) -> Result<u64, IndexError> {
    let squares = board.squares();
    if material.us() < 1 || material.them() < 1 || material.stones() > squares {
        return Err(IndexError::DoesNotFit { board, material });
    }
    let block = choose(squares - material.us(), material.them());
    let count = orbit_count(board, material.us()).checked_mul(block);
    count.ok_or(IndexError::TooMany { board, material })
}

/// The orbits of one board, made once for every number of stones and shared.
pub struct Numbering {
    board: Board,
    tables: Mutex<HashMap<u32, Arc<OrbitTable>>>,
    directories: Mutex<HashMap<u32, Arc<OrbitDirectory>>>,
}

/// Tables of no more sets than this are made within a few milliseconds.
const FEW_SETS: u64 = 1 << 18;

impl Numbering {
    /// The numbering of a board's positions; nothing is made yet.
    pub fn new(board: Board) -> Numbering {
        Numbering {
            board,
            tables: Mutex::default(),
            directories: Mutex::default(),
        }
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// How many entries the index of one material has; nothing is made.
    ///
    /// # Errors
    /// When there can be no such index: see [`Numbering::index`].
    pub fn count(&self, material: Material) -> Result<u64, IndexError> {
        let board = self.board;
        let positions = position_count(board, material)?;
        let numbered = OrbitTable::bytes(board, material.us()).map(|_| positions);
        numbered.ok_or(IndexError::TooMany { board, material })
    }

    /// The index of one material with a table of all sets of leading squares:
    /// quickest for many positions, once the table is made at a rate of some ten
    /// million sets a second.
    ///
    /// # Errors
    /// When it does not fit the board or there are too many positions.
    pub fn index(&self, material: Material) -> Result<Index, IndexError> {
        let orbits = Orbits::from(self.table(material)?);
        Index::new(self.board, material, orbits)
    }

    /// The index of one material without a wait: leaders are numbered as they
    /// are asked for, in a tenth of a millisecond each at first, unless there are
    /// so few that a table is made at once.
    ///
    /// # Errors
    /// As for [`position_count`].
    pub fn index_at_once(&self, material: Material) -> Result<Index, IndexError> {
        let (board, stones) = (self.board, material.us());
        position_count(board, material)?;
        if choose(board.squares(), stones) <= FEW_SETS {
            return self.index(material);
        }
        let directory = shared(&self.directories, stones, || {
            Some(OrbitDirectory::new(board, stones))
        });
        let orbits = directory.map(Orbits::from);
        let orbits = orbits.ok_or(IndexError::TooMany { board, material })?;
        Index::new(board, material, orbits)
    }

    /// The table of all sets that lead one material.
    pub(crate) fn table(&self, material: Material) -> Result<Arc<OrbitTable>, IndexError> {
        let (board, stones) = (self.board, material.us());
        self.count(material)?;
        let table = shared(&self.tables, stones, || OrbitTable::new(board, stones));
        table.ok_or(IndexError::TooMany { board, material })
    }
}

/// Returns what is there for a number of stones, made if it is not.
fn shared<T>(
    known: &Mutex<HashMap<u32, Arc<T>>>,
    stones: u32,
    make: impl FnOnce() -> Option<T>,
) -> Option<Arc<T>> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(&stones) {
        return Some(Arc::clone(known));
    }
    let made = Arc::new(make()?);
    known.insert(stones, Arc::clone(&made));
    Some(made)
}

/// The numbering of the positions of one material, led by the side to move.
#[derive(Clone)]
pub struct Index {
    board: Board,
    material: Material,
    positions: u64,
    block_len: u64,
    leaders: Orbits,
}

impl Index {
    fn new(board: Board, material: Material, leaders: Orbits) -> Result<Index, IndexError> {
        Ok(Index {
            board,
            material,
            positions: position_count(board, material)?,
            block_len: choose(board.squares() - material.us(), material.them()),
            leaders,
        })
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The material, leader first.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// How many entries there are, at least one.
    #[expect(clippy::len_without_is_empty, reason = "no index is empty")]
    pub const fn len(&self) -> u64 {
        self.positions
    }

    /// Entries of one leader's block.
    pub const fn block_len(&self) -> u64 {
        self.block_len
    }

    /// How many blocks there are, one an orbit.
    pub fn blocks(&self) -> u64 {
        self.leaders.count()
    }

    /// The squares of leaders, by orbit.
    pub const fn leaders(&self) -> &Orbits {
        &self.leaders
    }

    /// The index of a position: `us` leads. Both must have the stones of the
    /// material and lie on the board.
    #[inline(always)]
    pub fn of(&self, us: Bitboard, them: Bitboard) -> u64 {
        self.of_leader(self.leaders.leader(us), them)
    }

    /// The index of a position by its leader and the squares of the follower.
    #[inline(always)]
    pub fn of_leader(&self, leader: Leader, them: Bitboard) -> u64 {
        let followers = leader.to_representative().apply(self.board, them);
        let free = self.board.mask() - leader.representative();
        leader.orbit() * self.block_len + rank_within(followers.0, free.0)
    }

    /// The index of followers already carried along to the representative of
    /// an orbit.
    #[inline(always)]
    pub fn within(&self, orbit: u64, followers: Bitboard) -> u64 {
        let free = self.board.mask() - self.leaders.representative(orbit);
        orbit * self.block_len + rank_within(followers.0, free.0)
    }

    /// The canonical position of an index: squares of the leader and of the
    /// follower.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub fn position(&self, index: u64) -> (Bitboard, Bitboard) {
        let (orbit, rank) = (index / self.block_len, index % self.block_len);
        let us = self.leaders.representative(orbit);
        let free = self.board.mask() - us;
        (
            us,
            Bitboard(unrank_within(rank, self.material.them(), free.0)),
        )
    }

    /// Returns the follower's squares in the entries of one leader's block, in the
    /// order of their indices, over the representative's squares.
    pub fn followers(&self, orbit: u64) -> impl Iterator<Item = Bitboard> + use<> {
        let free = self.board.mask() - self.leaders.representative(orbit);
        Subsets::new(free.0, self.material.them()).map(Bitboard)
    }

    /// Every index that stands for the same position: the images of the
    /// followers under the symmetries that leave the representative as it is.
    pub fn images(&self, orbit: u64, followers: Bitboard) -> impl Iterator<Item = u64> + '_ {
        let us = self.leaders.representative(orbit);
        let fixing = Symmetry::all(self.board).filter(move |s| s.apply(self.board, us) == us);
        fixing.map(move |s| self.within(orbit, s.apply(self.board, followers)))
    }

    /// How many placements on the board each entry of a block stands for.
    pub fn weight(&self, orbit: u64) -> u64 {
        orbit_length(self.board, self.leaders.representative(orbit).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(board: Board, us: u32, them: u32) -> Index {
        Numbering::new(board)
            .index(Material::new(us, them))
            .unwrap()
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
                    assert!(
                        index
                            .images(orbit, them)
                            .any(|image| image == index.of(us, them))
                    );
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
            assert_eq!(
                (at_once.len(), at_once.blocks()),
                (index.len(), index.blocks())
            );
            for sample in 0..200u64 {
                let at = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len();
                let (us, them) = index.position(at);
                assert_eq!(at_once.position(at), (us, them));
                assert_eq!(at_once.of(us, them), index.of(us, them));
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
        assert!(matches!(
            numbering.index(material),
            Err(IndexError::TooMany { .. })
        ));
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
            assert_eq!(
                weights * index.block_len(),
                choose(squares, 2) * choose(squares - 2, 2)
            );
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
                let orbit = index.leaders().leader(us).orbit();
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

    #[test]
    fn the_largest_material_is_counted_or_refused() {
        let board = Board::new(8, 8).unwrap();
        assert!(position_count(board, Material::new(8, 8)).unwrap() > 1 << 58);
        assert!(matches!(
            position_count(board, Material::new(12, 12)),
            Err(IndexError::TooMany { .. })
        ));
        assert!(matches!(
            position_count(board, Material::new(40, 30)),
            Err(IndexError::DoesNotFit { .. })
        ));
    }
}
