//! Terminal positions: a connection has ended the game, or no move is left.

use super::block::Block;
use super::cell::{Cell, Stored};
use super::side::Side;
use super::state::State;
use super::view::Worker;
use crate::cpu::dispatch;
use crate::game::bitboard::Bitboard;

/// The values of the positions of one leader's block in which a connection has ended
/// the game, by whether the follower is connected.
pub(crate) struct Marks<S> {
    /// With the leader to move.
    values: [Option<S>; 2],
    /// With the leader waiting.
    is_over: [bool; 2],
}

impl<S: Stored> Marks<S> {
    pub(crate) fn new(side: &Side<'_>, block: &Block<'_>) -> Marks<S> {
        let waiting = Bitboard(block.leader).is_connected();
        let to_leader = |mover| side.rules.connected_value(waiting, mover);
        let to_mover = |mover| side.rules.connected_value(mover, waiting);
        Marks {
            values: [false, true].map(|mover| Some(S::store(to_leader(mover)?.into()))),
            is_over: [false, true].map(|mover| to_mover(mover).is_some()),
        }
    }

    /// Returns the value with the leader to move, if the game is over.
    #[inline(always)]
    pub(crate) fn value(&self, is_connected: bool) -> Option<S> {
        self.values[usize::from(is_connected)]
    }

    /// Returns whether the game is over with the leader waiting.
    #[inline(always)]
    pub(crate) fn is_over(&self, is_connected: bool) -> bool {
        self.is_over[usize::from(is_connected)]
    }
}

/// Marks the positions of one leader's block in which a connection has ended the
/// game: with the leader to move in `cells`, with the leader waiting in `states`.
pub(crate) fn mark_terminal<S: Stored>(worker: &Worker<'_>, cells: &mut [S], states: &mut [State]) {
    let marks = Marks::new(worker.side, &worker.block);
    let marks = [false, true].map(|connected| {
        let state = if marks.is_over(connected) {
            State::DECIDED
        } else {
            State::witness(0)
        };
        let cell = marks.value(connected);
        (cell.unwrap_or(S::store(Cell::OPEN)), state)
    });
    dispatch(
        #[inline(always)]
        || {
            let entries = cells.iter_mut().zip(states).zip(&worker.side.followers);
            for ((cell, state), &set) in entries {
                (*cell, *state) = marks[usize::from(worker.outbox.mover(set).is_connected())];
            }
        },
    );
}

/// Finds the positions of the block without a move, as lost in 0: for the rules under
/// which a player without a move loses.
pub(crate) fn mark_blocked(worker: &mut Worker<'_>, states: &mut [State]) {
    for (state, &set) in states.iter_mut().zip(&worker.side.followers) {
        if *state != State::DECIDED && !worker.block.can_move(set) {
            *state = State::DECIDED;
            worker.outbox.send(set, Cell::loss(0));
        }
    }
}
