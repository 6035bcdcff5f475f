//! One ply: the predecessors of the losses and wins of the ply before.

use super::block::MOST_NEIGHBOURS;
use super::cell::{Cell, Stored};
use super::flags::{Flags, which};
use super::outbox::Outbox;
use super::ranking::Ranking;
use super::seed::after_pass;
use super::state::State;
use super::view::View;
use crate::cpu::dispatch;
use crate::game::bitboard::members;
use crate::game::value::Value;

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// Finds wins: every quiet predecessor of a loss in one ply less is won at this
    /// ply, unless it is decided.
    pub(crate) fn win(&self, states: &mut [State], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || self.win_predecessors(states, out),
        );
    }

    #[inline(always)]
    fn win_predecessors(&self, states: &mut [State], out: &mut Outbox<'_>) {
        let lost = S::store(Cell::loss(self.ply - 1));
        let mut decided = Flags::of(states, |&state| state == State::DECIDED);
        let (mut buffer, mut ranks) = ([0; _], [0; MOST_NEIGHBOURS]);
        for (sets, cells) in self
            .side
            .followers
            .chunks(64)
            .zip(self.to_leader.chunks(64))
        {
            for number in members(which(cells, |&cell| cell == lost)) {
                let before = self
                    .block
                    .quiet_neighbours(sets[number as usize], &mut buffer);
                let mut open = 0;
                for at in 0..before.len() {
                    let rank = self.ranking.rank(before[at]);
                    (before[open], ranks[open]) = (before[at], rank);
                    open += usize::from(!decided.has(rank));
                }
                for (&set, &rank) in before[..open].iter().zip(&ranks) {
                    decided.insert(rank);
                    states[rank] = State::DECIDED;
                    out.send(set, Cell::win(self.ply));
                }
            }
        }
    }

    /// Finds losses: an open position whose witness has become a win for the opponent
    /// gets another witness, and is lost if there is none.
    pub(crate) fn lose(&self, states: &mut [State], found: &mut Vec<u64>) {
        dispatch(
            #[inline(always)]
            || self.lose_without_witness(states, found),
        );
    }

    #[inline(always)]
    fn lose_without_witness(&self, states: &mut [State], found: &mut Vec<u64>) {
        let known = self.ply - 1;
        let lost = Flags::of(
            self.to_leader,
            #[inline(always)]
            |cell| cell.cell().is_win_by(known),
        );
        let not_lost = |after| !lost.has(self.ranking.rank(after));
        let mut buffer = ([0; _], [0; _]);
        for (sets, states) in self.side.followers.chunks(64).zip(states.chunks_mut(64)) {
            for number in members(which(states, |state| state.as_witness().is_some())) {
                let (set, state) = (sets[number as usize], &mut states[number as usize]);
                let witness = state.as_witness().unwrap_or(0);
                if not_lost(self.block.after_quiet(set, witness)) {
                    continue;
                }
                if let Some(next) = self.block.later_quiet(set, witness, &mut buffer, not_lost) {
                    *state = State::witness(next);
                    continue;
                }
                *state = State::DECIDED;
                found.push(set);
            }
        }
    }

    /// Sends the values of positions that [`View::lose`] has found to be lost.
    pub(crate) fn send_losses(&self, lost: &[u64], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || {
                for &set in lost {
                    // The last witness has been a win for the opponent since exactly the
                    // ply before. No capture wins or draws, or the state would say so; one
                    // may lose later.
                    let plies = match self.captures.best(self.block, set) {
                        Some(Value::Loss(plies)) => plies.max(self.ply),
                        _ => self.ply,
                    };
                    out.send(set, Cell::loss(plies));
                }
            },
        );
    }

    /// Decides positions that pass, as soon as the positions that they pass into are
    /// decided.
    pub(crate) fn pass(&self, states: &mut [State], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || self.decide_passes(states, out),
        );
    }

    #[inline(always)]
    fn decide_passes(&self, states: &mut [State], out: &mut Outbox<'_>) {
        for (chunk, states) in states.chunks_mut(64).enumerate() {
            for number in members(which(states, |&state| state == State::PASSES)) {
                let number = number as usize;
                let rank = 64 * chunk + number;
                let (decided, cell) = after_pass(self.to_leader[rank].cell(), self.ply);
                states[number] = decided;
                if cell != Cell::OPEN {
                    out.send(self.side.followers[rank], cell);
                }
            }
        }
    }
}
