//! Tables that were opened one by one.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, Material, Rules};

use super::table_source::TableSource;
use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::format::table::Table;

/// A collection of tables, found by their headers.
///
/// # Examples
///
/// Answers from bytes in memory, without a folder:
///
/// ```
/// use loa_tablebase::{Table, TableSet, Tablebase};
///
/// # let bytes = include_bytes!("../../tables/mover-pass/4x4/2v2.loa");
/// let mut tables = TableSet::new();
/// tables.insert(Table::from_bytes(&bytes[..])?);
/// let tablebase = Tablebase::options()
///     .embedded(false)
///     .source(tables)
///     .tablebase("mover-pass".parse()?);
/// let answer = tablebase.answer(&"4/x2o/o3/3x x".parse()?)?;
/// assert_eq!(answer.to_string(), "win in 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct TableSet {
    tables: HashMap<TableSubject, Arc<Table>>,
}

impl TableSet {
    /// Returns a set without tables.
    pub fn new() -> TableSet {
        TableSet::default()
    }

    /// Adds a table and returns the one that it replaces.
    pub fn insert(&mut self, table: Table) -> Option<Arc<Table>> {
        self.tables.insert(table.header().subject(), Arc::new(table))
    }

    /// Returns the tables in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().map(Arc::as_ref)
    }
}

impl FromIterator<Table> for TableSet {
    fn from_iter<I: IntoIterator<Item = Table>>(tables: I) -> TableSet {
        let mut set = TableSet::new();
        for table in tables {
            set.insert(table);
        }
        set
    }
}

impl fmt::Debug for TableSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl TableSource for TableSet {
    fn open_table(&self, subject: TableSubject) -> Result<Option<Arc<Table>>, TableError> {
        Ok(self.tables.get(&subject).map(Arc::clone))
    }

    fn materials(&self, rules: Rules, board: Board) -> io::Result<Vec<Material>> {
        let subjects = self.tables.keys();
        let of_board = subjects.filter(|subject| (subject.rules, subject.board) == (rules, board));
        Ok(of_board.map(|subject| subject.material).collect())
    }

    fn location(&self, _: TableSubject) -> PathBuf {
        PathBuf::from("the given tables")
    }
}
