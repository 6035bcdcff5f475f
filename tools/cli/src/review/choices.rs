//! What can be played in a game, with what it is worth.

use std::cmp::Reverse;

use loa_solver::{Move, Position, Repetition};
use loa_tablebase::{Answer, ProbeError, Tablebase};

use crate::repetition::{ends_by_repetition, worth_of_repeating};

/// A move and what it is worth in this game to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) played: Move,
    /// What the tables say, unless the move ends the game by repetition.
    pub(crate) value: Answer,
    /// Whether the move ends the game by repetition.
    pub(crate) repeats: bool,
}

/// The moves of the last of a game's positions, best first; none if the game is
/// over there.
///
/// Tables know no history. So a move that ends the game by repetition is worth
/// what that end is worth, and all others what the tables say: whether a
/// repetition can be forced later is not looked at.
///
/// # Errors
/// When the tables do not cover the position, or cannot be read.
pub(crate) fn choices(
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
                value: match repeats {
                    true => worth_of_repeating(repetition).into(),
                    false => candidate.value,
                },
                repeats,
            }
        })
        .collect();
    // The sort is stable: equals stay in the order of their text.
    choices.sort_by_key(|choice| Reverse(choice.value));
    Ok(choices)
}

/// Whether a position is merely not covered by the tables that there are.
pub(crate) fn is_outside(error: &ProbeError) -> bool {
    matches!(
        error,
        ProbeError::Missing { .. }
            | ProbeError::Unfinished { .. }
            | ProbeError::Outside(_)
            | ProbeError::NoDistances { .. }
    )
}
