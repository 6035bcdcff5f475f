//! All values of tables, including wins and draws.
//!
//! A table stores losses. Every other position is won in one ply more than the shortest loss that a
//! move leads to, or else drawn.

use std::path::Path;

use loa_solver::{Index, Material, Numbering, Rules, Stop};

use super::codes::{CellSource, MemoryValues};
use super::compare::{each_image, is_open};
use super::linked_values::LinkedValues;
use super::losses::LossBlocks;
use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::source::embedded::Embedded;
use crate::source::layout::Layout;
use crate::source::orientations;

/// Returns all values of a table. Its losses and those that its moves lead to are in memory
/// meanwhile. `None` if the work is stopped. `twin` is `None` if the table is its own twin, and
/// `lower` if captures need no table.
///
/// # Errors
/// If a unit is damaged, the digest differs, memory is refused, or a win is too long.
pub(crate) fn restore(
    rules: Rules,
    table: LossBlocks,
    twin: Option<LossBlocks>,
    lower: Option<&MemoryValues>,
    stop: &Stop,
) -> Result<Option<MemoryValues>, TableError> {
    let path = table.table.path().to_owned();
    let values = table.into_values()?;
    let twin_values = twin.map(LossBlocks::into_values).transpose()?;
    let twin = twin_values.as_ref().unwrap_or(&values);
    let orbits: Vec<u64> = (0..twin.index().blocks()).collect();
    let wrong = LinkedValues { rules, values: &values, twin, lower }.set_wins(&orbits, stop);
    if stop.is_set() {
        return Ok(None);
    }
    if wrong.is_some() {
        return Err(too_long(&path, values.longest()));
    }
    complete_images(&values, twin.index());
    Ok(Some(values))
}

/// Returns the error of wins longer than the table's header says.
pub(super) fn too_long(path: &Path, longest: u16) -> TableError {
    let fault = format!("a win is longer than the {longest} plies in the header");
    TableError::damaged(path, fault)
}

/// Opens a board's table with distances, in a folder or built in, for restoring the values of
/// another table.
///
/// # Errors
/// If the table is missing or damaged.
pub(crate) fn open_losses(
    layout: &Layout,
    rules: Rules,
    numbering: &Numbering,
    material: Material,
    needed_by: Material,
) -> Result<LossBlocks, TableError> {
    let subject = TableSubject { rules, board: numbering.board(), material };
    let table = match orientations::find(layout, subject)? {
        Some(table) => Some(table),
        None => orientations::find(&Embedded, subject)?,
    };
    let table = table.ok_or_else(|| TableError::Missing {
        path: layout.table(subject),
        material: needed_by,
        missing: material,
    })?;
    // A valid header has a material with an index.
    let index = numbering.index(material);
    let index = index.map_err(|error| TableError::damaged(table.path(), error))?;
    LossBlocks::new(table, index)
}

/// Copies wins to the other entries of their positions, if leaders are symmetric.
pub(crate) fn complete_images(values: &MemoryValues, twin: &Index) {
    let is_open = |at| is_open(values.get(at));
    each_image(values.index(), twin, values.blocks(), is_open, |at, met| {
        let right = values.get(met);
        if right.is_win() {
            values.set(at, right);
        }
        None::<()>
    });
}
