//! All values of tables, wins and draws included.
//!
//! A table stores losses. Every other position is won in one ply more than the shortest
//! loss that a move leads to, or else drawn.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::internal::{Cell, dispatch};
use loa_solver::{Board, Index, Material, Numbering, Rules, Symmetry};
use rayon::prelude::*;

use super::codes::Values;
use super::losses;
use super::successors::Successors;
use super::waiting::{Stored, Visited, visited, waiting_block};
use crate::format::error::TableError;
use crate::format::metric::Metric;
use crate::format::table::Table;
use crate::source::embedded::Embedded;
use crate::source::layout::Layout;
use crate::source::orientations;

/// Values of a board's tables in memory.
pub(crate) struct Restored<'a> {
    layout: &'a Layout,
    rules: Rules,
    numbering: &'a Numbering,
    tables: HashMap<Material, LoadedTable>,
}

/// A table of which some values are in memory.
struct LoadedTable {
    path: PathBuf,
    values: Values,
    /// True if wins and draws are there too.
    is_whole: bool,
}

impl<'a> Restored<'a> {
    /// Returns the tables of one board, of which nothing is in memory.
    pub(crate) fn new(layout: &'a Layout, rules: Rules, numbering: &'a Numbering) -> Restored<'a> {
        Restored {
            layout,
            rules,
            numbering,
            tables: HashMap::new(),
        }
    }

    /// Returns what the values of a material are compared with; all of it must be
    /// there.
    pub(crate) fn successors(&self, material: Material) -> Successors<'_> {
        let lower = material.captured();
        Successors {
            rules: self.rules,
            index: self.values(material).index(),
            twin: self.values(material.twin()),
            lower: lower.and_then(|lower| Some(&self.tables.get(&lower)?.values)),
        }
    }

    /// Returns the values of a material, which must be there.
    pub(crate) fn values(&self, material: Material) -> &Values {
        &self.tables[&material].values
    }

    /// Reads or restores all values of a material that are not there.
    ///
    /// # Errors
    /// When a table that they depend on is missing, damaged or without
    /// distances.
    pub(crate) fn load(&mut self, material: Material) -> Result<(), TableError> {
        let lower = material.captured();
        for needed in [material, material.twin()].into_iter().chain(lower) {
            self.read(needed, material)?;
        }
        if self.tables[&material].is_whole {
            return Ok(());
        }
        let values = self.values(material);
        let too_long = derive_wins(values, &self.successors(material), &|| false);
        complete_images(values, self.values(material.twin()).index());
        let longest = values.longest();
        if let Some(table) = self.tables.get_mut(&material) {
            table.is_whole = true;
            if too_long.is_some() {
                return Err(TableError::too_long(&table.path, longest));
            }
        }
        Ok(())
    }

    /// Reads the losses of a material that another depends on.
    ///
    /// # Errors
    /// As for [`Restored::load`].
    pub(crate) fn read(
        &mut self,
        material: Material,
        needed_by: Material,
    ) -> Result<(), TableError> {
        if self.tables.contains_key(&material) {
            return Ok(());
        }
        let table = self.table(material, needed_by)?;
        let index = index_of(self.numbering, &table)?;
        let held = LoadedTable {
            path: table.path().to_owned(),
            values: losses::orientated(&table, &index)?.0,
            is_whole: false,
        };
        self.tables.insert(material, held);
        Ok(())
    }

    /// Opens a table with distances.
    ///
    /// # Errors
    /// As for [`Restored::load`].
    pub(crate) fn table(
        &self,
        material: Material,
        needed_by: Material,
    ) -> Result<Arc<Table>, TableError> {
        let board = self.numbering.board();
        open_table(self.layout, (self.rules, board), material, needed_by)
    }
}

/// Replaces the open cells of all positions that have a loss to move to by wins, unless it
/// is interrupted, and returns one whose win is too long. Where a leader is symmetric, one
/// entry of a position has the win: see [`complete_images`].
pub(crate) fn derive_wins(
    values: &Values,
    successors: &Successors<'_>,
    interrupted: &(dyn Fn() -> bool + Sync),
) -> Option<Visited> {
    let waiting = (0..successors.twin.index().blocks()).into_par_iter();
    let too_long = waiting.map_init(
        || waiting_block(successors),
        |block, orbit| {
            let mut too_long = None;
            if interrupted() {
                return too_long;
            }
            block.visit(orbit, Stored::All(values), is_open, &mut |looked| {
                // Draws and losses rest on wins that are not there yet.
                if is_open(looked.stored) && looked.implied.is_win() {
                    if looked.implied.plies() > values.longest() {
                        too_long = Some(looked);
                    } else {
                        values.set(looked.at, looked.implied);
                    }
                }
                true
            });
            too_long
        },
    );
    too_long.find_map_first(|too_long| too_long)
}

/// Opens a board's table with distances, in a folder or built in.
///
/// # Errors
/// When it is missing, damaged or without distances.
pub(crate) fn open_table(
    layout: &Layout,
    (rules, board): (Rules, Board),
    material: Material,
    needed_by: Material,
) -> Result<Arc<Table>, TableError> {
    let find = |source| orientations::find(source, rules, board, material);
    let table = match find(layout)? {
        Some(table) => Some(table),
        None => find(&Embedded)?,
    };
    let Some(table) = table else {
        return Err(TableError::Missing {
            path: layout.table(rules, board, material),
            material: needed_by,
            missing: material,
        });
    };
    if table.header().metric != Metric::Distance {
        let path = table.path().to_owned();
        return Err(TableError::NoDistances { path });
    }
    Ok(table)
}

/// Returns the index of a table's material.
///
/// # Errors
/// When there is none, which a header that can be read excludes.
pub(crate) fn index_of(numbering: &Numbering, table: &Table) -> Result<Index, TableError> {
    let index = numbering.index(table.header().material);
    index.map_err(|error| TableError::damaged(table.path(), error))
}

/// Returns whether neither a win nor a loss is known.
pub(crate) fn is_open(cell: Cell) -> bool {
    cell == Cell::OPEN
}

/// Copies wins to the other entries of their positions, where leaders are symmetric.
pub(crate) fn complete_images(values: &Values, twin: &Index) {
    let index = values.index();
    let blocks = 0..index.blocks();
    let is_open = |at| values.get(at) == Cell::OPEN;
    each_image(index, twin, blocks, is_open, |at, met| {
        let right = values.get(met);
        if right.is_win() {
            values.set(at, right);
        }
        None::<()>
    });
}

/// Calls a function for every wanted entry of a symmetric leader in some blocks, and for the
/// entry of its position that a walk over waiting sides meets, until it returns something.
/// All other entries are the only ones of their positions.
pub(crate) fn each_image<T: Send>(
    index: &Index,
    twin: &Index,
    blocks: Range<u64>,
    is_wanted: impl Fn(u64) -> bool + Sync,
    look: impl Fn(u64, u64) -> Option<T> + Sync,
) -> Option<T> {
    let symmetries = Symmetry::all(index.board()).count() as u64;
    let symmetric = blocks.into_par_iter();
    let symmetric = symmetric.filter(|&orbit| index.weight(orbit) < symmetries);
    symmetric.find_map_first(|orbit| {
        let us = index.leaders().representative(orbit);
        dispatch(
            #[inline(always)]
            || {
                let entries = index.followers(orbit).zip(orbit * index.block_len()..);
                let mut wanted = entries.filter(|&(_, at)| is_wanted(at));
                wanted.find_map(|(them, at)| look(at, visited(index, twin, us, them)))
            },
        )
    })
}
