//! The seed: the first look at every position, its captures and a witness.

use super::cell::{Cell, Stored};
use super::outbox::Outbox;
use super::ranking::Ranking;
use super::state::State;
use super::view::View;
use crate::cpu::dispatch;
use crate::game::bitboard::Bitboard;
use crate::game::position::{Color, Position};
use crate::game::rules::NoMove;
use crate::game::value::Value;

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// Looks at every open position of the block for the first time: finds wins and
    /// draws by captures, a first witness for the others, and losses where there is
    /// none.
    ///
    /// Wins in 1 through quiet moves are known by then, which spares most witnesses
    /// that would fall at once. Which values are found here and which at later plies
    /// depends on how far other blocks are; the values do not.
    pub(crate) fn seed(&self, states: &mut [State], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || self.look_at_all(states, out),
        );
    }

    #[inline(always)]
    fn look_at_all(&self, states: &mut [State], out: &mut Outbox<'_>) {
        for (rank, &set) in self.side.followers.iter().enumerate() {
            if states[rank].as_witness().is_some() {
                let (state, cell) = self.look(rank, set);
                states[rank] = state;
                if cell != Cell::OPEN {
                    out.send(set, cell);
                }
            }
        }
    }

    /// Looks at one position, and returns its state, and its value if that is known.
    #[inline(always)]
    fn look(&self, rank: usize, set: u64) -> (State, Cell) {
        let capture = self.captures.best(self.block, set);
        match capture {
            Some(Value::Win(plies)) if plies <= self.ply => {
                return (State::DECIDED, Cell::win(plies));
            }
            Some(Value::Win(plies)) => return (State::CAPTURE_WINS, Cell::win(plies)),
            Some(Value::Draw) => return (State::CAPTURE_DRAWS, Cell::OPEN),
            Some(Value::Loss(_)) | None => {}
        }
        let not_lost = |after| !self.after(after).is_win_by(self.ply - 1);
        if let Some(code) = self.block.first_quiet(set, not_lost) {
            return (State::witness(code), Cell::OPEN);
        }
        let mut buffer = [0; _];
        let quiet = self.block.quiet_neighbours(set, &mut buffer).iter();
        let quiet = quiet.map(|&after| self.after(after).plies() + 1).max();
        match (capture, quiet) {
            (Some(Value::Loss(plies)), quiet) => {
                (State::DECIDED, Cell::loss(plies.max(quiet.unwrap_or(0))))
            }
            (_, Some(plies)) => (State::DECIDED, Cell::loss(plies)),
            (_, None) => self.without_a_move(self.to_leader[rank].cell(), set),
        }
    }

    /// Returns state and value of a position none of whose stones can move. Where that
    /// loses, the value has been sent before; where the turn passes, `passed` is the
    /// value of the same stones with the leader to move.
    fn without_a_move(&self, passed: Cell, set: u64) -> (State, Cell) {
        let waiting = Position {
            board: self.side.index.board(),
            us: Bitboard(self.block.leader),
            them: Bitboard(self.block.on_board(set)),
            turn: Color::Black,
        };
        if self.side.rules.no_move() != NoMove::Pass || !waiting.has_stone_move() {
            return (State::DECIDED, Cell::OPEN);
        }
        after_pass(passed, self.ply)
    }
}

/// Returns state and value of a position that passes into one of this value to the
/// leader.
pub(crate) fn after_pass(passed: Cell, ply: u16) -> (State, Cell) {
    if passed.is_known_by(ply - 1) {
        (State::DECIDED, passed.value().for_mover().into())
    } else {
        (State::PASSES, Cell::OPEN)
    }
}
