//! What repetition does to a game: that a position occurs again, the same stones
//! with the same side to move.

use loa_solver::{Position, Repetition, Value};

/// How often a position has to occur for the game to end.
///
/// A drawn repetition takes three occurrences, as in chess. Where whoever repeats
/// a position loses, it is the second: the first time a position comes back it
/// has been repeated, and whoever moved into it has done so. A third occurrence
/// would be the second offence.
pub(crate) const fn occurrences_to_end(repetition: Repetition) -> usize {
    match repetition {
        Repetition::Draw => 3,
        Repetition::Loss => 2,
    }
}

/// Whether the game ends by repetition when `after` follows on `before`.
pub(crate) fn ends_by_repetition(
    repetition: Repetition,
    before: &[Position],
    after: &Position,
) -> bool {
    let times = before.iter().filter(|&position| position == after).count();
    times + 1 >= occurrences_to_end(repetition)
}

/// What a move that ends the game by repetition is worth to the side that makes
/// it.
pub(crate) const fn worth_of_repeating(repetition: Repetition) -> Value {
    match repetition {
        Repetition::Draw => Value::Draw,
        Repetition::Loss => Value::Loss(1),
    }
}
