//! The interface of sources of tables.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, Material, Rules};

use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::format::table::Table;

/// A collection of tables, opened one by one as answers need them.
///
/// A folder ([`Layout`](crate::Layout)) and tables in memory ([`TableSet`](crate::TableSet)) are
/// sources. Implement the trait for tables in an archive or on a network, as
/// `examples/own_storage.rs` does.
///
/// A board and its transpose have the same tables. A source answers only for the board of the call,
/// and is called for both.
pub trait TableSource: Send + Sync {
    /// Opens the table of a subject; `None` if it does not exist.
    ///
    /// # Errors
    /// If the table exists but cannot be used.
    fn open_table(&self, subject: TableSubject) -> Result<Option<Arc<Table>>, TableError>;

    /// Returns the material of all tables of a board, in any order.
    ///
    /// # Errors
    /// If it cannot be determined.
    fn materials(&self, rules: Rules, board: Board) -> io::Result<Vec<Material>>;

    /// Returns the path where the table of a subject belongs, for messages about a missing table.
    fn location(&self, subject: TableSubject) -> PathBuf;

    /// Returns a file that shows that the table of a subject is being made or was begun; `None` if
    /// no such file exists.
    fn unfinished(&self, _: TableSubject) -> Option<PathBuf> {
        None
    }
}
