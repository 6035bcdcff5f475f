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
    /// Codes of two bytes that a cache shares.
    Shared(Arc<[u16]>),
}

impl BlockValues<'_> {
    #[inline(always)]
    pub(crate) fn get(&self, rank: usize) -> Cell {
        match self {
            BlockValues::Narrow(codes) => codes[rank].cell(),
            BlockValues::Wide(codes) => codes[rank].cell(),
            BlockValues::Shared(codes) => codes[rank].cell(),
        }
    }
}

impl Default for BlockValues<'_> {
    fn default() -> Self {
        BlockValues::Narrow(&[])
    }
}
