//! Values of some blocks of a table.

use loa_solver::Index;
use loa_solver::internal::Cell;

use super::codes::{CellSource, MemoryValues};

/// Some of a table's values, or all.
pub(crate) enum TablePart<'a> {
    /// Consecutive blocks, and the index of the first value.
    Run { first: u64, values: &'a MemoryValues },
    /// The codes of one block.
    Block { index: &'a Index, orbit: u64, codes: &'a [u16], longest: u16 },
}

impl<'a> TablePart<'a> {
    /// Returns all of a table's values.
    pub(crate) const fn all(values: &'a MemoryValues) -> TablePart<'a> {
        TablePart::Run { first: 0, values }
    }
}

impl CellSource for TablePart<'_> {
    fn index(&self) -> &Index {
        match self {
            TablePart::Run { values, .. } => values.index(),
            TablePart::Block { index, .. } => index,
        }
    }

    /// Cells of other blocks read as lost.
    #[inline(always)]
    fn get(&self, at: u64) -> Cell {
        match self {
            TablePart::Run { first, values } => {
                values.find(at.wrapping_sub(*first)).unwrap_or(Cell::loss(0))
            }
            TablePart::Block { index, orbit, codes, .. } => {
                Cell::from_code(codes[(at - orbit * index.block_len()) as usize])
            }
        }
    }

    fn copy_codes(&self, first: u64, codes: &mut [u16]) {
        match self {
            TablePart::Run { first: begin, values } => values.copy_codes(first - begin, codes),
            TablePart::Block { index, orbit, codes: all, .. } => {
                let from = (first - orbit * index.block_len()) as usize;
                codes.copy_from_slice(&all[from..from + codes.len()]);
            }
        }
    }

    fn longest(&self) -> u16 {
        match self {
            TablePart::Run { values, .. } => values.longest(),
            TablePart::Block { longest, .. } => *longest,
        }
    }
}
