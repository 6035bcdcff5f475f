//! Anything that tables can be opened from.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::{Board, Material, Rules};

use crate::format::error::TableError;
use crate::format::table::Table;

/// A collection of tables, opened one by one as answers need them.
///
/// A folder ([`Layout`](crate::Layout)) and tables in memory
/// ([`TableSet`](crate::TableSet)) are sources. Implement the trait where tables lie
/// in an archive or behind a network; `examples/own_storage.rs` does.
///
/// A board and its transpose have the same tables. A source answers for exactly the
/// board of a call, and is called for both.
pub trait TableSource: Send + Sync {
    /// Opens the table of a material; `None` if there is no such table.
    ///
    /// # Errors
    /// When there is one that cannot be used.
    fn open_table(
        &self,
        rules: Rules,
        board: Board,
        material: Material,
    ) -> Result<Option<Arc<Table>>, TableError>;

    /// Returns the material of all tables of a board, in any order.
    ///
    /// # Errors
    /// When that cannot be found out.
    fn materials(&self, rules: Rules, board: Board) -> io::Result<Vec<Material>>;

    /// Returns where the table of a material belongs, for messages about a missing
    /// one.
    fn location(&self, rules: Rules, board: Board, material: Material) -> PathBuf;

    /// Returns a file that shows that somebody is making the table of a material, or
    /// has begun to; `None` if there is no such sign.
    fn unfinished(&self, _rules: Rules, _board: Board, _material: Material) -> Option<PathBuf> {
        None
    }
}
