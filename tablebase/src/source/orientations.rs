//! Boards whose files and ranks are exchanged, such as 4x5 and 5x4: the same game, and so the same
//! tables.
//!
//! A position and its transpose have the same value. Material names the side to move first, so the
//! table of a material on one board answers for the other. A board's own tables take precedence.
//! [`OpenTable`](crate::probe::open_table::OpenTable),
//! [`LossBlocks`](crate::values::losses::LossBlocks) and everything above this module see tables of
//! the board that they are about.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use loa_solver::{Board, Material, Rules};

use super::table_source::TableSource;
use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::format::table::Table;

/// Returns a board, and its transpose if that differs.
fn orientations(board: Board) -> impl Iterator<Item = Board> {
    let other = Some(board.transposed()).filter(|&other| other != board);
    [board].into_iter().chain(other)
}

impl TableSubject {
    /// Returns the subject, and that of the transposed board if the board differs.
    pub(crate) fn orientations(self) -> impl Iterator<Item = TableSubject> {
        orientations(self.board).map(move |board| TableSubject { board, ..self })
    }
}

/// Opens the table of a subject or of its transpose: the first that is sound as far as opening
/// shows.
///
/// # Errors
/// The first error, if tables exist but none is sound.
pub(crate) fn find(
    source: &dyn TableSource,
    subject: TableSubject,
) -> Result<Option<Arc<Table>>, TableError> {
    let mut unsound = None;
    for subject in subject.orientations() {
        let opened = source.open_table(subject).and_then(|table| {
            let checked = table.as_ref().map_or(Ok(()), |table| table.check_place(subject));
            checked.map(|()| table)
        });
        match opened {
            Ok(Some(table)) => return Ok(Some(table)),
            Ok(None) => {}
            Err(error) => {
                unsound.get_or_insert(error);
            }
        }
    }
    unsound.map_or(Ok(None), Err)
}

/// Returns the material of a source's tables for a board and for its transpose.
///
/// # Errors
/// If the source cannot list them.
pub(crate) fn materials(
    source: &dyn TableSource,
    rules: Rules,
    board: Board,
) -> io::Result<BTreeSet<Material>> {
    let mut materials = BTreeSet::new();
    for board in orientations(board) {
        materials.extend(source.materials(rules, board)?);
    }
    Ok(materials)
}
