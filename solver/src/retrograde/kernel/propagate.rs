//! One ply: the predecessors of the losses and wins of the ply before.

use super::cell::{Cell, Stored};
use super::outbox::Outbox;
use super::seed::after_pass;
use super::state::State;
use super::view::View;
use crate::cpu::dispatch;
use crate::game::bitboard::members;
use crate::game::value::Value;
use crate::index::rank::Ranking;

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
        let mut buffer = [0; _];
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
                    let state = &mut states[self.ranking.rank(before[at])];
                    before[open] = before[at];
                    open += usize::from(*state != State::DECIDED);
                    *state = State::DECIDED;
                }
                for &set in &before[..open] {
                    out.send(set, Cell::win(self.ply));
                }
            }
        }
    }

    /// Finds losses: an open position whose witness has become a win for the opponent
    /// gets another witness, and is lost if there is none.
    pub(crate) fn lose(&self, states: &mut [State], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || self.lose_without_witness(states, out),
        );
    }

    #[inline(always)]
    fn lose_without_witness(&self, states: &mut [State], out: &mut Outbox<'_>) {
        let not_lost = |after| !self.after(after).is_win_by(self.ply - 1);
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
                // The last witness has been a win for the opponent since exactly the
                // ply before. No capture wins or draws, or the state would say so; one
                // may lose later.
                let plies = match self.captures.best(self.block, set) {
                    Some(Value::Loss(plies)) => plies.max(self.ply),
                    _ => self.ply,
                };
                *state = State::DECIDED;
                out.send(set, Cell::loss(plies));
            }
        }
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

/// Returns the set of the wanted among at most 64 entries. At most plies few are
/// wanted, so many are looked at together.
#[inline(always)]
fn which<T>(entries: &[T], wanted: impl Fn(&T) -> bool) -> u64 {
    let mut flags = [0; 64];
    for (flag, entry) in flags.iter_mut().zip(entries) {
        *flag = u8::from(wanted(entry));
    }
    if flags == [0; 64] {
        return 0;
    }
    // The product's highest byte has bit i from byte i, and nothing is carried
    // into it.
    let (eights, _) = flags.as_chunks::<8>();
    let bits = |&eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let eights = eights.iter().map(bits).zip((0..64).step_by(8));
    eights.fold(0, |all, (bits, from)| all | bits << from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wanted_entry_is_found() {
        for len in 0..=64 {
            for pattern in [0, 1, u64::MAX, 0x9d2c_5680_9908_b0df, 1 << 63] {
                let entries: Vec<u64> = (0..len).map(|i| pattern >> i & 1).collect();
                let expected = (0..len).filter(|&i| entries[i as usize] == 1);
                let expected = expected.fold(0, |bits, i| bits | 1 << i);
                assert_eq!(which(&entries, |&entry| entry == 1), expected);
            }
        }
    }
}
