//! Orbits: sets of squares up to the symmetries of the board.
//!
//! Two sets of squares belong to one *orbit* if a symmetry of the board takes one to the other. An
//! orbit's *representative* is its set of the lowest rank, and orbits are numbered in the order of
//! their representatives. An [`OrbitTable`] has an entry for every set and costs time and memory to
//! build. An [`OrbitDirectory`] builds only the parts that are looked up.

pub(crate) mod count;
pub(crate) mod directory;
pub(crate) mod leader;
pub(crate) mod table;

use std::fmt;
use std::sync::Arc;

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::index::orbits::directory::OrbitDirectory;
use crate::index::orbits::leader::Leader;
use crate::index::orbits::table::OrbitTable;

/// All sets of one size on a board, by orbit.
#[derive(Clone)]
pub struct Orbits(pub(crate) OrbitSource);

#[derive(Clone)]
pub(crate) enum OrbitSource {
    Table(Arc<OrbitTable>),
    Directory(Arc<OrbitDirectory>),
}

impl Orbits {
    /// Returns the size in bytes of the table of all sets of `stones` squares, which solving uses;
    /// `None` if orbit numbers do not fit its entries.
    pub fn table_bytes(board: Board, stones: u32) -> Option<u64> {
        OrbitTable::bytes(board, stones)
    }

    /// Counts the orbits.
    pub fn count(&self) -> u64 {
        match &self.0 {
            OrbitSource::Table(table) => table.orbits(),
            OrbitSource::Directory(directory) => directory.orbits(),
        }
    }

    /// Reduces a set of squares of the board to its orbit. The set must have the size of these
    /// orbits.
    #[inline]
    pub fn leader(&self, set: Bitboard) -> Leader {
        match &self.0 {
            OrbitSource::Table(table) => table.leader(set.0),
            OrbitSource::Directory(directory) => directory.leader(set.0),
        }
    }

    /// Reduces the set of this rank, among the sets of its size, to its orbit.
    ///
    /// # Panics
    /// If no set has this rank.
    #[inline(always)]
    pub fn leader_at(&self, rank: u64) -> Leader {
        match &self.0 {
            OrbitSource::Table(table) => table.leader_at(rank),
            OrbitSource::Directory(directory) => directory.leader_at(rank),
        }
    }

    /// Returns the representative of an orbit.
    ///
    /// # Panics
    /// If no orbit has this number.
    #[inline]
    pub fn representative(&self, orbit: u64) -> Bitboard {
        Bitboard(match &self.0 {
            OrbitSource::Table(table) => table.representative(orbit),
            OrbitSource::Directory(directory) => directory.representative(orbit),
        })
    }
}

impl fmt::Debug for Orbits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Orbits")
    }
}
