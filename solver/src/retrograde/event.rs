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

impl Progress {
    /// The share of a family's time after which only packing is left.
    pub const SOLVED: f64 = 0.95;

    /// Returns the share of the family's time that is spent, as solves of large families under
    /// most rules spend it. The number of plies is not known before the end, and each takes a
    /// little less than the one before.
    pub fn share(&self) -> f64 {
        let part = self.done as f64 / self.total.max(1) as f64;
        let along = |from: f64, to: f64| from + part * (to - from);
        match self.stage {
            Stage::Mark => along(0.0, 0.02),
            Stage::QuietWins => along(0.02, 0.1),
            Stage::Seed => along(0.1, 0.38),
            Stage::Ply(ply) => {
                let plies = f64::from(ply) - 2.0 + part;
                Progress::SOLVED - (Progress::SOLVED - 0.38) * 0.85_f64.powf(plies)
            }
        }
    }
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
