//! One ply: what the losses and wins of the ply before make of the rest.

use super::block::MoveCode;
use super::cell::{Cell, Stored};
use super::crossing::Crossing;
use super::ground::View;
use super::seed::after_pass;
use super::state::State;
use crate::rank::Ranking;
use crate::value::Value;

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// Wins: every quiet predecessor of a loss in one ply less is won at this
    /// ply, unless it is decided.
    pub(crate) fn win(&self, states: &mut [State], out: &mut Crossing<'_>) {
        let lost = S::store(Cell::loss(self.ply - 1));
        let losses = self.to_leader.iter().enumerate();
        let mut room = [0; _];
        for (rank, _) in losses.filter(|&(_, &cell)| cell == lost) {
            let set = self.ground.followers[rank];
            for &before in self.block.quiet_neighbours(set, &mut room) {
                let state = &mut states[self.ranking.rank(before)];
                if *state != State::DECIDED {
                    *state = State::DECIDED;
                    out.send(before, Cell::win(self.ply));
                }
            }
        }
    }

    /// Losses: open positions whose witness has become a win for the opponent
    /// look for another, and are lost when there is none.
    pub(crate) fn lose(&self, states: &mut [State], out: &mut Crossing<'_>) {
        for (rank, state) in states.iter_mut().enumerate() {
            let Some(witness) = state.as_witness() else {
                continue;
            };
            let set = self.ground.followers[rank];
            if let Some(next) = self.next_witness(set, witness) {
                *state = State::witness(next);
                continue;
            }
            // The last witness was won at exactly the ply before. No capture
            // wins or draws, or the state would say so; one may lose later.
            let plies = match self.captures.best(self.block, set) {
                Some(Value::Loss(plies)) => plies.max(self.ply),
                _ => self.ply,
            };
            *state = State::DECIDED;
            out.send(set, Cell::loss(plies));
        }
    }

    /// The first quiet move, from the one with the code `from` on, that does
    /// not lead to a win for the opponent before this ply.
    #[inline]
    pub(crate) fn next_witness(&self, set: u64, from: MoveCode) -> Option<MoveCode> {
        let keeps = |after| !self.after(after).is_win_by(self.ply - 1);
        self.block.first_quiet(set, from, keeps)
    }

    /// Positions that pass: decided as soon as what they pass into is.
    pub(crate) fn pass(&self, states: &mut [State], out: &mut Crossing<'_>) {
        for (rank, state) in states.iter_mut().enumerate() {
            if *state == State::PASSES {
                let (decided, cell) = after_pass(self.to_leader[rank].cell(), self.ply);
                *state = decided;
                if cell != Cell::OPEN {
                    out.send(self.ground.followers[rank], cell);
                }
            }
        }
    }
}
