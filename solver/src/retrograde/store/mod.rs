//! Stores of the values and states of a family that is being solved.

pub(crate) mod apply;
mod filed;
pub(crate) mod finished;
pub(crate) mod frames;
mod memory;
mod page;
pub(crate) mod shard_store;
mod slot;
pub(crate) mod value_cache;
pub(crate) mod work;
mod written;

use super::error::SolveError;
use super::exchange::{Exchange, all_succeed};
use super::kernel::activity::Activity;
use super::kernel::cell::{Cells, Width};
use super::kernel::message::Message;
use super::shards::{Piece, Shard, Shards};
use super::stage::Place;

/// Values and states of some blocks, lent to a sweep.
#[derive(Debug)]
pub struct Lent<'a> {
    /// The values of the blocks, one block after the other.
    pub values: Cells<'a>,
    /// Their states, a byte each, whose meaning is the solver's own. A new store may
    /// lend any.
    pub states: &'a mut [u8],
    /// The activity of the shard.
    pub activity: &'a Activity,
}

/// The values that a checkpoint has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrote {
    /// All of them, which is seldom.
    All,
    /// The values found since all were written.
    Recent,
}

/// The values and states of a family's shards, or of those that one process owns.
///
/// They may lie in memory, on the disk, or partly in each. A store that is opened on
/// the checkpoint of an earlier run returns its [`Place`]; then its values and states
/// are at least as new as that place (C1, C2), and its activities are recalled from
/// them ([`Activity::recall`]).
pub trait Store {
    /// Returns the division of the family.
    fn shards(&self) -> &Shards;

    /// Returns the place of an earlier run, for the shards of this process; `None` if
    /// there was none.
    fn place(&self) -> Option<Place>;

    /// Returns the longest distance of any value, in plies.
    fn longest(&self) -> u16;

    /// Returns the width of the values.
    fn width(&self) -> Width;

    /// Gives all values two bytes.
    ///
    /// # Errors
    /// When there is no memory, or files fail.
    fn widen(&mut self) -> Result<(), SolveError>;

    /// Returns the activity of a shard.
    fn activity(&self, shard: Shard) -> &Activity;

    /// Returns how many positions the shards may have that are lent at the same time; a
    /// single shard may have more.
    fn room(&self) -> u64;

    /// Lends some blocks of shards of one side, whose numbers ascend, with all values
    /// applied that are for them.
    ///
    /// # Errors
    /// When files fail.
    fn lend(&mut self, pieces: &[Piece]) -> Result<Vec<Lent<'_>>, SolveError>;

    /// Applies messages to the values, or keeps them until their shard is lent again. In
    /// any case notes them in the activity of the shard at once, by [`Activity::apply`]
    /// or [`Activity::note_message`].
    ///
    /// # Errors
    /// When files fail.
    fn apply(&mut self, messages: Vec<Message>) -> Result<(), SolveError>;

    /// Writes the values, as the first step of a checkpoint.
    ///
    /// # Errors
    /// When files fail.
    fn write_values(&mut self) -> Result<Wrote, SolveError>;

    /// Writes the states, as the second step.
    ///
    /// # Errors
    /// When files fail.
    fn write_states(&mut self) -> Result<(), SolveError>;

    /// Returns this process's part of the record of a checkpoint: whatever it must know
    /// to resume its shards at this place.
    ///
    /// # Errors
    /// When files fail.
    fn record_part(&mut self, place: &Place) -> Result<Vec<u8>, SolveError>;

    /// Writes the parts of all processes, by rank, in place of the earlier record, as
    /// the third step. The process of rank 0 does so for all.
    ///
    /// # Errors
    /// When files fail.
    fn write_record(&mut self, place: &Place, parts: &[Vec<u8>]) -> Result<(), SolveError>;

    /// Is called when the record is written: what only an earlier one needs may go.
    ///
    /// # Errors
    /// When files fail.
    fn recorded(&mut self) -> Result<(), SolveError>;
}

/// Writes a checkpoint in three steps, each of which all processes begin together:
/// values, states, and one record for all.
pub(crate) fn write_checkpoint(
    store: &mut dyn Store,
    exchange: &mut dyn Exchange,
    at: &Place,
) -> Result<Wrote, SolveError> {
    let wrote = store.write_values();
    let wrote = all_succeed(exchange, wrote)?;
    let part = store.write_states().and_then(|()| store.record_part(at));
    let part = all_succeed(exchange, part)?;
    let parts = exchange.all_gather(&part).map_err(SolveError::Exchange)?;
    let written = match exchange.rank() {
        0 => store.write_record(at, &parts),
        _ => Ok(()),
    };
    all_succeed(exchange, written)?;
    let ended = store.recorded();
    all_succeed(exchange, ended)?;
    Ok(wrote)
}
