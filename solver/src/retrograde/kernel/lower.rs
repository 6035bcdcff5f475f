//! Finished values of smaller families, which captures look into.

use std::io;
use std::sync::Arc;

use super::cell::{Cell, Stored};
use crate::index::positions::Index;

/// The finished values of one material.
///
/// Values may lie in memory, in a mapped file, or packed behind a cache: solving
/// borrows one block after the other.
pub trait LowerValues: Sync {
    /// Returns the numbering of the values.
    fn index(&self) -> &Index;

    /// Lends the values of one leader's block.
    ///
    /// # Errors
    /// When they cannot be read.
    fn block(&self, orbit: u64) -> io::Result<BlockValues<'_>>;
}

/// The codes of the values of one block, by the follower's rank.
#[derive(Clone, Debug)]
pub enum BlockValues<'a> {
    /// Codes of one byte.
    Narrow(&'a [u8]),
    /// Codes of two bytes.
    Wide(&'a [u16]),
    /// Codes of one byte that a cache shares, from a place on.
    SharedNarrow {
        /// The codes.
        codes: Arc<[u8]>,
        /// The place of the first.
        from: usize,
    },
    /// Codes of two bytes that a cache shares, from a place on.
    SharedWide {
        /// The codes.
        codes: Arc<[u16]>,
        /// The place of the first.
        from: usize,
    },
}

impl BlockValues<'_> {
    #[inline(always)]
    pub(crate) fn get(&self, rank: usize) -> Cell {
        match self {
            BlockValues::Narrow(codes) => codes[rank].cell(),
            BlockValues::Wide(codes) => codes[rank].cell(),
            BlockValues::SharedNarrow { codes, from } => codes[from + rank].cell(),
            BlockValues::SharedWide { codes, from } => codes[from + rank].cell(),
        }
    }
}

impl Default for BlockValues<'_> {
    fn default() -> Self {
        BlockValues::Narrow(&[])
    }
}
