//! Resources that the tables of all rules share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use loa_solver::{Board, Numbering};

use super::cache::UnitCache;
use crate::source::table_source::TableSource;

/// Resources that the tables of all rules share.
pub(crate) struct Shared {
    /// The sources in which tables are looked for, one after another.
    pub(crate) sources: Vec<Box<dyn TableSource>>,
    /// The source in which they are looked for last, if there is one.
    pub(crate) last: Option<Box<dyn TableSource>>,
    /// The folder among the sources, if there is one.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) cache: UnitCache,
    numberings: Mutex<HashMap<Board, Arc<Numbering>>>,
    tables: AtomicU32,
}

impl Shared {
    pub(crate) fn new(
        sources: Vec<Box<dyn TableSource>>,
        last: Option<Box<dyn TableSource>>,
        folder: Option<PathBuf>,
        cache: UnitCache,
    ) -> Shared {
        Shared {
            sources,
            last,
            folder,
            cache,
            numberings: Mutex::default(),
            tables: AtomicU32::new(0),
        }
    }

    /// Returns all sources, in the order in which tables are looked for.
    pub(crate) fn all_sources(&self) -> impl Iterator<Item = &dyn TableSource> {
        self.sources.iter().chain(&self.last).map(Box::as_ref)
    }

    /// Returns the numbering of a board, which all share.
    pub(crate) fn numbering(&self, board: Board) -> Arc<Numbering> {
        let known = self.numberings.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        let numbering = known.entry(board);
        Arc::clone(numbering.or_insert_with(|| Arc::new(Numbering::new(board))))
    }

    /// Returns a number for a table in the cache.
    pub(crate) fn next_table(&self) -> u32 {
        self.tables.fetch_add(1, Relaxed)
    }
}
