//! Checks of values and states of earlier work.
//!
//! Every position that a connection has ended must have its value, no value may be longer than
//! cells can store, and every witness must be a move. So nothing in the files leads outside an
//! array. Other wrong values are found in the finished values (C6).

use rayon::prelude::*;

use crate::game::rules::NoMove;
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::{Cell, Stored};
use crate::retrograde::kernel::side::Side;
use crate::retrograde::kernel::state::PositionState;
use crate::retrograde::kernel::sweep::{Mark, Worker};

/// Notes in its activity the values of a shard that matter after the ply `known`, and returns the
/// longest distance; `None` if a position has an impossible value or state. In a block that the
/// seed has not reached, as `is_seeded` says, a witness represents any move.
pub(super) fn recall<S: Stored>(
    side: &Side<'_>,
    activity: &Activity,
    (values, states): (&[S], &[PositionState]),
    (known, longest): (u16, u16),
    is_seeded: impl Fn(u64) -> bool + Sync,
) -> Option<u16> {
    let len = activity.block_len() as usize;
    let blocks = values.par_chunks(len).zip(states.par_chunks(len));
    let found = blocks.enumerate().map_init(
        || Worker::new(side),
        |worker, (number, (values, states))| {
            let orbit = activity.blocks().start + number as u64;
            worker.set_orbit(orbit);
            let is_sound = is_sound(worker, is_seeded(orbit), longest, values, states);
            is_sound.then(|| activity.recall_block(orbit, values, states, known))
        },
    );
    found.try_reduce(|| 0, |one, other| Some(one.max(other)))
}

/// `true` if all positions of a block have possible values and states.
fn is_sound<S: Stored>(
    worker: &Worker<'_>,
    is_seeded: bool,
    longest: u16,
    values: &[S],
    states: &[PositionState],
) -> bool {
    let longest = Cell::loss(longest);
    let lost_at_once = worker.side.rules.no_move() == NoMove::Loss;
    let marks = Mark::<S>::of_block(worker.side, &worker.block);
    let mut entries = values.iter().zip(states).zip(&worker.side.followers);
    entries.all(|((&stored, &state), &set)| {
        let (set, cell) = (worker.block.on_board(set), stored.cell());
        let mark = &marks[usize::from(worker.outbox.mover(set).is_connected())];
        let is_value = match mark.value {
            Some(marked) => stored == marked,
            None if cell.plies() == 0 => {
                cell == Cell::OPEN || cell == Cell::loss(0) && lost_at_once
            }
            None => cell <= longest,
        };
        let is_state = match state.as_witness() {
            _ if mark.is_over => state == PositionState::DECIDED,
            Some(code) if is_seeded => worker.block.is_quiet(set, code),
            _ => true,
        };
        is_value && is_state
    })
}
