//! A folder of tables, answering questions.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use loa_solver::retrograde::Cell;
use loa_solver::{Board, Index, Material, Numbering, Position, Rules, Value};
use quick_cache::sync::Cache;

use crate::census::{CensusError, TableCensus, census};
use crate::embedded;
use crate::error::{ProbeError, TableError};
use crate::header::BLOCK_VALUES;
use crate::layout::Layout;
use crate::table::Table;

/// Tables for one set of rules, opened as they are needed and shared by
/// threads.
///
/// What the folder does not hold is looked for among the tables built into the
/// program: all of 4x4 under the rules of every preset.
pub struct Tablebase {
    rules: Rules,
    layout: Option<Layout>,
    numberings: Mutex<HashMap<Board, Arc<Numbering>>>,
    tables: Mutex<HashMap<(Board, Material), Arc<OpenTable>>>,
    blocks: Cache<(Board, Material, u64), Arc<[u16]>>,
}

struct OpenTable {
    table: Table,
    index: Index,
}

impl Tablebase {
    /// Bytes of unpacked blocks that are kept, unless told otherwise.
    pub const DEFAULT_CACHE_BYTES: usize = 64 << 20;

    /// The tables in a folder laid out as [`Layout`] says, and the built-in
    /// ones. Nothing is opened yet.
    pub fn open(root: impl Into<PathBuf>, rules: Rules) -> Tablebase {
        Tablebase::new(
            Some(Layout::new(root)),
            rules,
            Tablebase::DEFAULT_CACHE_BYTES,
        )
    }

    /// Only the tables that are built into the program.
    pub fn embedded(rules: Rules) -> Tablebase {
        Tablebase::new(None, rules, Tablebase::DEFAULT_CACHE_BYTES)
    }

    /// Tables of a folder, or only built-in ones, keeping up to `cache_bytes`
    /// of unpacked blocks.
    pub fn new(layout: Option<Layout>, rules: Rules, cache_bytes: usize) -> Tablebase {
        let blocks = cache_bytes / (2 * BLOCK_VALUES as usize);
        Tablebase {
            rules,
            layout,
            numberings: Mutex::default(),
            tables: Mutex::default(),
            blocks: Cache::new(blocks.max(4)),
        }
    }

    /// The rules of its values.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The value of a position to the side to move.
    ///
    /// # Errors
    /// When the table it needs is missing, unfinished, damaged or of other
    /// rules, or no table can cover the position.
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        self.value_for(position, position.material())
    }

    /// The value of a position that is needed to answer a question about
    /// `asked`.
    pub(crate) fn value_for(
        &self,
        position: &Position,
        asked: Material,
    ) -> Result<Value, ProbeError> {
        if let Some(value) = self.rules.settled_value(position) {
            return Ok(value);
        }
        let (board, material) = (position.board(), position.material());
        let open = self.table(board, material, asked)?;
        let index = open.index.of(position.us(), position.them());
        let values = u64::from(open.table.header().block_values);
        let block = self.block(&open, board, material, index / values)?;
        Ok(Cell::from_code(block[(index % values) as usize]).value())
    }

    /// The material that there are tables of, smallest first: in the folder or,
    /// if it has none of this board, built in.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn materials(&self, board: Board) -> io::Result<Vec<Material>> {
        let mut materials = Vec::new();
        if let Some(layout) = &self.layout {
            let tables = layout.tables(self.rules, board)?;
            materials.extend(tables.into_iter().map(|(material, _)| material));
        }
        if materials.is_empty() {
            materials.extend(embedded::materials(self.rules, board));
            materials.sort_by_key(|&material| (material.stones(), material));
        }
        Ok(materials)
    }

    /// Counts one table.
    ///
    /// # Errors
    /// When it is missing, unfinished, damaged or of other rules.
    pub fn census(&self, board: Board, material: Material) -> Result<TableCensus, ProbeError> {
        let open = self.table(board, material, material)?;
        census(&open.table, &self.numbering(board)).map_err(|error| match error {
            CensusError::Table(error) => error.into(),
            CensusError::Index(error) => error.into(),
        })
    }

    fn block(
        &self,
        open: &OpenTable,
        board: Board,
        material: Material,
        block: u64,
    ) -> Result<Arc<[u16]>, TableError> {
        self.blocks
            .get_or_insert_with(&(board, material, block), || {
                open.table.block(block).map(Arc::from)
            })
    }

    fn table(
        &self,
        board: Board,
        material: Material,
        asked: Material,
    ) -> Result<Arc<OpenTable>, ProbeError> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = tables.get(&(board, material)) {
            return Ok(Arc::clone(open));
        }
        let index = self.numbering(board).index(material)?;
        let table = self.find(board, material, asked)?;
        let open = Arc::new(OpenTable { table, index });
        tables.insert((board, material), Arc::clone(&open));
        Ok(open)
    }

    fn numbering(&self, board: Board) -> Arc<Numbering> {
        let mut known = self
            .numberings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let numbering = known
            .entry(board)
            .or_insert_with(|| Arc::new(Numbering::new(board)));
        Arc::clone(numbering)
    }

    fn find(&self, board: Board, material: Material, asked: Material) -> Result<Table, ProbeError> {
        let rules = self.rules;
        if let Some(layout) = &self.layout {
            let path = layout.table(rules, board, material);
            if path.exists() {
                let table = Table::open(&path)?;
                check_place(&table, rules, board, material)?;
                return Ok(table);
            }
        }
        if let Some(bytes) = embedded::table(rules, board, material) {
            let name = format!("built-in {rules}/{board}/{material}");
            return Ok(Table::built_in(bytes, Path::new(&name))?);
        }
        Err(self.missing(board, material, asked))
    }

    fn missing(&self, board: Board, missing: Material, asked: Material) -> ProbeError {
        let rules = self.rules;
        let Some(layout) = &self.layout else {
            let looked = PathBuf::from("the built-in tables");
            return ProbeError::Missing {
                board,
                rules,
                asked,
                missing,
                looked,
            };
        };
        if let Some(looked) = layout.unfinished(rules, board, missing) {
            return ProbeError::Unfinished {
                board,
                rules,
                missing,
                looked,
            };
        }
        let looked = layout.table(rules, board, missing);
        ProbeError::Missing {
            board,
            rules,
            asked,
            missing,
            looked,
        }
    }
}

/// Whether a table is what its place says it is.
pub(crate) fn check_place(
    table: &Table,
    rules: Rules,
    board: Board,
    material: Material,
) -> Result<(), TableError> {
    let header = table.header();
    let file = || table.path().to_owned();
    if header.rules != rules {
        let (expected, found) = (rules, header.rules);
        return Err(TableError::Rules {
            file: file(),
            expected,
            found,
        });
    }
    if (header.board, header.material) != (board, material) {
        return Err(TableError::Misplaced {
            file: file(),
            expected: format!("{material} on {board} under {rules}"),
            found: header.subject(),
        });
    }
    Ok(())
}
