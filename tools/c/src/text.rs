//! Positions and moves as text.

use std::ffi::{c_char, c_int};
use std::fmt::Display;

use loa_record::WrittenPosition;
use loa_solver::{Color, Move};

use crate::fault::{Fault, border};
use crate::pointers::{Place, Room, borrow, borrow_list, utf8};
use crate::question::answer;
use crate::status::LoaStatus;
use crate::tables::LoaTables;
use crate::types::{LoaChoice, LoaMove, LoaPosition};

/// The maximum length of the text of a position in bytes, including the zero byte.
pub const LOA_POSITION_TEXT: usize = 80;

/// The maximum length of the text of a move in bytes, including the zero byte.
pub const LOA_MOVE_TEXT: usize = 8;

/// Reads a position such as "1xx1/o2o/o2o/1xx1 x", a diagram with a rank on each line, or a
/// link of the page; rules in the link are ignored. Sets `*position`, and sets
/// `*white_to_move` to 1 if o is to move, otherwise to 0; `white_to_move` may be null.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_read_position(
    text: *const c_char,
    position: *mut LoaPosition,
    white_to_move: *mut c_int,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (text, place) = unsafe { (utf8(text, "text")?, Place::new(position, "position")?) };
        let WrittenPosition { position, .. } = text.parse().map_err(Fault::argument)?;
        if !white_to_move.is_null() {
            // SAFETY: As the caller says.
            let place = unsafe { Place::new(white_to_move, "white_to_move")? };
            place.write((position.turn() == Color::White).into());
        }
        place.write(LoaPosition::of(&position));
        Ok(LoaStatus::Ok)
    })
}

/// Writes the text of a position. LOA_POSITION_TEXT bytes are always enough. If
/// `white_to_move` is not 0, the side to move is o.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_write_position(
    position: *const LoaPosition,
    white_to_move: c_int,
    text: *mut c_char,
    capacity: usize,
) -> LoaStatus {
    border(|| {
        let turn = match white_to_move {
            0 => Color::Black,
            _ => Color::White,
        };
        // SAFETY: As the caller says.
        let position = unsafe { borrow(position, "position")? }.colored(turn)?;
        // SAFETY: As the caller says.
        unsafe { write(position, text, capacity) }
    })
}

/// Reads a legal move of a position, such as "b1-d3", "c3xa3" or "pass".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_read_move(
    tables: *const LoaTables,
    position: *const LoaPosition,
    text: *const c_char,
    played: *mut LoaMove,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        answer(tables, position, (played, "played"), |tables, position| {
            let text = utf8(text, "text")?;
            let read = tables.rules().parse_move(position, text);
            Ok(LoaMove::of(read.map_err(Fault::argument)?))
        })
    }
}

/// Writes the text of a move. LOA_MOVE_TEXT bytes are always enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_write_move(
    played: LoaMove,
    text: *mut c_char,
    capacity: usize,
) -> LoaStatus {
    // SAFETY: As the caller says.
    border(|| unsafe { write(read(played)?, text, capacity) })
}

/// Writes the moves of a line with spaces between them. LOA_MOVE_TEXT bytes for each move and
/// one more are always enough.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_write_line(
    choices: *const LoaChoice,
    count: usize,
    text: *mut c_char,
    capacity: usize,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let choices = unsafe { borrow_list(choices, count, "choices")? };
        let moves = choices.iter().map(|choice| Ok(read(choice.played)?.to_string()));
        let line = moves.collect::<Result<Vec<String>, Fault>>()?.join(" ");
        // SAFETY: As the caller says.
        unsafe { write(line, text, capacity) }
    })
}

fn read(played: LoaMove) -> Result<Move, Fault> {
    Ok(match played.squares()? {
        None => Move::Pass,
        Some((from, to)) => Move::Stone { from, to, capture: played.captures != 0 },
    })
}

/// Writes text with a zero byte at its end, or nothing if that does not fit.
///
/// # Safety
/// `to` is null, or `capacity` bytes fit there.
unsafe fn write(text: impl Display, to: *mut c_char, capacity: usize) -> Result<LoaStatus, Fault> {
    let text = text.to_string();
    let bytes: Vec<c_char> = text.bytes().chain([0]).map(|byte| byte as c_char).collect();
    let mut length = 0;
    // SAFETY: As the caller says.
    let room = unsafe { Room::new(to, capacity, &mut length)? };
    if bytes.len() > capacity {
        return Err(Fault::new(
            LoaStatus::TooSmall,
            format_args!("room for {capacity} of {} bytes", bytes.len()),
        ));
    }
    room.fill(bytes.into_iter())
}
