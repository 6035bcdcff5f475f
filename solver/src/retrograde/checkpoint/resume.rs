//! Checks of values and states that an earlier run has left.
//!
//! Every position that a connection has ended must have its value, no value may be
//! longer than cells hold, and every witness must be a move. So nothing in the files
//! leads outside an array. Other wrong values are found in the finished values (C6).

use rayon::prelude::*;

use crate::game::rules::NoMove;
use crate::retrograde::kernel::cell::{Cell, Stored};
use crate::retrograde::kernel::mark::Marks;
use crate::retrograde::kernel::side::Side;
use crate::retrograde::kernel::state::State;
use crate::retrograde::kernel::view::Worker;

/// The part of a position that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    Value,
    State,
}

/// Values and states of one shard that an earlier run has left.
pub(crate) struct Recovered<'a, S> {
    pub(crate) values: &'a [S],
    pub(crate) states: &'a [State],
    /// The block that they begin with.
    pub(crate) first: u64,
    /// The longest distance that values may have.
    pub(crate) longest: u16,
}

impl<S: Stored> Recovered<'_, S> {
    /// Looks for a value or state that its position cannot have. In a block that the seed
    /// has not got to, by `is_seeded`, a witness stands for any move.
    pub(crate) fn first_wrong(
        &self,
        side: &Side<'_>,
        is_seeded: impl Fn(u64) -> bool + Sync,
    ) -> Option<Wrong> {
        let len = side.index.block_len() as usize;
        let blocks = self.values.par_chunks(len).zip(self.states.par_chunks(len));
        let wrong = blocks.enumerate().map_init(
            || Worker::new(side),
            |worker, (orbit, (values, states))| {
                let orbit = self.first + orbit as u64;
                worker.set_orbit(orbit);
                self.first_wrong_of(worker, is_seeded(orbit), values, states)
            },
        );
        wrong.find_map_first(|wrong| wrong)
    }

    fn first_wrong_of(
        &self,
        worker: &Worker<'_>,
        is_seeded: bool,
        values: &[S],
        states: &[State],
    ) -> Option<Wrong> {
        let longest = Cell::loss(self.longest);
        let lost_at_once = worker.side.rules.no_move() == NoMove::Loss;
        let marks = Marks::<S>::new(worker.side, &worker.block);
        let entries = values.iter().zip(states).zip(&worker.side.followers);
        for ((&stored, &state), &set) in entries {
            let cell = stored.cell();
            let connected = worker.outbox.mover(set).is_connected();
            let is_value = match marks.value(connected) {
                Some(marked) => stored == marked,
                None if cell.plies() == 0 => {
                    cell == Cell::OPEN || cell == Cell::loss(0) && lost_at_once
                }
                None => cell <= longest,
            };
            if !is_value {
                return Some(Wrong::Value);
            }
            let is_state = match state.as_witness() {
                _ if marks.is_over(connected) => state == State::DECIDED,
                Some(code) if is_seeded => worker.block.is_quiet(set, code),
                _ => true,
            };
            if !is_state {
                return Some(Wrong::State);
            }
        }
        None
    }
}
