//! Finished values of smaller families, which captures lead to.

use std::io;
use std::sync::Arc;

use super::cell::{Cell, Stored};
use crate::index::positions::Index;

/// The finished values of one material. Solving borrows one block at a time.
pub(crate) trait LowerValues: Sync {
    /// Returns the numbering of the values.
    fn index(&self) -> &Index;

    /// Lends the values of one leader's block.
    ///
    /// # Errors
    /// If they cannot be read.
    fn block(&self, orbit: u64) -> io::Result<BlockValues>;
}

/// The codes of the values of one block, by the follower's rank. They begin at index `from` of a
/// cached array.
#[derive(Clone, Debug)]
pub(crate) enum BlockValues {
    /// Codes of one byte.
    Narrow { codes: Arc<[u8]>, from: usize },
    /// Codes of two bytes.
    Wide { codes: Arc<[u16]>, from: usize },
}

impl BlockValues {
    #[inline(always)]
    pub(crate) fn get(&self, rank: usize) -> Cell {
        match self {
            BlockValues::Narrow { codes, from } => codes[from + rank].cell(),
            BlockValues::Wide { codes, from } => codes[from + rank].cell(),
        }
    }
}

impl Default for BlockValues {
    fn default() -> Self {
        let (codes, from) = (Arc::default(), 0);
        BlockValues::Narrow { codes, from }
    }
}
