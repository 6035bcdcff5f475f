//! Events of solving a family.

use super::error::WorkFault;
use super::stage::{ResumePoint, Stage};
use crate::game::family::Family;

/// The progress of a family.
#[derive(Clone, Copy, Debug)]
pub struct FamilyProgress {
    /// The family.
    pub family: Family,
    /// The current stage.
    pub stage: Stage,
    /// Positions finished in this stage.
    pub done: u64,
    /// All positions in this stage.
    pub total: u64,
}

impl FamilyProgress {
    /// The share of a family's time at which only packing remains.
    pub const SOLVED: f64 = 0.95;

    /// Estimates the share of the family's time that has passed, from solves of large families
    /// under most rules. The number of plies is not known before the end; each is assumed to take a
    /// little less time than the one before.
    pub fn share(&self) -> f64 {
        let part = self.done as f64 / self.total.max(1) as f64;
        let along = |from: f64, to: f64| from + part * (to - from);
        match self.stage {
            Stage::Mark => along(0.0, 0.02),
            Stage::QuietWins => along(0.02, 0.1),
            Stage::Seed => along(0.1, 0.38),
            Stage::Ply(ply) => {
                let plies = f64::from(ply) - 2.0 + part;
                FamilyProgress::SOLVED - (FamilyProgress::SOLVED - 0.38) * 0.85_f64.powf(plies)
            }
        }
    }
}

/// An event while a family is solved.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolveEvent<'a> {
    /// A few million more positions are done.
    Progress(FamilyProgress),
    /// Earlier work is resumed at this place.
    Resumed(&'a ResumePoint),
    /// Earlier work cannot be trusted, so the family is begun again.
    Refused(&'a WorkFault),
}

/// A receiver of solve events.
pub type SolveWatch<'a> = &'a (dyn Fn(SolveEvent<'_>) + Sync);
