//! Moves of a position and best play from it.

use crate::fault::border;
use crate::pointers::{Room, borrow};
use crate::status::LoaStatus;
use crate::tables::LoaTables;
use crate::types::{LoaChoice, LoaMove, LoaPosition};

/// Lists the legal moves of a position, sorted by their text, without looking into any
/// table. A position that is over may have moves: see loa_is_over().
///
/// Writes as many of the moves as fit, at most `capacity`, and sets `*count` to how many there
/// are; the status is LOA_STATUS_TOO_SMALL if not all fit. `moves` may be null if
/// `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_moves(
    tables: *const LoaTables,
    position: *const LoaPosition,
    moves: *mut LoaMove,
    capacity: usize,
    count: *mut usize,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, position, room) = unsafe {
            (
                borrow(tables, "tables")?,
                borrow(position, "position")?,
                Room::new(moves, capacity, count)?,
            )
        };
        let moves = tables.0.rules().moves(&position.checked()?);
        room.fill(moves.into_iter().map(LoaMove::of))
    })
}

/// Lists the moves of a position with their values, best first: wins by the fewest plies,
/// draws, losses by the most plies, then by text. There are none if the game is over.
///
/// Room is as for loa_moves().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_probe_moves(
    tables: *const LoaTables,
    position: *const LoaPosition,
    choices: *mut LoaChoice,
    capacity: usize,
    count: *mut usize,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, position, room) = unsafe {
            (
                borrow(tables, "tables")?,
                borrow(position, "position")?,
                Room::new(choices, capacity, count)?,
            )
        };
        let probe = tables.0.probe(&position.checked()?)?;
        room.fill(probe.moves.into_iter().map(LoaChoice::from))
    })
}

/// Lists best play from a won or lost position to the end of the game. There is none from a
/// drawn position.
///
/// Room is as for loa_moves(); the distance of the position is the length of the line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_line(
    tables: *const LoaTables,
    position: *const LoaPosition,
    choices: *mut LoaChoice,
    capacity: usize,
    count: *mut usize,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, position, room) = unsafe {
            (
                borrow(tables, "tables")?,
                borrow(position, "position")?,
                Room::new(choices, capacity, count)?,
            )
        };
        let line = tables.0.line(&position.checked()?)?;
        room.fill(line.into_iter().map(LoaChoice::from))
    })
}
