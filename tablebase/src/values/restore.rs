//! All values of tables, wins and draws included.
//!
//! A table stores losses. Every other position is won in one ply more than the shortest
//! loss that a move leads to, or else drawn.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::PathBuf;

use loa_solver::cpu::dispatch;
use loa_solver::retrograde::Cell;
use loa_solver::{IndexError, Material, Numbering, Rules};

use super::codes::{OutOfMemory, Values};
use super::losses;
use super::successors::{Successors, WaitingBlock};
use crate::format::error::TableError;
use crate::format::metric::Metric;
use crate::format::tally::Tally;
use crate::source::embedded::Embedded;
use crate::source::layout::Layout;
use crate::source::orientations;

/// An error that keeps values from being restored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// A table is damaged or misplaced.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table that the values depend on is missing.
    #[error("the table for {missing} is missing, which {material} depends on")]
    Missing {
        /// The table in hand.
        material: Material,
        /// The material that it depends on.
        missing: Material,
    },
    /// A table has no distances.
    #[error("the table for {0} has wins, draws and losses, and no distances")]
    NoDistances(Material),
    /// There is no memory for values.
    #[error("{0} bytes of memory for values could not be had")]
    OutOfMemory(u64),
    /// The material cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
}

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
    /// The census of the table.
    tally: Tally,
    /// True if wins and draws are there too.
    whole: bool,
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

    /// Removes the values of all other material.
    pub(crate) fn keep_only(&mut self, needed: impl Fn(Material) -> bool) {
        self.tables.retain(|&material, _| needed(material));
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

    /// Returns whether the counts in a table are those of its values, which must be
    /// there.
    pub(crate) fn is_counted_right(&self, material: Material) -> bool {
        let held = &self.tables[&material];
        held.tally.agrees(&held.values, self.rules)
    }

    /// Returns the values of a material, which must be there.
    pub(crate) fn values(&self, material: Material) -> &Values {
        &self.tables[&material].values
    }

    /// Plants a value, for tests that wrong values are found.
    #[cfg(test)]
    pub(crate) fn plant(&mut self, material: Material, at: u64, cell: Cell) {
        let held = self.tables.get_mut(&material).unwrap();
        held.values.set(at, cell);
    }

    /// Reads or restores all values of a material that are not there.
    ///
    /// # Errors
    /// When a table that they depend on is missing, damaged or without
    /// distances.
    pub(crate) fn load(&mut self, material: Material) -> Result<(), RestoreError> {
        let lower = material.captured();
        for needed in [material, material.twin()].into_iter().chain(lower) {
            self.load_losses(needed, material)?;
        }
        if self.tables[&material].whole {
            return Ok(());
        }
        let others = self.successors(material).implied();
        let others = others.map_err(|OutOfMemory(bytes)| RestoreError::OutOfMemory(bytes))?;
        let held = self.tables.get_mut(&material);
        let LoadedTable {
            path,
            values,
            whole,
            ..
        } = held.expect("its losses have been read");
        let (index, longest) = (values.index().clone(), values.longest());
        let fill = |_: &mut (), orbit, codes: &mut [u16]| {
            let us = index.leaders().representative(orbit);
            let followers = index.followers(orbit);
            dispatch(
                #[inline(always)]
                || {
                    for (code, them) in codes.iter_mut().zip(followers) {
                        if Cell::from_code(*code) == Cell::OPEN {
                            let implied = others.get(others.index().of(them, us));
                            if implied.plies() > longest {
                                let path = path.clone();
                                return Err(TableError::TooLong { path, longest });
                            }
                            *code = implied.code();
                        }
                    }
                    Ok(())
                },
            )
        };
        *whole = true;
        Ok(values.fill(index.block_len(), || (), fill)?)
    }

    fn load_losses(&mut self, material: Material, needed_by: Material) -> Result<(), RestoreError> {
        if self.tables.contains_key(&material) {
            return Ok(());
        }
        let board = self.numbering.board();
        let find = |source| orientations::find(source, self.rules, board, material);
        let table = match find(self.layout)? {
            Some(table) => Some(table),
            None => find(&Embedded)?,
        };
        let Some(table) = table else {
            let (material, missing) = (needed_by, material);
            return Err(RestoreError::Missing { material, missing });
        };
        if table.header().metric != Metric::Distance {
            return Err(RestoreError::NoDistances(material));
        }
        let index = self.numbering.index(material)?;
        let (values, tally) = losses::orientated(&table, &index)?;
        let held = LoadedTable {
            path: table.path().to_owned(),
            values,
            tally,
            whole: false,
        };
        self.tables.insert(material, held);
        Ok(())
    }
}

impl Successors<'_> {
    /// Returns what the successors of every position imply, led by the waiting side.
    fn implied(&self) -> Result<Values, OutOfMemory> {
        let waiting = self.twin.index();
        let lower = self.lower.map_or(0, Values::longest);
        let longest = 1 + self.twin.longest().max(lower);
        let mut implied = Values::open(waiting.clone(), longest)?;
        let fill = |block: &mut WaitingBlock<'_>, orbit, codes: &mut [u16]| {
            block.set_waiting(orbit);
            let movers = waiting.followers(orbit);
            dispatch(
                #[inline(always)]
                || {
                    for (code, us) in codes.iter_mut().zip(movers) {
                        *code = block.cell(us).code();
                    }
                },
            );
            Ok::<(), Infallible>(())
        };
        let Ok(()) = implied.fill(waiting.block_len(), || WaitingBlock::new(self), fill);
        Ok(implied)
    }
}
