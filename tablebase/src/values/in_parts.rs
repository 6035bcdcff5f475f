//! All values of a table that does not fit in memory, restored part by part.
//!
//! A part is a run of consecutive blocks. For each part, the twin's losses are unpacked once, block
//! by block, and the moves that lead to them are examined. Memory contains only the part and the
//! losses that captures lead to.

use std::ops::Range;
use std::sync::Arc;

use loa_solver::internal::Width;
use loa_solver::{Index, Rules, Stop};

use super::codes::{CellSource, MemoryValues, width_for};
use super::linked_values::LinkedValues;
use super::losses::LossBlocks;
use super::restore::{complete_images, too_long};
use crate::format::error::TableError;

/// A table whose values are restored part by part.
pub(crate) struct InParts<'a> {
    rules: Rules,
    table: LossBlocks,
    twin: LossBlocks,
    /// The losses after captures; `None` if they need no table.
    lower: Option<&'a MemoryValues>,
    /// The minimum number of blocks of a part.
    blocks: u64,
    part: Option<Arc<MemoryValues>>,
    stop: &'a Stop,
}

impl<'a> InParts<'a> {
    /// Returns the values of a table, with at least `blocks` blocks in memory.
    pub(crate) fn new(
        rules: Rules,
        [table, twin]: [LossBlocks; 2],
        lower: Option<&'a MemoryValues>,
        blocks: u64,
        stop: &'a Stop,
    ) -> InParts<'a> {
        InParts { rules, table, twin, lower, blocks, part: None, stop }
    }

    /// Returns the numbering of the values.
    pub(crate) const fn index(&self) -> &Index {
        &self.table.index
    }

    /// Returns the width of the values.
    pub(crate) fn width(&self) -> Width {
        width_for(self.table.table.header().longest)
    }

    /// Returns a part with these blocks: the one in memory, or a new one that begins with them;
    /// `None` if the work is stopped.
    ///
    /// # Errors
    /// If a unit is damaged, memory is refused, or a win is too long for the table.
    pub(crate) fn of(
        &mut self,
        blocks: Range<u64>,
    ) -> Result<Option<Arc<MemoryValues>>, TableError> {
        let has = |part: &&Arc<MemoryValues>| {
            part.blocks().start <= blocks.start && blocks.end <= part.blocks().end
        };
        if let Some(part) = self.part.as_ref().filter(has) {
            return Ok(Some(Arc::clone(part)));
        }
        // Its memory is needed for the new part.
        self.part = None;
        let end = blocks.end.max(blocks.start + self.blocks);
        let part = self.restore(blocks.start..end.min(self.index().blocks()))?;
        if !self.stop.is_set() {
            self.part = Some(Arc::new(part));
        }
        Ok(self.part.clone())
    }

    fn restore(&self, blocks: Range<u64>) -> Result<MemoryValues, TableError> {
        let (rules, twin, lower) = (self.rules, &self.twin, self.lower);
        let values = self.table.run(blocks)?;
        let waiting: Vec<u64> = (0..twin.index.blocks()).collect();
        twin.read(&waiting, &|orbit, codes| {
            let block = twin.table.open_values(&twin.index, orbit..orbit + 1)?;
            block.put(orbit * twin.index.block_len(), codes);
            let linked = LinkedValues { rules, values: &values, twin: &block, lower };
            match linked.set_wins(&[orbit], self.stop) {
                None => Ok(()),
                Some(_) => Err(too_long(self.table.table.path(), values.longest())),
            }
        })?;
        complete_images(&values, &twin.index);
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use loa_solver::{Board, Material, Numbering};

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::tests::solved;
    use crate::probe::tablebase::Tablebase;
    use crate::source::layout::Layout;
    use crate::values::restore::open_losses;

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
        let (index, len) = (all.index(), all.index().block_len());
        let open = |needed| open_losses(layout, rules, numbering, needed, material).unwrap();
        let lower = material.captured().map(|lower| open(lower).into_values().unwrap());
        for blocks in [1, 4, index.blocks()] {
            let tables = [material, material.twin()].map(open);
            let interrupted = Arc::new(AtomicBool::new(false));
            let interrupts = Arc::clone(&interrupted);
            let stop = Stop::when(move || interrupts.load(Relaxed));
            let mut parts = InParts::new(rules, tables, lower.as_ref(), blocks, &stop);
            for first in (0..index.blocks()).step_by(3) {
                let blocks = first..index.blocks().min(first + 3);
                let codes = |values: &dyn Fn(u64, &mut [u16])| {
                    let mut codes = vec![0; ((blocks.end - blocks.start) * len) as usize];
                    values(blocks.start * len, &mut codes);
                    codes
                };
                let part = parts.of(blocks.clone()).unwrap().unwrap();
                let part = codes(&|first, codes| part.copy_codes(first, codes));
                let expected = codes(&|first, codes| all.copy_codes(first, codes));
                assert!(part == expected, "{rules} {material} {blocks:?}");
            }
            parts.part = None;
            interrupted.store(true, Relaxed);
            assert!(parts.of(0..1).unwrap().is_none());
        }
    }
}
