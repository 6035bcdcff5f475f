//! Moves of a position and best play from it.

use crate::question::list;
use crate::status::LoaStatus;
use crate::tables::LoaTables;
use crate::types::{LoaChoice, LoaMove, LoaPosition};

/// Lists the legal moves of a position, sorted by their text, without looking into any
/// table. A position in which the game is over may still have moves: see loa_is_over().
///
/// Writes up to `capacity` moves and sets `*count` to the number of legal moves; the status is
/// LOA_STATUS_TOO_SMALL if not all fit. `moves` may be null if `capacity` is 0.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_moves(
    tables: *const LoaTables,
    position: *const LoaPosition,
    moves: *mut LoaMove,
    capacity: usize,
    count: *mut usize,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        list(tables, position, (moves, capacity, count), |tables, position| {
            Ok(tables.rules().moves(position).into_iter().map(LoaMove::of))
        })
    }
}

/// Lists the moves of a position with their values, best first: wins by the fewest plies,
/// draws, losses by the most plies, then by text. The list is empty if the game is over.
///
/// `capacity` and `*count` work as in loa_moves().
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_probe_moves(
    tables: *const LoaTables,
    position: *const LoaPosition,
    choices: *mut LoaChoice,
    capacity: usize,
    count: *mut usize,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        list(tables, position, (choices, capacity, count), |tables, position| {
            Ok(tables.probe(position)?.moves.into_iter().map(LoaChoice::from))
        })
    }
}

/// Lists best play from a won or lost position to the end of the game. For a drawn position
/// the list is empty.
///
/// `capacity` and `*count` work as in loa_moves(). The length of the line is the distance of the
/// position.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_line(
    tables: *const LoaTables,
    position: *const LoaPosition,
    choices: *mut LoaChoice,
    capacity: usize,
    count: *mut usize,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        list(tables, position, (choices, capacity, count), |tables, position| {
            Ok(tables.line(position)?.into_iter().map(LoaChoice::from))
        })
    }
}
