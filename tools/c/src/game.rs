//! The game itself, without looking up values: starts, moves, the end.

use std::ffi::c_int;

use loa_solver::{Board, Move, Position, Rules, perft};

use crate::fault::{Fault, border};
use crate::pointers::Place;
use crate::question::answer;
use crate::status::LoaStatus;
use crate::tables::LoaTables;
use crate::types::{LoaMove, LoaPosition};

/// Sets `*position` to the start of a board.
#[must_use]
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
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_is_over(
    tables: *const LoaTables,
    position: *const LoaPosition,
    is_over: *mut c_int,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        answer(tables, position, (is_over, "is_over"), |tables, position| {
            Ok(tables.rules().termination(position).is_some().into())
        })
    }
}

/// Plays a legal move, and sets `*after` to the resulting position, seen from the other
/// side. `after` may be equal to `position`.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_play(
    tables: *const LoaTables,
    position: *const LoaPosition,
    played: LoaMove,
    after: *mut LoaPosition,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        answer(tables, position, (after, "after"), |tables, position| {
            let legal = legal(tables.rules(), position, played)?;
            Ok(LoaPosition::of(&position.play_unchecked(legal)))
        })
    }
}

/// Sets `*count` to the number of sequences of exactly `depth` moves from a position. A
/// sequence ends when the game is over, and counts only if that happens at the last ply. The
/// time grows with the count, by a factor of about 12 with each ply on 4x4 and 40 on 8x8.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_perft(
    tables: *const LoaTables,
    position: *const LoaPosition,
    depth: u32,
    count: *mut u64,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        answer(tables, position, (count, "count"), |tables, position| {
            Ok(perft(tables.rules(), position, depth))
        })
    }
}

/// Returns the legal move between the squares of `played`.
fn legal(rules: Rules, position: &Position, played: LoaMove) -> Result<Move, Fault> {
    let squares = played.squares()?;
    let mut moves = rules.moves(position).into_iter();
    let legal = moves.find(|legal| match *legal {
        Move::Pass => squares.is_none(),
        Move::Stone { from, to, .. } => squares == Some((from, to)),
    });
    legal.ok_or_else(|| {
        let name = squares.map_or("pass".to_owned(), |(from, to)| format!("{from}-{to}"));
        Fault::argument(format_args!("{name} is not a legal move in {position}"))
    })
}
