//! Counting sequences of moves, the standard check of a move generator.

use crate::game::position::Position;
use crate::game::rules::Rules;

/// How many sequences of exactly `depth` moves of stones start from
/// `position`. A finished position ends its sequence and counts only if it is
/// reached at the last ply, and so does a player without a move.
pub fn perft(rules: Rules, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.connection_termination(position).is_some() {
        return 0;
    }
    if depth == 1 {
        return position.stone_moves().count() as u64;
    }
    position
        .stone_moves()
        .map(|m| perft(rules, &position.play_unchecked(m), depth - 1))
        .sum()
}
