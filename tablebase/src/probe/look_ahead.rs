//! The value of a position as far as the rules and its moves determine it, before any table is
//! opened.

use loa_solver::{Connection, Position, Rules, Value};
use smallvec::SmallVec;

/// Positions after moves. All moves of twelve stones, the most that a side starts with on any
/// board, fit without an allocation.
pub(crate) type NextPositions = SmallVec<[Position; 96]>;

/// The value of a position as far as the rules and its moves determine it.
#[expect(
    clippy::large_enum_variant,
    reason = "the large variant is the usual one, and lies on the stack"
)]
pub(crate) enum LookAhead {
    /// The rules alone give the value.
    Known(Value),
    /// If the position is not lost, its value is the better of `best` and the best value that the
    /// positions in `open`, which need a table, give it.
    Open { best: Value, open: NextPositions },
}

/// Returns the value of a position as far as the rules and its moves determine it.
#[cfg(feature = "parallel")]
pub(crate) fn examine(rules: Rules, position: &Position) -> LookAhead {
    match without_table(rules, position) {
        Some(value) => LookAhead::Known(value),
        None => look_ahead(rules, position),
    }
}

/// Looks a ply ahead from a position that is not terminal.
pub(crate) fn look_ahead(rules: Rules, position: &Position) -> LookAhead {
    let waiting_connected = position.them().is_connected();
    let mut best = Value::Draw;
    let mut open = NextPositions::new();
    let mut is_stuck = true;
    for m in position.stone_moves() {
        is_stuck = false;
        let after = position.play_unchecked(m);
        // No side has a lone stone, so after a quiet move only connections end the game.
        let value = if m.is_capture() {
            without_table(rules, &after)
        } else {
            rules.connected_value(waiting_connected, after.them().is_connected())
        };
        match value {
            Some(Value::Loss(0)) => return LookAhead::Known(Value::Win(1)),
            Some(value) => best = best.max(value.for_mover()),
            None => open.push(after),
        }
    }
    if is_stuck {
        if let Some(value) = rules.value_without_table(position) {
            return LookAhead::Known(value);
        }
        let passed = position.passed();
        match without_table(rules, &passed) {
            Some(value) => return LookAhead::Known(value.for_mover()),
            None => open.push(passed),
        }
    }
    LookAhead::Open { best, open }
}

/// `true` if a loss in any table that opens is certainly no win in one move. Winning in one move
/// means connecting, and a model that has losses of such positions is refused. Under misere rules
/// connecting loses, and under `own` rules other moves win too.
pub(crate) fn is_loss_believed(rules: Rules) -> bool {
    !rules.is_misere() && rules.connection() != Connection::Own
}

/// Returns the value of a position that needs no table: a connection has ended it, or a side has a
/// lone stone.
pub(crate) fn without_table(rules: Rules, position: &Position) -> Option<Value> {
    let (us, them) = (position.us(), position.them());
    if us.count() == 1 || them.count() == 1 {
        return rules.value_without_table(position);
    }
    rules.connected_value(us.is_connected(), them.is_connected())
}
