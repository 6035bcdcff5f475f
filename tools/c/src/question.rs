//! Questions about a position, with one answer or a list.

use loa_solver::Position;
use loa_tablebase::Tablebase;

use crate::fault::{Fault, border};
use crate::pointers::{Place, Room, borrow};
use crate::status::LoaStatus;
use crate::tables::LoaTables;
use crate::types::LoaPosition;

/// Writes the answer of `look_up` about a position to the place called `name`. The place may be
/// that of the position, because the position is read first.
///
/// # Safety
/// Each pointer is null, or valid as long as the call lasts.
pub(crate) unsafe fn answer<T>(
    tables: *const LoaTables,
    position: *const LoaPosition,
    (place, name): (*mut T, &str),
    look_up: impl FnOnce(&Tablebase, &Position) -> Result<T, Fault>,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, position, place) = unsafe {
            (borrow(tables, "tables")?, *borrow(position, "position")?, Place::new(place, name)?)
        };
        place.write(look_up(&tables.0, &position.checked()?)?);
        Ok(LoaStatus::Ok)
    })
}

/// Writes the list that `look_up` returns about a position, as far as it fits, and its length.
///
/// # Safety
/// Each pointer is null, or valid as long as the call lasts, with room for `capacity` items
/// at `items`.
pub(crate) unsafe fn list<T, I: ExactSizeIterator<Item = T>>(
    tables: *const LoaTables,
    position: *const LoaPosition,
    (items, capacity, count): (*mut T, usize, *mut usize),
    look_up: impl FnOnce(&Tablebase, &Position) -> Result<I, Fault>,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, position, room) = unsafe {
            (
                borrow(tables, "tables")?,
                borrow(position, "position")?,
                Room::new(items, capacity, count)?,
            )
        };
        room.fill(look_up(&tables.0, &position.checked()?)?)
    })
}
