//! Moves of a game with their values.

use loa_solver::{Position, Repetition};
use loa_tablebase::{ProbeError, Tablebase};

use crate::repetition::{ends_by_repetition, value_of_repeating};
use crate::worth::{Basis, RatedMove, Worth};

/// Returns the moves in the last position of a game with values on this basis, best first; none if
/// the game is over.
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
    basis: Basis,
) -> Result<Vec<RatedMove>, ProbeError> {
    let Some(position) = positions.last() else {
        return Ok(Vec::new());
    };
    let moves = tables.probe(position)?.moves.into_iter().map(|candidate| {
        let repeats = ends_by_repetition(repetition, positions, &candidate.position);
        let value = if repeats { value_of_repeating(repetition) } else { candidate.value };
        let worth = Worth::exact(value, basis);
        RatedMove { repeats, ..RatedMove::new(candidate.played, worth) }
    });
    let mut moves: Vec<RatedMove> = moves.collect();
    // Equal moves stay in the order of their text.
    RatedMove::sort(&mut moves);
    Ok(moves)
}

/// Returns whether an error only says that the tables do not cover a position.
pub fn is_outside(error: &ProbeError) -> bool {
    matches!(
        error,
        ProbeError::Missing { .. } | ProbeError::Unfinished { .. } | ProbeError::Outside(_)
    )
}
