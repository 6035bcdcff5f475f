//! Where the values and states of a family lie while it is solved.

pub(crate) mod apply;
pub(crate) mod arrays;
pub(crate) mod memory;

pub(crate) mod value_file;

use super::error::SolveError;
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
    /// What is noted of the shard.
    pub activity: &'a Activity,
}

/// What a checkpoint has written of the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrote {
    /// All of them, which is seldom.
    All,
    /// Those found since all were written.
    Recent,
}

/// The values and states of a family's shards, or of those that one process owns.
///
/// Whether they lie in memory, on the disk or partly in each is the store's
/// matter. A store that is made on what an earlier run has written has its
/// [`Place`]; then its values, states and activities are those of that place, or
/// later ones.
pub trait Store {
    /// Returns the division of the family.
    fn shards(&self) -> &Shards;

    /// Returns where an earlier run has left the work, for the shards of this
    /// process; `None` if nothing is done.
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

    /// Returns what is noted of a shard.
    fn activity(&self, shard: Shard) -> &Activity;

    /// Lends some blocks, with all values applied that are for them.
    ///
    /// # Errors
    /// When files fail.
    fn lend(&mut self, piece: &Piece) -> Result<Lent<'_>, SolveError>;

    /// Applies values, now or before their shard is lent again, and notes them in
    /// the activity of the shard now. A place keeps the smaller of its value and
    /// a new one: see [`Activity::apply`].
    ///
    /// # Errors
    /// When files fail.
    fn apply(&mut self, messages: Vec<Message>) -> Result<(), SolveError>;

    /// The first step of a checkpoint: writes all values that have been applied.
    ///
    /// # Errors
    /// When files fail.
    fn write_values(&mut self) -> Result<Wrote, SolveError>;

    /// The second step: writes states.
    ///
    /// # Errors
    /// When files fail.
    fn write_states(&mut self) -> Result<(), SolveError>;

    /// The third step: writes where the work has got to, in place of what was
    /// written before.
    ///
    /// # Errors
    /// When files fail.
    fn write_record(&mut self, place: &Place) -> Result<(), SolveError>;
}
