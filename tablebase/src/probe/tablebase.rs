//! The tables of one set of rules, opened as they are needed.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use loa_solver::{Board, Material, Rules, position_count};

use super::error::ProbeError;
use super::open_table::OpenTable;
use super::shared::SharedResources;
use crate::format::subject::TableSubject;
use crate::format::table::Table;
use crate::format::tally::TableCensus;
use crate::source::embedded::Embedded;
use crate::source::orientations;

/// Tables for one set of rules, opened as needed and shared by threads. Unpacked values stay in a
/// cache of bounded size.
///
/// [`Tablebase::open`] reads a folder, [`Tablebase::options`] has all settings, and
/// [`Tablebases`](crate::Tablebases) answers under several rules. Tables that no source has are
/// looked up among the built-in tables: all of 4x4 under the rules of every preset.
///
/// # Examples
///
/// ```
/// use loa_tablebase::{Tablebase, Wdl};
///
/// let tablebase = Tablebase::embedded("mover-pass".parse()?);
/// let position = "1xx1/o2o/o2o/1xx1 x".parse()?;
/// assert_eq!(tablebase.wdl(&position)?, Wdl::Win);
/// assert_eq!(tablebase.answer(&position)?.to_string(), "win in 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tablebase {
    rules: Rules,
    shared: Arc<SharedResources>,
    tables: RwLock<HashMap<(Board, Material), Arc<TableSlot>>>,
}

/// A slot for one table. Each slot has its own lock, so tables open independently.
#[derive(Default)]
struct TableSlot {
    open: OnceLock<Arc<OpenTable>>,
    opening: Mutex<()>,
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase")
            .field("rules", &self.rules)
            .field("folder", &self.shared.folder)
            .finish_non_exhaustive()
    }
}

impl Tablebase {
    /// The default size of the cache of unpacked values, in bytes.
    pub const DEFAULT_CACHE_BYTES: usize = 64 << 20;

    pub(crate) fn new(rules: Rules, shared: Arc<SharedResources>) -> Tablebase {
        Tablebase { rules, shared, tables: RwLock::default() }
    }

    /// Returns the rules of all values.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the folder of the tables; `None` if they come from other sources.
    pub fn folder(&self) -> Option<&Path> {
        self.shared.folder.as_deref()
    }

    pub(crate) fn shared(&self) -> &SharedResources {
        &self.shared
    }

    /// Returns the material of all tables, smallest first. The built-in tables count if the board
    /// has no others.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn materials(&self, board: Board) -> io::Result<Vec<Material>> {
        let mut materials = BTreeSet::new();
        for source in &self.shared.sources {
            materials.extend(orientations::materials(&**source, self.rules, board)?);
        }
        if materials.is_empty() && self.shared.embedded {
            materials = orientations::materials(&Embedded, self.rules, board)?;
        }
        Ok(materials.into_iter().collect())
    }

    /// Returns the census of one table.
    ///
    /// # Errors
    /// If the table is missing, unfinished, damaged or for other rules.
    pub fn census(&self, board: Board, material: Material) -> Result<TableCensus, ProbeError> {
        let table = self.find(board, material, material)?;
        let of = table.header().board;
        let index = self.shared.numbering(of).index_at_once(material)?;
        let census = table.tally().table_census(&index);
        Ok(if of == board { census } else { census.transposed() })
    }

    /// Counts the open tables.
    pub(crate) fn open_tables(&self) -> usize {
        let slots = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let open = slots.values().filter(|slot| slot.open.get().is_some());
        open.count()
    }

    /// Returns a table if it is open.
    pub(crate) fn opened(&self, board: Board, material: Material) -> Option<Arc<OpenTable>> {
        let slots = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        slots.get(&(board, material))?.open.get().cloned()
    }

    /// Returns a table for a question about `asked`, and opens it if needed. One thread opens it
    /// while others wait.
    ///
    /// # Errors
    /// If the table is missing or cannot be used.
    pub(crate) fn table(
        &self,
        board: Board,
        material: Material,
        asked: Material,
    ) -> Result<Arc<OpenTable>, ProbeError> {
        if let Some(open) = self.opened(board, material) {
            return Ok(open);
        }
        position_count(board, material)?;
        let slot = {
            let mut slots = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry((board, material)).or_default())
        };
        let _lock = slot.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.open.get().is_none() {
            // This thread has the lock, so no other has opened the table.
            let _ = slot.open.set(self.open_table(board, material, asked)?);
        }
        let open = slot.open.get().cloned();
        open.ok_or_else(|| self.missing(board, material, asked))
    }

    fn open_table(
        &self,
        board: Board,
        material: Material,
        asked: Material,
    ) -> Result<Arc<OpenTable>, ProbeError> {
        let table = self.find(board, material, asked)?;
        // This is the board of the question or its transpose, so a file cannot make the index
        // larger.
        let of = table.header().board;
        let index = self.shared.numbering(of).index_at_once(material)?;
        let number = self.shared.next_table();
        Ok(Arc::new(OpenTable::new(table, index, number, of != board)))
    }

    /// Returns the first table of a material that a source has.
    pub(super) fn find(
        &self,
        board: Board,
        material: Material,
        asked: Material,
    ) -> Result<Arc<Table>, ProbeError> {
        let subject = TableSubject { rules: self.rules, board, material };
        for source in self.shared.all_sources() {
            if let Some(table) = orientations::find(source, subject)? {
                return Ok(table);
            }
        }
        Err(self.missing(board, material, asked))
    }

    pub(super) fn missing(&self, board: Board, missing: Material, asked: Material) -> ProbeError {
        let table = TableSubject { rules: self.rules, board, material: missing };
        let begun = self
            .shared
            .all_sources()
            .find_map(|source| table.orientations().find_map(|subject| source.unfinished(subject)));
        if let Some(path) = begun {
            return ProbeError::Unfinished { table, path };
        }
        let path = self.shared.all_sources().next().map(|source| source.location(table));
        let path = path.unwrap_or_else(|| PathBuf::from("no source of tables"));
        ProbeError::Missing { table, asked, path }
    }
}
