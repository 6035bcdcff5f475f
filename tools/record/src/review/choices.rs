//! Moves of a game with their values.

use std::cmp::Reverse;

use loa_solver::{Move, Position, Repetition, Value};
use loa_tablebase::{ProbeError, Tablebase};

use crate::repetition::{ends_by_repetition, value_of_repeating};
use crate::worth::{Basis, RatedMove, Worth};

/// A move and its value in this game to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// The value by the tables, unless the move ends the game by repetition.
    pub value: Value,
    /// True if the move ends the game by repetition.
    pub repeats: bool,
}

impl Choice {
    /// Returns the move with this basis of its value.
    pub fn rated(&self, basis: Basis) -> RatedMove {
        let worth = Worth::exact(self.value, basis);
        RatedMove { repeats: self.repeats, ..RatedMove::new(self.played, worth) }
    }
}

/// Returns the moves in the last position of a game, best first; none if the game is over.
///
/// Tables know no history, so a move that ends the game by repetition has the value of that end.
/// Repetitions that can be forced later do not count.
///
/// # Errors
/// If the tables do not cover the position, or cannot be read.
pub fn choices(
    tables: &Tablebase,
    repetition: Repetition,
    positions: &[Position],
) -> Result<Vec<Choice>, ProbeError> {
    let Some(position) = positions.last() else {
        return Ok(Vec::new());
    };
    let probe = tables.probe(position)?;
    let mut choices: Vec<Choice> = probe
        .moves
        .iter()
        .map(|candidate| {
            let repeats = ends_by_repetition(repetition, positions, &candidate.position);
            Choice {
                played: candidate.played,
                value: if repeats { value_of_repeating(repetition) } else { candidate.value },
                repeats,
            }
        })
        .collect();
    // The sort is stable: equal moves stay in the order of their text.
    choices.sort_by_key(|choice| Reverse(choice.value));
    Ok(choices)
}

/// Returns whether an error only says that the tables do not cover a position.
pub fn is_outside(error: &ProbeError) -> bool {
    matches!(
        error,
        ProbeError::Missing { .. } | ProbeError::Unfinished { .. } | ProbeError::Outside(_)
    )
}
