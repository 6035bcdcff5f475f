//! The sweeps, as work on one block.

use super::activity::Activity;
use super::cell::{Cell, Stored};
use super::mark::{mark_blocked, mark_terminal};
use super::state::State;
use super::view::{Worker, with_view};
use crate::retrograde::error::SolveError;

/// One block's values and states.
pub(crate) struct BlockArrays<'b, S> {
    pub(crate) orbit: u64,
    /// The values with the leader to move.
    pub(crate) values: &'b mut [S],
    /// The states with the leader waiting.
    pub(crate) states: &'b mut [State],
    pub(crate) activity: &'b Activity,
}

/// One walk over the blocks.
pub(crate) trait Sweep: Sync {
    /// Returns whether there may be something to do in a block.
    fn concerns(&self, _activity: &Activity, _orbit: u64) -> bool {
        true
    }

    /// Works through the block that `worker` has turned to.
    ///
    /// # Errors
    /// When the values that captures lead to cannot be read.
    fn visit<S: Stored>(
        &self,
        worker: &mut Worker<'_>,
        block: BlockArrays<'_, S>,
    ) -> Result<(), SolveError>;
}

/// The sweep that marks the positions in which a connection has ended the game.
pub(crate) struct MarkTerminal;

/// The sweep that finds the positions without a move, if those are lost.
pub(crate) struct MarkBlocked {
    pub(crate) is_lost: bool,
}

/// Ply 1: the sweep that finds wins by a quiet move into a terminal position.
pub(crate) struct QuietWins;

/// The sweep that looks captures up and finds first witnesses.
pub(crate) struct Seed;

/// The sweep that finds wins and losses in so many plies, from 2 on.
pub(crate) struct Propagate {
    pub(crate) ply: u16,
}

impl Sweep for MarkTerminal {
    fn visit<S: Stored>(
        &self,
        worker: &mut Worker<'_>,
        block: BlockArrays<'_, S>,
    ) -> Result<(), SolveError> {
        mark_terminal(worker, block.values, block.states);
        Ok(())
    }
}

impl Sweep for MarkBlocked {
    fn concerns(&self, _: &Activity, _: u64) -> bool {
        self.is_lost
    }

    fn visit<S: Stored>(
        &self,
        worker: &mut Worker<'_>,
        block: BlockArrays<'_, S>,
    ) -> Result<(), SolveError> {
        mark_blocked(worker, block.states);
        Ok(())
    }
}

impl Sweep for QuietWins {
    fn visit<S: Stored>(
        &self,
        worker: &mut Worker<'_>,
        block: BlockArrays<'_, S>,
    ) -> Result<(), SolveError> {
        with_view!(worker, block.values, 1, |view| {
            view.win(block.states, &mut worker.outbox);
        });
        Ok(())
    }
}

impl Sweep for Seed {
    fn visit<S: Stored>(
        &self,
        worker: &mut Worker<'_>,
        block: BlockArrays<'_, S>,
    ) -> Result<(), SolveError> {
        worker.set_captures()?;
        with_view!(worker, block.values, 2, |view| {
            view.seed(block.states, &mut worker.outbox);
        });
        block.activity.note_passing(block.orbit, block.states);
        Ok(())
    }
}

impl Propagate {
    const fn won(&self) -> Cell {
        Cell::win(self.ply - 1)
    }

    const fn lost(&self) -> Cell {
        Cell::loss(self.ply - 1)
    }
}

impl Sweep for Propagate {
    fn concerns(&self, activity: &Activity, orbit: u64) -> bool {
        activity.may_hold(orbit, self.won()) || activity.may_hold(orbit, self.lost())
    }

    fn visit<S: Stored>(
        &self,
        worker: &mut Worker<'_>,
        block: BlockArrays<'_, S>,
    ) -> Result<(), SolveError> {
        let (activity, orbit) = (block.activity, block.orbit);
        with_view!(worker, block.values, self.ply, |view| {
            if activity.may_hold(orbit, self.lost()) {
                view.win(block.states, &mut worker.outbox);
            }
            if activity.may_hold(orbit, self.won()) {
                view.lose(block.states, &mut worker.lost);
            }
            if activity.may_pass(orbit) {
                view.pass(block.states, &mut worker.outbox);
            }
        });
        if !worker.lost.is_empty() {
            worker.set_captures()?;
            with_view!(worker, block.values, self.ply, |view| {
                view.send_losses(&worker.lost, &mut worker.outbox);
            });
            worker.lost.clear();
        }
        Ok(())
    }
}
