//! The first pass: the facts about a position that do not depend on the values of its family.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::board::{Geometry, Set};
use super::family::{Family, Side};
use super::rules::NoMove;
use super::sets::squares_of;
use super::table::Rest;
use super::value::Value;

/// The mover's set, the same for a whole row, and its moves that connect it.
struct Mover {
    set: Set,
    connected: bool,
    /// For each square of a stone, the squares where it would connect all.
    connecting: [Set; 32],
}

impl Mover {
    fn new(geometry: &Geometry, set: Set) -> Self {
        let mut connecting = [0; 32];
        for from in squares_of(set) {
            let squares = (0..geometry.board.squares()).map(|square| 1 << square);
            connecting[from as usize] = squares
                .filter(|to| set & to == 0 && geometry.connected(set ^ 1 << from ^ to))
                .sum();
        }
        Self { set, connected: geometry.connected(set), connecting }
    }

    fn connects(&self, from: Set, to: Set) -> bool {
        self.connecting[from.trailing_zeros() as usize] & to != 0
    }
}

/// The other side's set, and whether it is connected.
#[derive(Clone, Copy)]
struct Other {
    set: Set,
    connected: bool,
}

/// The state of a position: the best known value, and the number of quiet moves to positions that
/// are not over.
struct Known {
    value: Value,
    open_moves: u8,
}

impl From<Value> for Known {
    fn from(value: Value) -> Self {
        Self { value, open_moves: 0 }
    }
}

impl Family<'_> {
    /// Fills both tables, and returns the farthest win or loss by a capture.
    pub(super) fn open(&self) -> u32 {
        let farthest = (0..self.sides.len()).map(|side| {
            let rows = 0..self.sides[side].table.sets.orbits.len();
            let rows = rows.into_par_iter();
            rows.map(|row| self.open_row(side, row)).max().unwrap_or(0)
        });
        farthest.max().unwrap_or(0)
    }

    fn open_row(&self, side_number: usize, row: usize) -> u32 {
        let side = &self.sides[side_number];
        let geometry = &self.game.geometry;
        let mover = Mover::new(geometry, side.table.sets.orbits[row].set);
        let rest = Rest::of(mover.set, geometry.board.squares());
        let mut farthest = 0;
        let first = row * side.table.columns;
        for (index, &column_set) in (first..).zip(&side.column_sets) {
            let set = rest.on_board(column_set);
            let connected = geometry.connected(set);
            let other = Other { set, connected };
            let known = self.known(side_number, &mover, other);
            side.table.set_value(index, known.value);
            side.add_moves(index, known.open_moves);
            farthest = farthest.max(known.value.plies());
        }
        farthest
    }

    fn known(&self, side: usize, us: &Mover, them: Other) -> Known {
        if let Some(finished) = self.game.rules.finished(us.connected, them.connected) {
            return finished.into();
        }
        let mut known = Known::from(Value::UNKNOWN);
        let mut can_move = false;
        let stopped = self.game.visit_moves(us.set, them.set, |from, to| {
            can_move = true;
            match self.after(&self.sides[side], us, them, from, to) {
                None => known.open_moves += 1,
                Some(after) => match after.before() {
                    Value::WIN_IN_1 => return ControlFlow::Break(Value::WIN_IN_1),
                    value => known.value = known.value.min(value),
                },
            }
            ControlFlow::Continue(())
        });
        match stopped {
            ControlFlow::Break(value) => value.into(),
            ControlFlow::Continue(()) if can_move => known,
            ControlFlow::Continue(()) => self.without_move(side, us, them),
        }
    }

    /// Returns the value of the position after a move, to the other side; `None` if the move was
    /// quiet and has not ended the game.
    fn after(&self, side: &Side, us: &Mover, them: Other, from: Set, to: Set) -> Option<Value> {
        let rules = self.game.rules;
        let us_connected = us.connects(from, to);
        if them.set & to == 0 {
            return rules.finished(them.connected, us_connected);
        }
        let left = them.set ^ to;
        let left_connected = self.game.geometry.connected(left);
        let finished = rules.finished(left_connected, us_connected);
        finished.or_else(|| {
            let after = side.captures?;
            let us_after = us.set ^ from ^ to;
            Some(after.value(after.index(&self.game.symmetries, left, us_after)))
        })
    }

    /// Counts a pass as the only quiet move, and marks the position that it leads to.
    fn without_move(&self, side: usize, us: &Mover, them: Other) -> Known {
        match self.game.rules.no_move {
            NoMove::Loss => return Value::LOSS_IN_0.into(),
            NoMove::Draw => return Value::DRAW.into(),
            NoMove::Pass if !self.game.can_move(them.set, us.set) => {
                return Value::DRAW.into();
            }
            NoMove::Pass => {}
        }
        if let Some(finished) = self.game.rules.finished(them.connected, us.connected) {
            return finished.before().into();
        }
        let after = self.twin(side);
        let index = after.table.index(&self.game.symmetries, them.set, us.set);
        after.set_by_pass(index);
        Known { value: Value::UNKNOWN, open_moves: 1 }
    }
}
