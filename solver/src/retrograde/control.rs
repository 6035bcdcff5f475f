//! Progress and interruption.

use super::error::WorkFault;
use super::stage::{Place, Stage};
use crate::game::family::Family;

/// How far a family has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The family.
    pub family: Family,
    /// The part in hand.
    pub stage: Stage,
    /// Entries of this stage that are done.
    pub done: u64,
    /// Entries of this stage.
    pub total: u64,
}

/// Whoever watches a solve and may stop it.
pub trait Control: Sync {
    /// Told every few million entries.
    fn progress(&self, _progress: Progress) {}

    /// Told when a family is gone on with where an earlier run has left it.
    fn resumed(&self, _family: Family, _at: &Place) {}

    /// Told when an earlier run's work on a family cannot be trusted and the family
    /// is begun again.
    fn refused(&self, _family: Family, _fault: &WorkFault) {}

    /// Asked as often; true ends the work with [`SolveError::Interrupted`].
    fn interrupted(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Control for () {}
