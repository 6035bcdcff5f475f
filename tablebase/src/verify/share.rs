//! The part of a table's values that one of several processes has.

use std::ops::Range;
use std::sync::Arc;

use loa_solver::internal::{Cell, Width};
use loa_solver::retrograde::{Exchange, all_succeed};
use loa_solver::{Index, Rules};
use rayon::prelude::*;

use super::find::Holders;
use crate::format::tally::Tally;
use crate::values::codes::{CellSource, MemoryValues, OutOfMemory, width_for};
use crate::values::compare::first_unequal;
use crate::values::losses::{Digest, LossBlocks, stored};
use crate::values::mismatch::Wrong;
use crate::values::part::TablePart;
use crate::values::restore::complete_images;
use crate::values::waiting::visited;
use crate::verify::error::VerifyError;

/// Consecutive blocks of a table: everything that this process has of it.
pub(super) struct Share {
    pub(super) blocks: Range<u64>,
    pub(super) values: Arc<MemoryValues>,
    /// The index of the first value.
    pub(super) first: u64,
    /// The census in the table.
    pub(super) tally: Tally,
    /// True if wins have been set.
    pub(super) is_whole: bool,
}

/// The maximum number of values that each process sends together.
const TOGETHER: u64 = 1 << 19;

/// Returns the bytes of values that are sent and received together.
pub(super) fn travelling_bytes(processes: u64) -> u64 {
    4 * TOGETHER * (processes + 1)
}

impl Share {
    /// Reads the losses of this process's blocks.
    ///
    /// # Errors
    /// If a unit is damaged, the digest differs, or memory is refused, on any process.
    pub(super) fn read(
        losses: LossBlocks,
        exchange: &mut dyn Exchange,
    ) -> Result<Share, VerifyError> {
        let (tally, block_len) = (losses.tally.clone(), losses.index.block_len());
        let share = |blocks: Range<u64>, values| Share {
            first: blocks.start * block_len,
            blocks,
            values: Arc::new(values),
            tally,
            is_whole: false,
        };
        let blocks = exchange.share(losses.index.blocks());
        if exchange.size() == 1 {
            return Ok(share(blocks, losses.into_values()?));
        }
        let read = losses.run(blocks.clone()).map_err(VerifyError::from);
        let values = all_succeed(exchange, read)?;
        let share = share(blocks, values);
        if !losses.is_turned() {
            let checked = share.check_digest(&losses, exchange);
            all_succeed(exchange, checked)?;
        }
        Ok(share)
    }

    pub(super) fn index(&self) -> &Index {
        self.values.index()
    }

    /// Returns the values by the index of the table.
    pub(super) fn part(&self) -> TablePart<'_> {
        TablePart::Run { first: self.first, values: &self.values }
    }

    fn len(&self) -> u64 {
        (self.blocks.end - self.blocks.start) * self.index().block_len()
    }

    fn get(&self, at: u64) -> Cell {
        self.values.get(at - self.first)
    }

    /// Compares the digest of the losses of all processes with that of the table. The first process
    /// computes it from the shares in order.
    ///
    /// # Errors
    /// On the first process, if the digests differ; on all, if another has left.
    fn check_digest(
        &self,
        losses: &LossBlocks,
        exchange: &mut dyn Exchange,
    ) -> Result<(), VerifyError> {
        let holders = self.holders(exchange);
        let mut digest = Digest::default();
        for rank in 0..exchange.size() {
            let range = holders.indices(rank);
            for first in range.clone().step_by(TOGETHER as usize) {
                let mut outgoing = vec![Vec::new(); exchange.size()];
                if rank == exchange.rank() {
                    let indices = first..range.end.min(first + TOGETHER);
                    outgoing[0] = self.bytes(indices, stored);
                }
                let inbound = exchange.all_to_all(outgoing).map_err(VerifyError::exchange)?;
                digest.add(&codes(&inbound[rank], self.values.longest()).collect::<Vec<_>>());
            }
        }
        if exchange.rank() == 0 {
            losses.table.check_digest(digest.finish())?;
        }
        Ok(())
    }

    /// Returns the values of all processes.
    ///
    /// # Errors
    /// If another process has left, or memory is refused.
    pub(super) fn gathered(
        &self,
        exchange: &mut dyn Exchange,
    ) -> Result<Arc<MemoryValues>, VerifyError> {
        if exchange.size() == 1 {
            return Ok(Arc::clone(&self.values));
        }
        let longest = self.values.longest();
        let all = MemoryValues::open(self.index().clone(), longest)
            .map_err(|OutOfMemory(bytes)| VerifyError::OutOfMemory(bytes))?;
        let holders = self.holders(exchange);
        let longest_share = (0..exchange.size())
            .map(|rank| holders.indices(rank))
            .map(|range| range.end - range.start)
            .max();
        let part = |range: Range<u64>, from: u64| {
            let end = range.end.min(range.start + from + TOGETHER);
            (range.start + from).min(end)..end
        };
        for from in (0..longest_share.unwrap_or(0)).step_by(TOGETHER as usize) {
            let mine = part(holders.indices(exchange.rank()), from);
            let mine = self.bytes(mine, |code| code);
            let parts = exchange.all_gather(&mine).map_err(VerifyError::exchange)?;
            for (rank, bytes) in parts.iter().enumerate() {
                let range = part(holders.indices(rank), from);
                for (at, code) in range.zip(codes(bytes, longest)) {
                    all.set(at, Cell::from_code(code));
                }
            }
        }
        Ok(Arc::new(all))
    }

    /// Returns the codes of a range of indices as bytes.
    fn bytes(&self, indices: Range<u64>, what: impl Fn(u16) -> u16) -> Vec<u8> {
        let mut room = vec![0; (indices.end - indices.start) as usize];
        self.part().copy_codes(indices.start, &mut room);
        let codes = room.into_iter().map(what);
        match width_for(self.values.longest()) {
            Width::Narrow => codes.map(|code| code as u8).collect(),
            Width::Wide => codes.flat_map(u16::to_le_bytes).collect(),
        }
    }

    /// Returns the processes that have the table's values.
    pub(super) fn holders(&self, exchange: &dyn Exchange) -> Holders {
        Holders::new(exchange, self.index().blocks(), self.index().block_len())
    }

    /// Counts the placements with each value.
    pub(super) fn count(&self, rules: Rules) -> Tally {
        let tally = Tally::of_blocks(&self.part(), rules, self.blocks.clone());
        // Reading values in memory cannot fail.
        tally.unwrap_or_default()
    }

    /// `true` if the longest win and loss in the table's census are right, if they are in this
    /// share.
    pub(super) fn has_longest(&self) -> bool {
        let longest = self.tally.longest.iter().zip([true, false]);
        longest.filter_map(|(&longest, wins)| Some((longest?, wins))).all(|((plies, at), wins)| {
            let is_elsewhere = !(self.first..self.first + self.len()).contains(&at);
            let is_right = |cell: Cell| (cell.is_win(), cell.plies()) == (wins, plies);
            is_elsewhere || is_right(self.get(at))
        })
    }

    /// Copies wins to the other entries of their positions, if leaders are symmetric.
    pub(super) fn complete(&mut self, twin: &Index) {
        complete_images(&self.values, self.first, self.blocks.clone(), twin);
        self.is_whole = true;
    }

    /// Returns the first entry that differs from the compared entry of its position.
    pub(super) fn first_unequal(&self, twin: &Index) -> Option<Wrong> {
        first_unequal(&self.part(), twin, self.blocks.clone())
    }

    /// Returns the first remaining loss after the implied losses have been erased: it should be a
    /// draw.
    pub(super) fn first_left(&self, rules: Rules, twin: &Index) -> Option<Wrong> {
        let index = self.index();
        self.blocks.clone().into_par_iter().find_map_first(|orbit| {
            let us = index.leaders().representative(orbit);
            let mut entries = index.followers(orbit).zip(orbit * index.block_len()..);
            entries.find_map(|(them, at)| {
                let stored = self.get(at);
                let ended = rules.connected_value(us.is_connected(), them.is_connected());
                let is_loss = stored != Cell::OPEN && !stored.is_win() && ended.is_none();
                let is_left = is_loss && self.get(visited(index, twin, us, them)) == stored;
                is_left.then(|| Wrong::new(at, stored, Cell::OPEN))
            })
        })
    }
}

/// Reads codes from bytes.
fn codes(bytes: &[u8], longest: u16) -> impl Iterator<Item = u16> + '_ {
    let width = width_for(longest).bytes() as usize;
    let code = |bytes: &[u8]| bytes.iter().rev().fold(0, |code, &byte| code << 8 | u16::from(byte));
    bytes.chunks_exact(width).map(code)
}
