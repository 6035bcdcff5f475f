//! Numbering sets of squares up to the board's symmetries.
//!
//! Two sets of squares belong to one *orbit* when a symmetry of the board takes
//! one to the other. An orbit's *representative* is its set of the lowest rank,
//! and orbits are numbered in the order of their representatives. An
//! [`OrbitTable`] has an entry for every set and takes time and memory to make;
//! an [`OrbitDirectory`] makes what a question needs.

mod count;
mod directory;
mod table;

use std::sync::Arc;

pub(crate) use count::orbit_count;
pub(crate) use directory::OrbitDirectory;
pub(crate) use table::{OrbitEntry, OrbitTable};

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::symmetry::Symmetry;

/// The squares of a leader, reduced to the representative of their orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader {
    orbit: u64,
    representative: u64,
    to_representative: Symmetry,
}

impl Leader {
    /// The number of the orbit.
    #[inline]
    pub const fn orbit(self) -> u64 {
        self.orbit
    }

    /// The representative of the orbit.
    #[inline]
    pub const fn representative(self) -> Bitboard {
        Bitboard(self.representative)
    }

    /// A symmetry that takes the leader to the representative.
    #[inline]
    pub const fn to_representative(self) -> Symmetry {
        self.to_representative
    }
}

/// All sets of a given number of squares of a board, by orbit.
#[derive(Clone)]
pub struct Orbits(Kind);

#[derive(Clone)]
enum Kind {
    Table(Arc<OrbitTable>),
    Directory(Arc<OrbitDirectory>),
}

impl From<Arc<OrbitTable>> for Orbits {
    fn from(table: Arc<OrbitTable>) -> Orbits {
        Orbits(Kind::Table(table))
    }
}

impl From<Arc<OrbitDirectory>> for Orbits {
    fn from(directory: Arc<OrbitDirectory>) -> Orbits {
        Orbits(Kind::Directory(directory))
    }
}

impl Orbits {
    /// Bytes of a table of all sets of this many squares, as solving uses;
    /// `None` if orbits would not fit its entries.
    pub fn table_bytes(board: Board, stones: u32) -> Option<u64> {
        OrbitTable::bytes(board, stones)
    }

    /// How many orbits there are.
    pub fn count(&self) -> u64 {
        match &self.0 {
            Kind::Table(table) => table.orbits(),
            Kind::Directory(directory) => directory.orbits(),
        }
    }

    /// Reduces a set of as many squares of the board to its orbit.
    #[inline]
    pub fn leader(&self, set: Bitboard) -> Leader {
        match &self.0 {
            Kind::Table(table) => table.leader(set.0),
            Kind::Directory(directory) => directory.leader(set.0),
        }
    }

    /// The representative of an orbit.
    ///
    /// # Panics
    /// If there are not so many orbits.
    #[inline]
    pub fn representative(&self, orbit: u64) -> Bitboard {
        Bitboard(match &self.0 {
            Kind::Table(table) => table.representative(orbit),
            Kind::Directory(directory) => directory.representative(orbit),
        })
    }
}
