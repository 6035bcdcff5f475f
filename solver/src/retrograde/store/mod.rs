//! The values and states of a family that is being solved.

pub(crate) mod apply;
pub(crate) mod finished;
pub(crate) mod frames;
mod memory;
mod page;
pub(crate) mod shard_store;
mod slot;
pub(crate) mod value_cache;
pub(crate) mod work;

use super::error::SolveError;
use super::exchange::{Exchange, all_succeed};
use super::kernel::activity::Activity;
use super::kernel::cell::Cells;
use super::stage::Place;
use shard_store::ShardStore;

/// Values and states of some blocks, lent to a sweep.
#[derive(Debug)]
pub(crate) struct Lent<'a> {
    /// The values of the blocks, one block after the other.
    pub(crate) values: Cells<'a>,
    /// Their states, a byte each.
    pub(crate) states: &'a mut [u8],
    /// The activity of the shard.
    pub(crate) activity: &'a Activity,
}

/// The values that a checkpoint has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrote {
    /// All of them, which is seldom.
    All,
    /// The values found since all were written.
    Recent,
}

/// Writes a checkpoint in three steps, each of which all processes begin together:
/// values, states, and one record for all.
pub(crate) fn write_checkpoint(
    store: &mut ShardStore,
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
