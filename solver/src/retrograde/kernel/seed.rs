//! The first looks at every position: whether it is finished, what captures are
//! worth, and a witness.

use super::block::Block;
use super::cell::{Cell, Stored};
use super::side::Ground;
use super::state::State;
use super::view::View;
use crate::cpu::dispatch;
use crate::game::bitboard::Bitboard;
use crate::game::position::{Color, Position};
use crate::game::rules::NoMove;
use crate::game::value::Value;
use crate::index::rank::Ranking;
use crate::retrograde::exchange::Crossing;

/// What a connection makes of the positions of one leader's block, by whether the
/// follower is connected.
pub(crate) struct Marks<S> {
    /// With the leader to move.
    values: [Option<S>; 2],
    /// With the leader waiting.
    is_over: [bool; 2],
}

impl<S: Stored> Marks<S> {
    pub(crate) fn new(ground: &Ground<'_>, block: &Block<'_>) -> Marks<S> {
        let waiting = Bitboard(block.leader).is_connected();
        let to_leader = |mover| ground.rules.connected_value(waiting, mover);
        let to_mover = |mover| ground.rules.connected_value(mover, waiting);
        Marks {
            values: [false, true].map(|mover| Some(S::store(to_leader(mover)?.into()))),
            is_over: [false, true].map(|mover| to_mover(mover).is_some()),
        }
    }

    /// The value with the leader to move, if the game is over.
    #[inline(always)]
    pub(crate) fn value(&self, is_connected: bool) -> Option<S> {
        self.values[usize::from(is_connected)]
    }

    /// Whether the game is over with the leader waiting.
    #[inline(always)]
    pub(crate) fn is_over(&self, is_connected: bool) -> bool {
        self.is_over[usize::from(is_connected)]
    }
}

/// Marks the positions of one leader's block that a connection has ended: with
/// the leader to move in `cells`, with the leader waiting in `states`.
pub(crate) fn mark<S: Stored>(
    ground: &Ground<'_>,
    block: &Block<'_>,
    cells: &mut [S],
    states: &mut [State],
    out: &Crossing<'_>,
) {
    let marks = Marks::new(ground, block);
    let marks = [false, true].map(|connected| {
        let state = match marks.is_over(connected) {
            true => State::DECIDED,
            false => State::witness(0),
        };
        let cell = marks.value(connected);
        (cell.unwrap_or(S::store(Cell::OPEN)), state)
    });
    dispatch(
        #[inline(always)]
        || {
            let entries = cells.iter_mut().zip(states).zip(&ground.followers);
            for ((cell, state), &set) in entries {
                (*cell, *state) = marks[usize::from(out.mover(set).is_connected())];
            }
        },
    );
}

/// Sends every position of the block without a move as lost in 0: for the
/// rules under which no move loses.
pub(crate) fn strand(
    ground: &Ground<'_>,
    block: &Block<'_>,
    states: &mut [State],
    out: &mut Crossing<'_>,
) {
    for (state, &set) in states.iter_mut().zip(&ground.followers) {
        if *state != State::DECIDED && !block.can_move(set) {
            *state = State::DECIDED;
            out.send(set, Cell::loss(0));
        }
    }
}

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// The first look at every open position of the block: wins and draws by
    /// captures, a first witness for the rest, and losses where there is none.
    ///
    /// Wins in 1 through quiet moves are known by then, which spares most
    /// witnesses that would fall at once. What is found here depends on how
    /// much of the rest has been found already, but what it is worth does not.
    pub(crate) fn seed(&self, states: &mut [State], out: &mut Crossing<'_>) {
        dispatch(
            #[inline(always)]
            || self.look_at_all(states, out),
        );
    }

    #[inline(always)]
    fn look_at_all(&self, states: &mut [State], out: &mut Crossing<'_>) {
        for (rank, &set) in self.ground.followers.iter().enumerate() {
            if states[rank].as_witness().is_some() {
                let (state, cell) = self.look(rank, set);
                states[rank] = state;
                if cell != Cell::OPEN {
                    out.send(set, cell);
                }
            }
        }
    }

    /// The first look at an open position: its state, and its value if that is
    /// known.
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
        let keeps = |after| !self.after(after).is_win_by(self.ply - 1);
        if let Some(code) = self.block.first_quiet(set, keeps) {
            return (State::witness(code), Cell::OPEN);
        }
        let mut room = [0; _];
        let quiet = self.block.quiet_neighbours(set, &mut room).iter();
        let quiet = quiet.map(|&after| self.after(after).plies() + 1).max();
        match (capture, quiet) {
            (Some(Value::Loss(plies)), quiet) => {
                (State::DECIDED, Cell::loss(plies.max(quiet.unwrap_or(0))))
            }
            (_, Some(plies)) => (State::DECIDED, Cell::loss(plies)),
            (_, None) => self.without_a_move(self.to_leader[rank].cell(), set),
        }
    }

    /// A position none of whose stones can move. Where that loses, it has been
    /// sent before; where the turn passes, the leader is to move over the same
    /// squares, whose value is `passed`.
    fn without_a_move(&self, passed: Cell, set: u64) -> (State, Cell) {
        let waiting = Position {
            board: self.ground.index.board(),
            us: Bitboard(self.block.leader),
            them: Bitboard(self.block.on_board(set)),
            turn: Color::Black,
        };
        if self.ground.rules.no_move() != NoMove::Pass || !waiting.has_stone_move() {
            return (State::DECIDED, Cell::OPEN);
        }
        after_pass(passed, self.ply)
    }
}

/// What passing into a position of this value to the leader is worth.
pub(crate) fn after_pass(passed: Cell, ply: u16) -> (State, Cell) {
    if passed.is_known_by(ply - 1) {
        (State::DECIDED, passed.value().for_mover().into())
    } else {
        (State::PASSES, Cell::OPEN)
    }
}
