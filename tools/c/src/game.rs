//! The game without its tables: starts, moves played, the end.

use std::ffi::c_int;

use loa_solver::{Board, Move};

use crate::fault::{Fault, border};
use crate::pointers::{Place, borrow};
use crate::status::LoaStatus;
use crate::tables::LoaTables;
use crate::types::{LoaMove, LoaPosition};

/// Sets `*position` to the start of a board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_start(files: u8, ranks: u8, position: *mut LoaPosition) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let place = unsafe { Place::new(position, "position")? };
        let board = Board::new(files.into(), ranks.into()).map_err(Fault::argument)?;
        place.write(LoaPosition::of(&board.start()));
        Ok(LoaStatus::Ok)
    })
}

/// Sets `*is_over` to 1 if the game is over under the rules of the tables, else to 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_is_over(
    tables: *const LoaTables,
    position: *const LoaPosition,
    is_over: *mut c_int,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, position, place) = unsafe {
            (
                borrow(tables, "tables")?,
                borrow(position, "position")?,
                Place::new(is_over, "is_over")?,
            )
        };
        let termination = tables.0.rules().termination(&position.checked()?);
        place.write(termination.is_some().into());
        Ok(LoaStatus::Ok)
    })
}

/// Plays a legal move, and sets `*after` to the position after it, seen from the other
/// side. `after` may be `position`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_play(
    tables: *const LoaTables,
    position: *const LoaPosition,
    played: LoaMove,
    after: *mut LoaPosition,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says. The position is copied before anything is written.
        let (tables, position, place) = unsafe {
            (
                borrow(tables, "tables")?,
                *borrow(position, "position")?,
                Place::new(after, "after")?,
            )
        };
        let position = position.checked()?;
        let squares = played.squares()?;
        let legal = tables
            .0
            .rules()
            .moves(&position)
            .into_iter()
            .find(|legal| match *legal {
                Move::Pass => squares.is_none(),
                Move::Stone { from, to, .. } => squares == Some((from, to)),
            });
        let Some(legal) = legal else {
            let name = squares.map_or("pass".to_owned(), |(from, to)| format!("{from}-{to}"));
            return Err(Fault::argument(format_args!(
                "{name} is not a legal move in {position}"
            )));
        };
        place.write(LoaPosition::of(&position.play_unchecked(legal)));
        Ok(LoaStatus::Ok)
    })
}
