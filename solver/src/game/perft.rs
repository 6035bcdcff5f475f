//! Counts of sequences of moves, the standard check of a move generator.

use crate::game::position::Position;
use crate::game::rules::Rules;

/// Returns the number of sequences of exactly `depth` moves of stones from `position`. A sequence
/// ends early at a position that a connection has ended or whose side to move cannot move. Such a
/// sequence counts only if it has `depth` moves.
///
/// # Examples
/// ```
/// use loa_solver::{Board, Rules, perft};
///
/// let start = Board::new(8, 8)?.start();
/// assert_eq!(perft(Rules::default(), &start, 1), 36);
/// # Ok::<(), loa_solver::BoardSizeError>(())
/// ```
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
    position.stone_moves().map(|m| perft(rules, &position.play_unchecked(m), depth - 1)).sum()
}
