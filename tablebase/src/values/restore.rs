//! All values of tables, including wins and draws.
//!
//! A table stores losses. Every other position is won in one ply more than the shortest loss that a
//! move leads to, or else drawn. Values that do not fit in memory are restored part by part, each a
//! run of consecutive blocks, for which all of the twin's losses are unpacked.

use std::ops::Range;
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

/// Returns the values of consecutive blocks of a table. The twin's losses are unpacked block by block,
/// and the moves that lead to them are examined, so that memory contains only these values and
/// `lower`, the losses after captures; `None` if they need no table. If the work is stopped, wins
/// are missing.
///
/// # Errors
/// If a unit is damaged, memory is refused, or a win is too long.
pub(crate) fn restore_part(
    rules: Rules,
    [table, twin]: &[LossBlocks; 2],
    lower: Option<&MemoryValues>,
    blocks: Range<u64>,
    stop: &Stop,
) -> Result<MemoryValues, TableError> {
    let values = table.run(blocks)?;
    let waiting: Vec<u64> = (0..twin.index.blocks()).collect();
    twin.read(&waiting, &|orbit, codes| {
        let block = twin.table.open_values(&twin.index, orbit..orbit + 1)?;
        block.put(orbit * twin.index.block_len(), codes);
        let linked = LinkedValues { rules, values: &values, twin: &block, lower };
        match linked.set_wins(&[orbit], stop) {
            None => Ok(()),
            Some(_) => Err(too_long(table.table.path(), values.longest())),
        }
    })?;
    complete_images(&values, &twin.index);
    Ok(values)
}

/// Returns the error of wins longer than the table's header says.
fn too_long(path: &Path, longest: u16) -> TableError {
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

#[cfg(test)]
mod tests {
    use loa_solver::Board;

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::tests::solved;
    use crate::probe::tablebase::Tablebase;

    #[test]
    fn parts_have_the_values_of_all() {
        let rules = ["mover-pass", "own-draw", "draw-loss-misere"];
        for (board, stones) in [("4x3", 7), ("3x3", 6), ("4x4", 5)] {
            let board: Board = board.parse().unwrap();
            for rules in rules {
                let rules: Rules = rules.parse().unwrap();
                let (_folder, layout) = solved(board, rules, Selection::Stones(stones));
                let numbering = Numbering::new(board);
                for (material, _) in layout.tables(rules, board).unwrap() {
                    compare(&layout, rules, &numbering, material);
                }
            }
        }
    }

    fn compare(layout: &Layout, rules: Rules, numbering: &Numbering, material: Material) {
        let tables = Tablebase::open(layout.root(), rules);
        let all =
            tables.table_values(numbering.board(), material, u64::MAX, &Stop::default()).unwrap().0;
        let index = all.index();
        let open = |needed| open_losses(layout, rules, numbering, needed, material).unwrap();
        let lower = material.captured().map(|lower| open(lower).into_values().unwrap());
        let tables = [material, material.twin()].map(open);
        for (blocks, step) in [(1, 5), (4, 4), (index.blocks(), index.blocks())] {
            for first in (0..index.blocks()).step_by(step as usize) {
                let blocks = first..index.blocks().min(first + blocks);
                let len = (blocks.end - blocks.start) * index.block_len();
                let codes = |values: &MemoryValues| {
                    let mut codes = vec![0; len as usize];
                    values.copy_codes(blocks.start * index.block_len(), &mut codes);
                    codes
                };
                let part =
                    restore_part(rules, &tables, lower.as_ref(), blocks.clone(), &Stop::default());
                assert!(codes(&part.unwrap()) == codes(&all), "{rules} {material} {blocks:?}");
            }
        }
    }
}
