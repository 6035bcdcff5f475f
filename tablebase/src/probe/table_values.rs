//! All values of one table, for programs that walk over them.

use std::fmt;
use std::sync::Arc;

use loa_solver::{Bitboard, Board, Color, Material, Position, Stop, Value, position_count};

use super::error::ProbeError;
use super::tablebase::Tablebase;
use crate::format::table::Table;
use crate::values::codes::{CellSource, MemoryValues};
use crate::values::losses::LossBlocks;
use crate::values::memory::{check_memory, numbering_bytes, value_bytes};
use crate::values::restore::restore;

/// All values of one table in memory, including wins and draws.
///
/// Positions come in blocks; all positions of a block have the same squares of the side to move.
/// Symmetric copies are left out, except those that keep these squares. Weighted with
/// [`TableValues::weight`], the positions count all placements.
///
/// # Examples
///
/// ```
/// use loa_tablebase::{Stop, Tablebase, Wdl};
///
/// let tables = Tablebase::embedded("mover-pass".parse()?);
/// let (board, material) = ("4x4".parse()?, "3v4".parse()?);
/// let all = tables.table_values(board, material, 1 << 30, &Stop::default())?;
/// let wins = (0..all.blocks()).map(|block| {
///     let won = all.values(block).filter(|value| value.wdl() == Wdl::Win);
///     all.weight(block) * won.count() as u64
/// });
/// let [counted, _, _] = tables.census(board, material)?.counts.shares();
/// assert_eq!(wins.sum::<u64>(), counted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableValues(pub(crate) MemoryValues);

impl fmt::Debug for TableValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableValues")
            .field("board", &self.0.index().board())
            .field("material", &self.0.index().material())
            .finish_non_exhaustive()
    }
}

impl TableValues {
    /// Counts the blocks.
    pub fn blocks(&self) -> u64 {
        self.0.index().blocks()
    }

    /// Returns the squares of the side to move in all positions of a block.
    ///
    /// # Panics
    /// If the block does not exist.
    pub fn us(&self, block: u64) -> Bitboard {
        self.0.index().leaders().representative(block)
    }

    /// Returns the squares of the other side in each position of a block.
    ///
    /// # Panics
    /// If the block does not exist.
    pub fn them(&self, block: u64) -> impl Iterator<Item = Bitboard> + '_ {
        self.0.index().followers(block)
    }

    /// Returns the values of the positions of a block to the side to move, in the order of
    /// [`TableValues::them`].
    ///
    /// # Panics
    /// If the block does not exist.
    pub fn values(&self, block: u64) -> impl Iterator<Item = Value> + '_ {
        let block_len = self.0.index().block_len();
        let places = block * block_len..(block + 1) * block_len;
        places.map(|place| self.0.get(place).value())
    }

    /// Returns the positions of a block, with Black to move, and their values.
    ///
    /// # Examples
    ///
    /// ```
    /// use loa_tablebase::{Stop, Tablebase, Value};
    ///
    /// let tables = Tablebase::embedded("mover-pass".parse()?);
    /// let all =
    ///     tables.table_values("4x4".parse()?, "4v4".parse()?, 1 << 30, &Stop::default())?;
    /// let mut positions = (0..all.blocks()).flat_map(|block| all.positions(block));
    /// let (position, value) = positions.find(|(_, value)| *value == Value::Win(7)).unwrap();
    /// assert_eq!(tables.answer(&position)?, value);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the block does not exist.
    pub fn positions(&self, block: u64) -> impl Iterator<Item = (Position, Value)> + '_ {
        let (board, us) = (self.0.index().board(), self.us(block));
        self.them(block).zip(self.values(block)).map(move |(them, value)| {
            let position = Position::new(board, us, them, Color::Black);
            (position.expect("the index numbers positions of the board"), value)
        })
    }

    /// Counts the placements that each position of a block represents.
    ///
    /// # Panics
    /// If the block does not exist.
    pub fn weight(&self, block: u64) -> u64 {
        self.0.index().weight(block)
    }
}

impl Tablebase {
    /// Returns all values of one table, restored on the threads of the current rayon pool from its
    /// losses and from those that its moves lead to. This is thirty times as fast as answering
    /// positions one by one. Meanwhile all of these values are in memory, a byte each, or two if
    /// distances are long.
    ///
    /// # Errors
    /// If a table is missing or damaged, if more than `memory` bytes are needed,
    /// or if the work is stopped.
    pub fn table_values(
        &self,
        board: Board,
        material: Material,
        memory: u64,
        stop: &Stop,
    ) -> Result<TableValues, ProbeError> {
        let own = self.find(board, material, material)?;
        let twin = match material.twin() {
            twin if twin == material => None,
            twin => Some(self.find(board, twin, material)?),
        };
        let lower =
            material.captured().map(|lower| self.find(board, lower, material)).transpose()?;
        let all = || [Some(&own), twin.as_ref(), lower.as_ref()].into_iter().flatten();
        let needed = all().map(|table| held_bytes(table)).sum();
        check_memory(needed, Some(memory), own.path())?;

        let blocks = |table| self.loss_blocks(board, table, stop);
        let lower = lower.map(blocks).transpose()?.map(LossBlocks::into_values).transpose()?;
        let twin = twin.map(blocks).transpose()?;
        let values = restore(self.rules(), blocks(own)?, twin, lower.as_ref(), stop)?;
        values.map(TableValues).ok_or(ProbeError::Interrupted)
    }

    /// Returns the losses of a table for a board.
    pub(super) fn loss_blocks(
        &self,
        board: Board,
        table: Arc<Table>,
        stop: &Stop,
    ) -> Result<LossBlocks, ProbeError> {
        if stop.is_set() {
            return Err(ProbeError::Interrupted);
        }
        let index = self.shared().numbering(board).index(table.header().material)?;
        Ok(LossBlocks::new(table, index)?)
    }
}

/// Returns the size in bytes of a table's values in memory and of the numbering of its leaders.
pub(super) fn held_bytes(table: &Table) -> u64 {
    let header = table.header();
    let (board, material) = (header.board, header.material);
    let positions = position_count(board, material).unwrap_or(u64::MAX);
    value_bytes(positions, header.longest).saturating_add(numbering_bytes(board, material))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::error::TableError;

    #[test]
    fn all_values_are_those_of_one_position_after_the_other() {
        let board: Board = "4x4".parse().unwrap();
        for rules in ["mover-pass", "own-loss", "mover-pass-misere"] {
            let tables = Tablebase::embedded(rules.parse().unwrap());
            for material in ["2v2", "4v3", "3v4"].map(|text| text.parse().unwrap()) {
                let all = tables.table_values(board, material, 1 << 30, &Stop::default()).unwrap();
                for block in 0..all.blocks() {
                    let (placed, values): (Vec<_>, Vec<_>) = all.positions(block).unzip();
                    assert_eq!(all.them(block).count(), placed.len());
                    assert!(placed.iter().all(|position| position.us() == all.us(block)));
                    let answers = tables.answers(&placed);
                    for ((value, answer), position) in values.into_iter().zip(answers).zip(placed) {
                        assert_eq!(answer.unwrap(), value, "{position}");
                    }
                }
            }
        }
    }

    #[test]
    fn too_little_memory_and_interruptions_are_errors() {
        let tables = Tablebase::embedded("mover-pass".parse().unwrap());
        let (board, material) = ("4x4".parse().unwrap(), "4v4".parse().unwrap());
        let little = tables.table_values(board, material, 1 << 10, &Stop::default());
        assert!(matches!(little, Err(ProbeError::Table(TableError::Memory { .. }))));
        let interrupted = tables.table_values(board, material, 1 << 30, &Stop::when(|| true));
        assert!(matches!(interrupted, Err(ProbeError::Interrupted)));
        let missing = tables.table_values(board, "6v6".parse().unwrap(), 1 << 30, &Stop::default());
        assert!(matches!(missing, Err(ProbeError::Missing { .. })));
    }
}
