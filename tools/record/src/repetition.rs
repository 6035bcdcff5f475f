//! Repetition: a position that recurs.

use loa_solver::{Position, Repetition, Value};

/// Returns the number of times that a position occurs before the game ends.
///
/// A drawn repetition takes three occurrences, as in chess. If the player who repeats a position
/// loses, two suffice: the first return is the offence. OpenSpiel draws a game at the second
/// occurrence of a board.
pub const fn occurrences_to_end(repetition: Repetition) -> usize {
    match repetition {
        Repetition::Draw => 3,
        Repetition::BoardDraw | Repetition::Loss => 2,
    }
}

/// Returns whether one position repeats another.
fn repeats(repetition: Repetition, one: &Position, other: &Position) -> bool {
    one == other || repetition == Repetition::BoardDraw && one.passed() == *other
}

/// Returns whether the game ends by repetition when `after` follows on `before`.
pub fn ends_by_repetition(repetition: Repetition, before: &[Position], after: &Position) -> bool {
    let times = before.iter().filter(|position| repeats(repetition, position, after)).count();
    times + 1 >= occurrences_to_end(repetition)
}

/// Returns the value of a move that ends the game by repetition, to the side that makes it.
pub const fn value_of_repeating(repetition: Repetition) -> Value {
    match repetition {
        Repetition::Draw | Repetition::BoardDraw => Value::Draw,
        Repetition::Loss => Value::Loss(1),
    }
}
