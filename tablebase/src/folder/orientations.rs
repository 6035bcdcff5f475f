//! Boards whose files and ranks are exchanged, such as 4x5 and 5x4: the same game,
//! and so the same tables.
//!
//! A position and its transpose have the same value, and material is that of the
//! sides to move, so the table of a material on one board answers for the other.
//! What is asked about a board is looked for among its own tables first. Everything
//! above this module, [`OpenTable`](crate::probe::tablebase::OpenTable) and
//! [`Restored`](crate::values::restore::Restored) sees tables of the board it asks about.

use std::io;
use std::path::PathBuf;

use loa_solver::{Board, Material, Rules};

use super::layout::Layout;
use crate::format::error::TableError;
use crate::format::table::Table;

/// Returns a board and its transpose, if that is another one.
pub(crate) fn orientations(board: Board) -> impl Iterator<Item = Board> {
    let other = Some(board.transposed()).filter(|&other| other != board);
    [board].into_iter().chain(other)
}

/// Opens the table of a material among those of a board and of its transpose: the
/// first that is sound as far as opening shows.
///
/// # Errors
/// The first error, if no table is sound and one is there.
pub(crate) fn find(
    layout: &Layout,
    rules: Rules,
    board: Board,
    material: Material,
) -> Result<Option<Table>, TableError> {
    let mut unsound = None;
    for board in orientations(board) {
        let table = Table::open(layout.table(rules, board, material)).and_then(|table| {
            table.check_place(rules, board, material)?;
            Ok(table)
        });
        match table {
            Ok(table) => return Ok(Some(table)),
            Err(TableError::Io { source, .. }) if is_nothing_there(&source) => {}
            Err(error) => {
                unsound.get_or_insert(error);
            }
        }
    }
    unsound.map_or(Ok(None), Err)
}

/// Returns the table files of a board, and of its transpose those of other material,
/// smallest material first.
///
/// # Errors
/// When a folder is there but cannot be read.
pub(crate) fn tables(
    layout: &Layout,
    rules: Rules,
    board: Board,
) -> io::Result<Vec<(Material, PathBuf)>> {
    let mut tables: Vec<(Material, PathBuf)> = Vec::new();
    for board in orientations(board) {
        for (material, path) in layout.tables(rules, board)? {
            if tables.iter().all(|&(known, _)| known != material) {
                tables.push((material, path));
            }
        }
    }
    tables.sort_by_key(|&(material, _)| (material.stones(), material));
    Ok(tables)
}

pub(crate) fn is_nothing_there(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}
