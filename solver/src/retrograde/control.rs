//! Progress and interruption.

use super::error::WorkFault;
use super::stage::{Place, Stage};
use crate::game::family::Family;

/// The progress of a family.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The family.
    pub family: Family,
    /// The stage in hand.
    pub stage: Stage,
    /// Positions that this stage is done with.
    pub done: u64,
    /// Positions of this stage in all.
    pub total: u64,
}

/// A watch over a solve, which may interrupt it.
pub trait Control: Sync {
    /// Is called every few million positions.
    fn progress(&self, _progress: Progress) {}

    /// Is called when the work of an earlier run on a family is resumed.
    fn resumed(&self, _family: Family, _at: &Place) {}

    /// Is called when the work of an earlier run on a family cannot be trusted and the
    /// family is begun again.
    fn refused(&self, _family: Family, _fault: &WorkFault) {}

    /// Returns whether to interrupt the work: it then ends with
    /// [`SolveError::Interrupted`](super::SolveError::Interrupted). Is called every few
    /// million positions.
    fn interrupted(&self) -> bool {
        false
    }
}

/// No watch.
impl Control for () {}
