//! The walk over all blocks of a table, whose losses imply the wins of the sample.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use loa_solver::internal::Cell;
use loa_solver::retrograde::{Exchange, all_succeed};
use rayon::prelude::*;

use super::{NOT_LOST, SampledBlocks};
use crate::event::{Control, Event};
use crate::format::error::TableError;
use crate::values::compare::is_open;
use crate::values::mismatch::Wrong;
use crate::values::part::TablePart;
use crate::values::successors::Successors;
use crate::values::waiting::{StoredCells, waiting_block};
use crate::verify::error::VerifyError;
use crate::verify::find::{FindSize, Holders, agree};
use crate::verify::sweep::blocks_a_step;

/// A bit in the place of a find: it is the win of a waiting side, not the table's value for the
/// other side.
const OF_WAITING: u64 = 1 << 39;

/// Finds that a thread applies at a time.
const FINDS: usize = 1 << 12;

/// The results of some blocks.
#[derive(Default)]
struct Met {
    /// Finds for each process.
    finds: Vec<Vec<u8>>,
    wrong: Contradictions,
}

impl Met {
    fn add(&mut self, mut met: Met) {
        self.wrong = self.wrong.first(met.wrong);
        for (all, finds) in self.finds.iter_mut().zip(&mut met.finds) {
            all.append(finds);
        }
    }
}

/// The first entries that contradict others or are too long.
#[derive(Clone, Copy, Default)]
struct Contradictions {
    of_waiting: Option<Wrong>,
    of_moving: Option<Wrong>,
}

impl Contradictions {
    fn first(self, other: Contradictions) -> Contradictions {
        Contradictions {
            of_waiting: Wrong::first(self.of_waiting, other.of_waiting),
            of_moving: Wrong::first(self.of_moving, other.of_moving),
        }
    }
}

impl SampledBlocks {
    /// Notes the table's values of the sample's positions, and the wins of the waiting sides.
    ///
    /// # Errors
    /// An entry that differs from that of an equal position or is too long, or damage.
    pub(super) fn walk(
        &self,
        exchange: &mut dyn Exchange,
        control: Control<'_>,
    ) -> Result<(), VerifyError> {
        let blocks = self.source.index.blocks();
        // Leaders that are unpacked together are visited together.
        let together = self.source.table.header().division().leaders_together();
        let groups = blocks.div_ceil(together);
        let block_len = self.source.index.block_len();
        let step = blocks_a_step(block_len).div_ceil(together).min(groups / 8 + 1);
        let holders = Holders::new(exchange, self.after.count(), self.after.block_len());
        let share = exchange.share(groups);
        let largest = (0..exchange.size())
            .map(|rank| exchange.share_of(rank, groups))
            .map(|share| share.end - share.start)
            .max();
        let (waiting, moving) = (&self.twin.index, &self.source.index);
        // The first contradiction of all steps counts, however many processes share them.
        let mut wrong = Contradictions::default();
        for first in (0..largest.unwrap_or(0)).step_by(step as usize) {
            let from = (share.start + first).min(share.end);
            let orbits = from * together..blocks.min((from + step).min(share.end) * together);
            let walked = orbits.end.saturating_sub(orbits.start) * block_len;
            let met = self.walk_blocks(orbits, &holders, exchange.rank(), control);
            let met = all_succeed(exchange, met.map_err(VerifyError::from))?;
            let finds = exchange.all_to_all(met.finds);
            wrong = wrong.first(met.wrong);
            for finds in finds.map_err(VerifyError::exchange)? {
                wrong = wrong.first(self.apply_all(&finds));
            }
            agree(exchange, waiting, None, control.stop.is_set())?;
            (control.watch)(Event::Compared(walked * exchange.size() as u64));
        }
        agree(exchange, waiting, wrong.of_waiting, false)?;
        agree(exchange, moving, wrong.of_moving, false)
    }

    /// Walks over some blocks on all threads. Finds for this process are applied.
    fn walk_blocks(
        &self,
        orbits: Range<u64>,
        holders: &Holders,
        rank: usize,
        control: Control<'_>,
    ) -> Result<Met, TableError> {
        let empty = || Met { finds: vec![Vec::new(); holders.size()], ..Met::default() };
        let total = Mutex::new(empty());
        let orbits: Vec<u64> = orbits.collect();
        self.source.read(&orbits, &|orbit, codes| {
            if control.stop.is_set() {
                return Ok(());
            }
            let mut met = empty();
            self.meet(orbit, codes, holders, &mut met.finds);
            met.wrong = self.apply(&std::mem::take(&mut met.finds[rank]));
            total.lock().unwrap_or_else(PoisonError::into_inner).add(met);
            Ok(())
        })?;
        Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds finds for the positions in which the leader of an orbit waits and a side of the sample
    /// moves, and for those in which the leader moves.
    fn meet(&self, orbit: u64, codes: &[u16], holders: &Holders, finds: &mut [Vec<u8>]) {
        let block = TablePart::Block {
            index: &self.source.index,
            orbit,
            codes,
            longest: self.source.table.header().longest,
        };
        let lower = self.lower[0].as_deref().map(TablePart::All);
        let successors = Successors {
            rules: self.rules,
            index: &self.twin.index,
            twin: &block,
            lower: lower.as_ref(),
        };
        let (form, after) = (self.form(), TablePart::Picked(&self.after));
        let mut codes = codes.iter();
        waiting_block(&successors).visit(
            orbit,
            StoredCells::All(&after),
            is_open,
            &mut |visited| {
                let code = codes.next();
                let Some((place, &code)) = self.after.place(visited.at).zip(code) else {
                    return true;
                };
                let (holder, first) = holders.of(place);
                let stored = match Cell::from_code(code) {
                    Cell::OPEN => NOT_LOST,
                    cell => cell,
                };
                form.push(&mut finds[holder], place - first, stored);
                if is_open(visited.stored) && !visited.ended && visited.implied.is_win() {
                    let place = (place - first) | OF_WAITING;
                    form.push(&mut finds[holder], place, visited.implied);
                }
                true
            },
        );
    }

    fn form(&self) -> FindSize {
        let tables = [&self.source, &self.twin].map(|table| table.table.header().longest);
        let lower = self.lower.iter().flatten().map(|lower| lower.longest());
        FindSize::after(lower.chain(tables).max().unwrap_or(0))
    }

    /// Applies the finds of another process.
    fn apply_all(&self, finds: &[u8]) -> Contradictions {
        let parts = finds.par_chunks(FINDS * self.form() as usize);
        let wrong = parts.map(|finds| self.apply(finds));
        wrong.reduce(Contradictions::default, Contradictions::first)
    }

    fn apply(&self, finds: &[u8]) -> Contradictions {
        let mut wrong = Contradictions::default();
        let first = self.after.first_place();
        for (place, cell) in self.form().read(finds) {
            let at = (place & !OF_WAITING) + first;
            if place & OF_WAITING == 0 {
                let known = self.stored.get(at);
                if known != Cell::OPEN && known != cell {
                    let (them, us) = self.twin.index.position(self.stored.at(at));
                    let (lower, higher) = (known.min(cell), known.max(cell));
                    let found = self.difference(us, them, lower, higher);
                    wrong.of_moving = Wrong::first(wrong.of_moving, Some(found));
                }
                self.stored.set(at, cell);
            } else if is_open(self.after.get(at)) {
                if cell.plies() > self.after.longest() {
                    let found = Wrong::new(self.after.at(at), Cell::OPEN, cell);
                    wrong.of_waiting = Wrong::first(wrong.of_waiting, Some(found));
                } else {
                    self.after.set(at, cell);
                }
            }
        }
        wrong
    }
}
