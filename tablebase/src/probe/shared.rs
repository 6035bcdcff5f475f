//! Resources that the tables of all rules share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use loa_solver::{Board, Numbering};

use super::cache::UnitCache;
use crate::source::embedded::Embedded;
use crate::source::table_source::TableSource;

/// Resources that the tables of all rules share.
pub(crate) struct SharedResources {
    /// The sources of tables, in the order of the search.
    pub(crate) sources: Vec<Box<dyn TableSource>>,
    /// True if the built-in tables are the last source of the search.
    pub(crate) embedded: bool,
    /// The folder among the sources; `None` if no source is one.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) cache: UnitCache,
    pub(super) numberings: Mutex<HashMap<Board, Arc<Numbering>>>,
    pub(super) tables: AtomicU32,
}

impl SharedResources {
    /// Returns all sources, in the order of the search.
    pub(crate) fn all_sources(&self) -> impl Iterator<Item = &dyn TableSource> {
        let embedded = self.embedded.then_some(&Embedded as &dyn TableSource);
        self.sources.iter().map(Box::as_ref).chain(embedded)
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
