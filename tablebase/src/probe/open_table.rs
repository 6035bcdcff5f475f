//! An open table that answers are read from.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use loa_solver::internal::Leader;
use loa_solver::{Bitboard, Index};

use super::cache::{UnitCache, UnitKey};
use crate::format::error::TableError;
use crate::format::table::{Scratch, Table};
use crate::format::units::Units;

/// A table with its index.
pub(crate) struct OpenTable {
    pub(super) table: Arc<Table>,
    /// The table's number in the cache.
    number: u32,
    /// True if the table is for the transpose of the board that answers are about.
    is_turned: bool,
    index: Index,
    units: Units,
    /// Scratch space for unpacking that no thread is using.
    scratches: Mutex<Vec<Scratch>>,
    /// The SHA-256 of all bytes, once requested.
    #[cfg(feature = "sha256")]
    pub(super) sha256: std::sync::OnceLock<[u8; 32]>,
}

impl OpenTable {
    /// Combines a table with its index. The table is for the board that answers are about, or for
    /// its transpose.
    pub(crate) fn new(table: Arc<Table>, index: Index, number: u32, is_turned: bool) -> OpenTable {
        OpenTable {
            units: table.header().division(),
            table,
            number,
            is_turned,
            index,
            scratches: Mutex::default(),
            #[cfg(feature = "sha256")]
            sha256: Default::default(),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.table.path()
    }

    const fn key(&self, unit: u64) -> UnitKey {
        (self.number, unit)
    }

    /// Returns the leader of all positions with these squares of the side to move.
    pub(crate) fn leader(&self, us: Bitboard) -> Leader {
        self.index.leaders().leader(self.turn(us))
    }

    /// Returns the unit of the position with this leader, and the position's entry in the unit.
    pub(crate) fn locate(&self, leader: Leader, them: Bitboard) -> (u64, usize) {
        self.units.place(self.index.of_leader(leader, self.turn(them)))
    }

    /// Maps squares from the board that answers are about to the table's board.
    #[inline]
    const fn turn(&self, set: Bitboard) -> Bitboard {
        if self.is_turned { set.transposed() } else { set }
    }

    /// Returns the codes of a unit that the cache has.
    pub(crate) fn cached(&self, cache: &UnitCache, unit: u64) -> Option<Arc<[u16]>> {
        cache.get(&self.key(unit))
    }

    /// Returns the codes of a unit up to `entry` or beyond. If the cache lacks them, all codes up
    /// to `entry` are unpacked, or the whole unit if a part was unpacked before. `keep` puts them
    /// into the cache.
    ///
    /// # Errors
    /// If the table cannot be read or is damaged.
    pub(crate) fn codes(
        &self,
        cache: &UnitCache,
        scratch: &mut Scratch,
        unit: u64,
        entry: usize,
        keep: bool,
    ) -> Result<Arc<[u16]>, TableError> {
        let cached = self.cached(cache, unit);
        let whole = cached.is_some();
        if let Some(codes) = cached.filter(|codes| codes.len() > entry) {
            return Ok(codes);
        }
        let unpacked = self.table.unit(&self.index, scratch, unit, (entry, whole))?;
        let codes: Arc<[u16]> = unpacked.into();
        if keep {
            cache.insert(self.key(unit), Arc::clone(&codes));
        }
        Ok(codes)
    }

    /// Lends scratch space for unpacking.
    pub(crate) fn with_scratch<T>(&self, unpack: impl FnOnce(&mut Scratch) -> T) -> T {
        let scratches = || {
            let scratches = self.scratches.lock();
            scratches.unwrap_or_else(PoisonError::into_inner)
        };
        let mut scratch = scratches().pop().unwrap_or_else(|| self.table.scratch());
        let unpacked = unpack(&mut scratch);
        scratches().push(scratch);
        unpacked
    }
}
