//! Events of solving a family.

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

/// Something that happens while a family is solved.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolveEvent<'a> {
    /// Some million positions more are done.
    Progress(Progress),
    /// The work of an earlier run is resumed here.
    Resumed(&'a Place),
    /// The work of an earlier run cannot be trusted, and the family is begun again.
    Refused(&'a WorkFault),
}

/// A receiver of what happens.
pub type SolveWatch<'a> = &'a (dyn Fn(SolveEvent<'_>) + Sync);
