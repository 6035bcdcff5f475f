//! Values of positions.

use loa_solver::{Position, most_threads};

use crate::fault::{Fault, border};
use crate::pointers::{Place, borrow, borrow_list};
use crate::question::answer;
use crate::status::LoaStatus;
use crate::tables::LoaTables;
use crate::types::{LOA_NO_VALUE, LoaPosition, LoaValue, LoaWdl};

/// Sets `*wdl` to loss, draw or win. Faster than loa_probe() if the position is won.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_probe_wdl(
    tables: *const LoaTables,
    position: *const LoaPosition,
    wdl: *mut LoaWdl,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        answer(tables, position, (wdl, "wdl"), |tables, position| Ok(tables.wdl(position)?.into()))
    }
}

/// Sets `*value` to the value of a position as the tables store it; only loa_probe_moves()
/// notices tables that contradict themselves. Allocates memory only for values that are unpacked
/// for the first time and for the message of a failure.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_probe(
    tables: *const LoaTables,
    position: *const LoaPosition,
    value: *mut LoaValue,
) -> LoaStatus {
    // SAFETY: As the caller says.
    unsafe {
        answer(tables, position, (value, "value"), |tables, position| {
            Ok(tables.answer(position)?.into())
        })
    }
}

/// Sets `*value` to the value of a position if everything needed is in memory, and otherwise
/// returns LOA_STATUS_NOT_CACHED. For the search of an engine: opens, reads and unpacks nothing.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_value_if_cached(
    tables: *const LoaTables,
    position: *const LoaPosition,
    value: *mut LoaValue,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, position, place) = unsafe {
            (borrow(tables, "tables")?, borrow(position, "position")?, Place::new(value, "value")?)
        };
        let Some(answer) = tables.0.answer_if_cached(&position.checked()?) else {
            return Ok(LoaStatus::NotCached);
        };
        place.write(answer.into());
        Ok(LoaStatus::Ok)
    })
}

/// Sets the number of threads that loa_probe_many() uses in this process, at most four for each
/// core. The default is one for each core. The number can be set once, before the first use; a
/// later call fails.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn loa_set_threads(threads: usize) -> LoaStatus {
    border(|| {
        let most = most_threads();
        if !(1..=most).contains(&threads) {
            let message = format!("{threads} threads: expected 1 to {most}");
            return Err(Fault::argument(message));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let late = "the number of threads is already set, by a call or by the first use";
        pool.build_global().map_err(|_| Fault::new(LoaStatus::Failed, late))?;
        Ok(LoaStatus::Ok)
    })
}

/// Sets `values` to the values of `count` positions, using all threads. Values that are stored
/// together are unpacked once. A position that fails gets the distance LOA_NO_VALUE, and the
/// first failure decides the status.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_probe_many(
    tables: *const LoaTables,
    positions: *const LoaPosition,
    count: usize,
    values: *mut LoaValue,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, positions) =
            unsafe { (borrow(tables, "tables")?, borrow_list(positions, count, "positions")?) };
        let checked: Vec<Result<Position, Fault>> =
            positions.iter().map(LoaPosition::checked).collect();
        let sound: Vec<Position> =
            checked.iter().filter_map(|c| c.as_ref().ok().copied()).collect();
        let mut answers = tables.0.answers(&sound).into_iter();
        let mut first_fault = None;
        for (number, checked) in checked.into_iter().enumerate() {
            let answer = checked.and_then(|_| match answers.next() {
                Some(answer) => Ok(answer?),
                None => Err(Fault::new(LoaStatus::Internal, "an answer is missing")),
            });
            let value = match answer {
                Ok(answer) => answer.into(),
                Err(fault) => {
                    first_fault
                        .get_or_insert_with(|| fault.within(format_args!("position {number}")));
                    NO_VALUE
                }
            };
            // SAFETY: `values` has room for `count` values, as the caller says.
            unsafe { Place::new(values.wrapping_add(number), "values")? }.write(value);
        }
        first_fault.map_or(Ok(LoaStatus::Ok), Err)
    })
}

const NO_VALUE: LoaValue = LoaValue { wdl: LoaWdl::Draw, plies: LOA_NO_VALUE };
