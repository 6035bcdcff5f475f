//! The losses of a table, read block by block.

use std::sync::Arc;

use loa_solver::Index;
use rayon::prelude::*;

use super::codes::{Cells, Values};
use super::losses;
use crate::format::error::TableError;
use crate::format::table::Table;
use crate::format::tally::Tally;

/// A table of which blocks are unpacked where they are needed.
pub(crate) struct LossBlocks {
    pub(crate) table: Arc<Table>,
    pub(crate) index: Index,
    /// The census of the table, by this index.
    pub(crate) tally: Tally,
    /// All losses, if the table is that of the transpose.
    turned: Option<Values>,
}

/// Receives the codes of the block of an orbit.
type Take<'a> = &'a (dyn Fn(u64, &[u16]) -> Result<(), TableError> + Sync);

impl LossBlocks {
    /// Joins a table with the index of its board or of the transpose.
    ///
    /// # Errors
    /// When a table of the transpose is damaged, which is read whole.
    pub(crate) fn new(table: Arc<Table>, index: Index) -> Result<LossBlocks, TableError> {
        let is_turned = table.header().board != index.board();
        let turned = is_turned.then(|| losses::orientated(&table, &index));
        let (turned, tally) = match turned.transpose()? {
            Some((values, tally)) => (Some(values), tally),
            None => (None, table.tally().clone()),
        };
        Ok(LossBlocks {
            table,
            index,
            tally,
            turned,
        })
    }

    /// Returns all losses; the digest is checked.
    ///
    /// # Errors
    /// As for [`Table::losses`].
    pub(crate) fn into_values(self) -> Result<Values, TableError> {
        match self.turned {
            Some(values) => Ok(values),
            None => self.table.losses(&self.index),
        }
    }

    /// Returns whether the table is that of the transpose: its digest has been checked.
    pub(crate) const fn is_turned(&self) -> bool {
        self.turned.is_some()
    }

    /// Hands over the losses and terminal positions of the blocks of some orbits, ascending,
    /// on the threads of the current rayon pool.
    ///
    /// # Errors
    /// When a unit is damaged, and those of `take`.
    pub(crate) fn read(&self, orbits: &[u64], take: Take<'_>) -> Result<(), TableError> {
        let block_len = self.index.block_len() as usize;
        let together = match self.turned {
            Some(_) => 1,
            None => self.table.header().division().leaders_together(),
        };
        let groups = orbits.chunk_by(|a, b| a / together == b / together);
        let groups: Vec<&[u64]> = groups.collect();
        groups.into_par_iter().try_for_each_init(
            || (self.table.scratch(), Vec::new()),
            |(scratch, codes), orbits| {
                let number = orbits[0] / together;
                let first = number * together;
                let leaders = together.min(self.index.blocks() - first) as usize;
                codes.clear();
                codes.resize(leaders * block_len, 0);
                match &self.turned {
                    Some(values) => values.copy_codes(first * self.index.block_len(), codes),
                    None => self
                        .table
                        .read_leaders(&self.index, scratch, number, codes)?,
                }
                for &orbit in orbits {
                    let from = (orbit - first) as usize * block_len;
                    take(orbit, &codes[from..from + block_len])?;
                }
                Ok(())
            },
        )
    }
}
