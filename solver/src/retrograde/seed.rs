//! Before the first quiet move is unmade: finished positions, wins in 1, and
//! what captures are worth.

use std::ops::ControlFlow;

use super::block::{Block, Landing};
use super::cell::{Cell, Stored};
use super::crossing::Crossing;
use super::ground::{Ground, View};
use super::state::State;
use super::store::ValueFile;
use crate::board::{Board, is_connected};
use crate::position::{Color, Position};
use crate::rank::Ranking;
use crate::rules::{NoMove, Rules};
use crate::symmetry::Symmetry;
use crate::value::Value;

/// The captures of one leader's stones: where each leads.
pub(crate) struct Captures<'a> {
    rules: Rules,
    board: Board,
    /// The values of the positions that captures lead to; `None` where a lone
    /// stone remains, whose positions need no table.
    lower: Option<&'a ValueFile>,
    targets: Vec<Target>,
}

/// What taking one stone of the leader leads to.
struct Target {
    /// The stone's square.
    stone: u64,
    /// The leader's other stones.
    remaining: u64,
    /// The symmetry to their representative, and their orbit.
    symmetry: Symmetry,
    orbit: u64,
}

impl<'a> Captures<'a> {
    pub(crate) fn new(rules: Rules, board: Board, lower: Option<&'a ValueFile>) -> Captures<'a> {
        Captures {
            rules,
            board,
            lower,
            targets: Vec::new(),
        }
    }

    /// Turns to another leader.
    pub(crate) fn set_leader(&mut self, block: &Block) {
        self.targets.clear();
        for number in 0..block.leader.count_ones() as usize {
            let stone = block.stone(number);
            let remaining = block.leader & !stone;
            let leader = self
                .lower
                .map(|lower| lower.index().leaders().leader(remaining));
            self.targets.push(Target {
                stone,
                remaining,
                symmetry: leader.map_or(Symmetry::IDENTITY, |leader| leader.to_representative()),
                orbit: leader.map_or(0, |leader| leader.orbit()),
            });
        }
    }

    /// What it is worth to the mover to take stone `number` with a stone whose
    /// fellows are the compact set `others`.
    #[inline]
    fn value(&self, block: &Block, others: u64, number: usize) -> Value {
        let target = &self.targets[number];
        let capturing = block.on_board(others) | target.stone;
        if let Some(lower) = self.lower {
            let followers = target.symmetry.apply(self.board, capturing);
            let cell = lower.get(lower.index().within(target.orbit, followers));
            return cell.value().before();
        }
        let after = Position {
            board: self.board,
            us: target.remaining,
            them: capturing,
            turn: Color::Black,
        };
        let settled = self.rules.settled_value(&after);
        settled.expect("a lone stone needs no table").before()
    }

    /// The best that the captures of `set` give, as a value to its side;
    /// `None` without captures.
    pub(crate) fn best(&self, block: &Block, set: u64) -> Option<Value> {
        let mut best: Option<Value> = None;
        let _ = block.moves::<()>(set, 0, |_, landing| {
            if let Landing::Capture(others, number) = landing {
                let value = self.value(block, others, number);
                best = best.map_or(Some(value), |best| Some(best.better(value)));
            }
            ControlFlow::Continue(())
        });
        best
    }
}

/// Marks the positions of one leader's block that a connection has ended: with
/// the leader to move in `cells`, with the leader waiting in `states`.
pub(crate) fn mark<S: Stored>(
    ground: &Ground<'_>,
    leader: u64,
    cells: &mut [S],
    states: &mut [State],
) {
    let waiting_connected = is_connected(leader);
    let free = ground.index.board().mask() & !leader;
    let sets = crate::rank::Subsets::new(free, ground.index.material().them());
    for ((cell, state), set) in cells.iter_mut().zip(states).zip(sets) {
        let connected = is_connected(set);
        let to_leader = ground.rules.connected_value(waiting_connected, connected);
        *cell = S::store(to_leader.map_or(Cell::OPEN, Cell::from));
        let to_mover = ground.rules.connected_value(connected, waiting_connected);
        *state = match to_mover {
            Some(_) => State::DECIDED,
            None => State::witness(0),
        };
    }
}

/// Sends every position of the block without a move as lost in 0: for the
/// rules under which no move loses.
pub(crate) fn strand(
    ground: &Ground<'_>,
    block: &Block,
    states: &mut [State],
    out: &mut Crossing<'_>,
) {
    for (state, &set) in states.iter_mut().zip(&ground.followers) {
        if *state != State::DECIDED && !can_move(block, set) {
            *state = State::DECIDED;
            out.send(block.on_board(set), Cell::loss(0));
        }
    }
}

fn can_move(block: &Block, set: u64) -> bool {
    block
        .moves(set, 0, |_, _| ControlFlow::Break(()))
        .is_break()
}

/// Recalls from the mover's `values` which positions of the block were decided
/// by `ply`: for resuming.
pub(crate) fn recall<S: Stored>(
    ground: &Ground<'_>,
    block: &Block,
    values: &[S],
    ply: u16,
    states: &mut [State],
    out: &Crossing<'_>,
) {
    let waiting_connected = is_connected(block.leader);
    for (state, &set) in states.iter_mut().zip(&ground.followers) {
        let mover = block.on_board(set);
        let cell = values[out.place(mover) as usize].cell();
        let finished = ground
            .rules
            .connected_value(is_connected(mover), waiting_connected);
        *state = if finished.is_some() || cell.is_known_by(ply) {
            State::DECIDED
        } else if cell.is_win() {
            State::CAPTURE_WINS
        } else if cell != Cell::OPEN {
            State::DECIDED
        } else {
            State::witness(0)
        };
    }
}

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// The first look at every open position of the block: wins and draws by
    /// captures, and a first witness for the rest.
    ///
    /// The ply is 1, or, when resuming, the last finished one: whatever that
    /// has decided is recalled by then, so that only draws by captures and
    /// witnesses are left to find.
    pub(crate) fn seed(&self, states: &mut [State], out: &mut Crossing<'_>) {
        for (rank, &set) in self.ground.followers.iter().enumerate() {
            if states[rank].as_witness().is_some() {
                let (state, cell) = self.look(rank, set);
                states[rank] = state;
                if cell != Cell::OPEN {
                    out.send(self.block.on_board(set), cell);
                }
            }
        }
    }

    /// The first look at an open position: its state, and its value if that is
    /// known.
    fn look(&self, rank: usize, set: u64) -> (State, Cell) {
        let mut capture: Option<Value> = None;
        let mut witness = None;
        let mut quiet = false;
        let _ = self.block.moves::<()>(set, 0, |code, landing| {
            match landing {
                Landing::Capture(others, number) => {
                    let value = self.captures.value(self.block, others, number);
                    capture = capture.map_or(Some(value), |best| Some(best.better(value)));
                }
                Landing::Quiet(after) if witness.is_none() => {
                    quiet = true;
                    if !self.after(after).is_win_by(self.ply - 1) {
                        witness = Some(code);
                    }
                }
                Landing::Quiet(_) => {}
            }
            ControlFlow::Continue(())
        });
        match (capture, witness) {
            (Some(Value::Win(plies)), _) if plies <= self.ply => (State::DECIDED, Cell::win(plies)),
            (Some(Value::Win(plies)), _) => (State::CAPTURE_WINS, Cell::win(plies)),
            (Some(Value::Draw), _) => (State::CAPTURE_DRAWS, Cell::OPEN),
            (_, Some(code)) => (State::witness(code), Cell::OPEN),
            (Some(Value::Loss(plies)), None) => {
                (State::DECIDED, Cell::loss(plies.max(u16::from(quiet))))
            }
            (None, None) if quiet => (State::DECIDED, Cell::loss(1)),
            (None, None) => self.without_a_move(self.to_leader[rank].cell(), set),
        }
    }

    /// A position none of whose stones can move. Where that loses, it has been
    /// sent before; where the turn passes, the leader is to move over the same
    /// squares, whose value is `passed`.
    fn without_a_move(&self, passed: Cell, set: u64) -> (State, Cell) {
        let waiting = Position {
            board: self.ground.index.board(),
            us: self.block.leader,
            them: self.block.on_board(set),
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
        (State::DECIDED, passed.value().before().into())
    } else {
        (State::PASSES, Cell::OPEN)
    }
}
