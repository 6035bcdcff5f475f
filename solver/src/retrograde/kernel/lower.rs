//! Finished values of smaller families, which captures lead to.

use std::io;
use std::sync::Arc;

use super::cell::{Cell, Stored};
use crate::index::positions::Index;

/// The finished values of one material. Solving borrows one block at a time.
pub(crate) trait LowerValues: Sync {
    /// Returns the numbering of the values.
    fn index(&self) -> &Index;

    /// Lends the values of one leader's block, by the follower's rank, and the place of the first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn block(&self, orbit: u64) -> io::Result<(Codes, usize)>;
}

/// Codes of values in a cache.
#[derive(Clone, Debug)]
pub(crate) enum Codes {
    /// Codes of one byte.
    Narrow(Arc<[u8]>),
    /// Codes of two bytes.
    Wide(Arc<[u16]>),
}

impl Codes {
    #[inline(always)]
    pub(crate) fn cell(&self, at: usize) -> Cell {
        match self {
            Codes::Narrow(codes) => codes[at].cell(),
            Codes::Wide(codes) => codes[at].cell(),
        }
    }
}

impl Default for Codes {
    fn default() -> Codes {
        Codes::Narrow(Arc::default())
    }
}
