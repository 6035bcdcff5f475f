//! Resources that the tables of all rules share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use loa_solver::{Board, Numbering};

use super::cache::UnitCache;
use crate::source::table_source::TableSource;

/// Resources that the tables of all rules share.
pub(crate) struct SharedResources {
    /// The sources of tables, in the order of the search.
    pub(crate) sources: Vec<Box<dyn TableSource>>,
    /// The last source of the search; `None` if the built-in tables are not used.
    pub(crate) last: Option<Box<dyn TableSource>>,
    /// The folder among the sources; `None` if no source is one.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) cache: UnitCache,
    numberings: Mutex<HashMap<Board, Arc<Numbering>>>,
    tables: AtomicU32,
}

impl SharedResources {
    pub(crate) fn new(
        sources: Vec<Box<dyn TableSource>>,
        last: Option<Box<dyn TableSource>>,
        folder: Option<PathBuf>,
        cache: UnitCache,
    ) -> SharedResources {
        SharedResources {
            sources,
            last,
            folder,
            cache,
            numberings: Mutex::default(),
            tables: AtomicU32::new(0),
        }
    }

    /// Returns all sources, in the order of the search.
    pub(crate) fn all_sources(&self) -> impl Iterator<Item = &dyn TableSource> {
        self.sources.iter().chain(&self.last).map(Box::as_ref)
    }

    /// Returns the numbering of a board, which all tables of the board share.
    pub(crate) fn numbering(&self, board: Board) -> Arc<Numbering> {
        let known = self.numberings.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        let numbering = known.entry(board);
        Arc::clone(numbering.or_insert_with(|| Arc::new(Numbering::new(board))))
    }

    /// Returns a new number for a table in the cache.
    pub(crate) fn next_table(&self) -> u32 {
        self.tables.fetch_add(1, Relaxed)
    }
}
