//! A sweep: every process walks over the waiting sides whose blocks it has, and sends its finds to
//! the processes that have the positions.

use std::ops::Range;

use loa_solver::Rules;
use loa_solver::internal::Cell;
use loa_solver::retrograde::{Exchange, Local};
use rayon::prelude::*;

use super::find::{FindSize, Holders, agree};
use super::share::Share;
use crate::event::{Control, Event};
use crate::values::codes::{CellSource, MemoryValues};
use crate::values::compare::ValueComparison;
use crate::values::mismatch::Wrong;
use crate::values::part::TablePart;
use crate::values::successors::Successors;
use crate::values::waiting::{WaitingBlock, waiting_block};
use crate::verify::error::VerifyError;

/// A sweep over the positions of one material.
pub(super) struct ShareSweep<'a> {
    pub(super) rules: Rules,
    /// The positions.
    pub(super) moving: &'a Share,
    /// The values after quiet moves: those of the twin.
    pub(super) waiting: &'a Share,
    /// All values after captures; `None` if they need no table.
    pub(super) lower: Option<&'a MemoryValues>,
    pub(super) task: SweepTask,
}

/// The purpose of a sweep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SweepTask {
    /// Sets wins. Nothing else is known yet.
    SetWins,
    /// Sets wins and compares losses.
    SetWinsAndCompare,
    /// Compares losses. The wins are already set.
    Compare,
    /// Erases implied losses.
    Erase,
}

/// The results of one step.
#[derive(Default)]
struct StepResults {
    /// The finds for each process.
    finds: Vec<Vec<u8>>,
    /// Placements for each implied code.
    counts: Vec<u64>,
    wrong: Option<Wrong>,
}

/// Values that a process walks over in a step, and the fewest blocks.
const STEP: u64 = 1 << 20;
const BLOCKS: u64 = 16;
/// Finds that a thread applies at a time.
const FINDS: usize = 1 << 12;

/// Returns how many blocks of this length a process walks over in a step.
pub(super) fn blocks_a_step(block_len: u64) -> u64 {
    (STEP / block_len).max(BLOCKS)
}

impl ShareSweep<'_> {
    /// Performs the sweep, and returns how many placements have each implied code, over all
    /// processes.
    ///
    /// # Errors
    /// The first wrong value, an interruption of any process, or the departure of another process.
    pub(super) fn run(
        &self,
        exchange: &mut dyn Exchange,
        control: Control<'_>,
    ) -> Result<Vec<u64>, VerifyError> {
        if exchange.size() == 1 {
            return self.run_alone(control).map(|()| Vec::new());
        }
        let block_len = self.waiting.index().block_len();
        let blocks = self.waiting.index().blocks();
        // Small tables take several steps as well.
        let step = blocks_a_step(block_len).min(blocks / 8 + 1);
        let shares: Vec<_> =
            (0..exchange.size()).map(|rank| exchange.share_of(rank, blocks)).collect();
        let part = |share: &Range<u64>, first: u64| {
            let from = (share.start + first).min(share.end);
            from..share.end.min(from + step)
        };
        let most = shares.iter().map(|share| share.end - share.start).max();
        let holders = self.moving.holders(exchange);
        let mut counts = Vec::new();
        for first in (0..most.unwrap_or(0)).step_by(step as usize) {
            let orbits = part(&shares[exchange.rank()], first);
            let mut found = self.walk(orbits, &holders, exchange.rank(), control);
            let outgoing = std::mem::take(&mut found.finds);
            let inbound = exchange.all_to_all(outgoing);
            for finds in inbound.map_err(VerifyError::exchange)? {
                found.wrong = Wrong::first(found.wrong, self.apply_all(&finds));
            }
            add(&mut counts, &found.counts);
            agree(exchange, self.moving.index(), found.wrong, control.stop.is_set())?;
            if matches!(self.task, SweepTask::SetWinsAndCompare | SweepTask::Compare) {
                let walked: u64 = shares
                    .iter()
                    .map(|share| part(share, first))
                    .map(|part| part.end - part.start)
                    .sum();
                (control.watch)(Event::Compared(walked * block_len));
            }
        }
        let all = exchange.gather(&counts).map_err(VerifyError::exchange)?;
        let mut sum = Vec::new();
        all.iter().for_each(|counts| add(&mut sum, counts));
        Ok(sum)
    }

    /// Performs the sweep if this process has all values.
    fn run_alone(&self, control: Control<'_>) -> Result<(), VerifyError> {
        let values = &*self.moving.values;
        let comparison = ValueComparison {
            values,
            successors: Successors {
                rules: self.rules,
                index: values.index(),
                twin: &*self.waiting.values,
                lower: self.lower,
            },
        };
        let compared = |values| (control.watch)(Event::Compared(values));
        let wrong = match self.task {
            SweepTask::SetWins => comparison.set_wins(control.stop),
            SweepTask::SetWinsAndCompare => {
                comparison.set_wins_and_compare(control.stop, &compared)
            }
            SweepTask::Compare => comparison.compare_derived(control.stop, &compared),
            // Draws have been compared, so none remains to be found.
            SweepTask::Erase => None,
        };
        agree(&mut Local, values.index(), wrong, control.stop.is_set())
    }

    /// Walks over blocks of this process, on the threads of the current rayon pool.
    fn walk(
        &self,
        orbits: Range<u64>,
        holders: &Holders,
        rank: usize,
        control: Control<'_>,
    ) -> StepResults {
        let (twin, lower) = (self.waiting.part(), self.lower.map(TablePart::all));
        let successors = Successors {
            rules: self.rules,
            index: self.moving.index(),
            twin: &twin,
            lower: lower.as_ref(),
        };
        let found: Vec<StepResults> = orbits
            .into_par_iter()
            .map_init(
                || waiting_block(&successors),
                |block, orbit| {
                    if control.stop.is_set() {
                        StepResults::default()
                    } else {
                        self.visit(&mut **block, orbit, holders, rank)
                    }
                },
            )
            .collect();
        let mut all =
            StepResults { finds: vec![Vec::new(); holders.size()], ..StepResults::default() };
        for mut found in found {
            for (all, finds) in all.finds.iter_mut().zip(&mut found.finds) {
                all.append(finds);
            }
            add(&mut all.counts, &found.counts);
            all.wrong = Wrong::first(all.wrong, found.wrong);
        }
        all
    }

    /// Examines all positions with a waiting side of this process. Its own finds are applied
    /// directly.
    fn visit<'v>(
        &self,
        block: &mut dyn WaitingBlock<TablePart<'v>>,
        orbit: u64,
        holders: &Holders,
        rank: usize,
    ) -> StepResults {
        let (form, weight) = (self.form(), self.waiting.index().weight(orbit));
        let mut found =
            StepResults { finds: vec![Vec::new(); holders.size()], ..StepResults::default() };
        block.visit(orbit, None, |_| true, &mut |visited| {
            if visited.ended {
                return true;
            }
            let implied = visited.implied;
            let code = usize::from(implied.code());
            if found.counts.len() <= code {
                found.counts.resize(code + 1, 0);
            }
            found.counts[code] += weight;
            if self.task.sends(implied) {
                let (holder, first) = holders.of(visited.at);
                form.push(&mut found.finds[holder], visited.at - first, implied);
            }
            true
        });
        let own = std::mem::take(&mut found.finds[rank]);
        found.wrong = self.apply(&own);
        found
    }

    fn form(&self) -> FindSize {
        let lower = self.lower.map_or(0, MemoryValues::longest);
        FindSize::after(self.waiting.values.longest().max(lower))
    }

    /// Applies the finds of another process. Returns the first that contradicts a value here.
    fn apply_all(&self, finds: &[u8]) -> Option<Wrong> {
        let together = FINDS * self.form() as usize;
        let parts = finds.par_chunks(together);
        parts.filter_map(|finds| self.apply(finds)).min()
    }

    fn apply(&self, finds: &[u8]) -> Option<Wrong> {
        let (first, values) = (self.moving.first, &self.moving.values);
        let finds = self.form().read(finds);
        let wrong = finds.filter_map(|(place, implied)| {
            let stored = values.get(place);
            let is_missing = stored == Cell::OPEN && implied.is_win();
            match self.task {
                SweepTask::Erase => {
                    if stored == implied {
                        values.set(place, Cell::OPEN);
                    }
                    None
                }
                _ if stored == implied => None,
                SweepTask::SetWins | SweepTask::SetWinsAndCompare
                    if is_missing && implied.plies() <= values.longest() =>
                {
                    values.set(place, implied);
                    None
                }
                _ => Some(Wrong::new(first + place, stored, implied)),
            }
        });
        wrong.min()
    }
}

impl SweepTask {
    /// `true` if an implied value must be sent to the process that has the position.
    #[inline(always)]
    fn sends(self, implied: Cell) -> bool {
        let is_win = implied.is_win();
        match self {
            SweepTask::SetWins => is_win,
            SweepTask::SetWinsAndCompare => implied != Cell::OPEN,
            SweepTask::Compare | SweepTask::Erase => implied != Cell::OPEN && !is_win,
        }
    }
}

/// Adds numbers elementwise, extending `sums` if needed.
fn add(sums: &mut Vec<u64>, numbers: &[u64]) {
    if sums.len() < numbers.len() {
        sums.resize(numbers.len(), 0);
    }
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}
