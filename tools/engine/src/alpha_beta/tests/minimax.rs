//! The naive twin of the search: plain minimax without pruning or memory, with the same estimate.

use loa_solver::{Position, Preset, Repetition, Value};

use crate::alpha_beta::evaluation::Evaluator;
use crate::alpha_beta::score::of_value;

/// Returns the score of the last position of `path` searched to `depth`, `ply` plies from the root.
/// The positions before it must not be repeated.
pub(super) fn minimax(preset: Preset, path: &mut Vec<Position>, depth: u32, ply: u32) -> i32 {
    let (rules, position) = (preset.rules, path[path.len() - 1]);
    let of_any_turn = preset.repetition == Repetition::BoardDraw;
    let mut before = path[..path.len() - 1].iter();
    let repeats =
        |&earlier: &Position| earlier == position || of_any_turn && earlier.passed() == position;
    if ply > 0 && before.any(repeats) {
        return match preset.repetition {
            Repetition::Draw | Repetition::BoardDraw => of_value(Value::Draw, ply),
            Repetition::Loss => of_value(Value::Win(0), ply),
        };
    }
    if let Some((_, value)) = rules.termination(&position) {
        return of_value(value, ply);
    }
    if depth == 0 {
        return Evaluator::new(position.board(), rules).evaluate(&position);
    }
    let mut best = i32::MIN;
    for played in rules.moves(&position) {
        path.push(position.play_unchecked(played));
        best = best.max(-minimax(preset, path, depth - 1, ply + 1));
        path.pop();
    }
    best
}
