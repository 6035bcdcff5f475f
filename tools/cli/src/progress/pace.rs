//! The pace of a solve: the work done against the time spent.

use std::time::Duration;

use indicatif::FormattedDuration;
use loa_solver::retrograde::{Progress, Stage};

/// The work of a solve, counted in positions.
#[derive(Default)]
pub(super) struct Pace {
    /// The time at which the first family was begun.
    began: Option<Duration>,
    /// Positions of the families that are done, of the one in hand, and of those after it.
    before: f64,
    family: f64,
    later: f64,
    /// The share of the family in hand that is done.
    share: f64,
    /// Positions that an earlier run has done.
    found: f64,
    is_first_progress: bool,
}

/// Time before a pace is shown.
const LEAST: Duration = Duration::from_secs(2);

/// The share of a family's time after which only packing is left.
const SOLVED: f64 = 0.95;

/// Returns the share of a family that is done with a part of a stage, as solves of large
/// families under most rules spend their time. The number of plies is not known before the
/// end, and each takes a little less than the one before.
fn share(stage: Stage, part: f64) -> f64 {
    let along = |from: f64, to: f64| from + part * (to - from);
    match stage {
        Stage::Mark => along(0.0, 0.02),
        Stage::QuietWins => along(0.02, 0.1),
        Stage::Seed => along(0.1, 0.38),
        Stage::Ply(ply) => {
            let plies = f64::from(ply) - 2.0 + part;
            SOLVED - (SOLVED - 0.38) * 0.85_f64.powf(plies)
        }
    }
}

impl Pace {
    /// Notes that a family with so many positions is begun, and the positions after it.
    pub(super) fn begin(&mut self, positions: u64, later: u64, at: Duration) {
        self.began.get_or_insert(at);
        self.before += self.family;
        (self.family, self.later) = (positions as f64, later as f64);
        (self.share, self.is_first_progress) = (0.0, true);
    }

    /// Notes that nothing of the family in hand is done any more.
    pub(super) fn restart(&mut self) {
        self.share = 0.0;
    }

    /// Notes how far the family in hand has got.
    pub(super) fn advance(&mut self, progress: &Progress) {
        if std::mem::take(&mut self.is_first_progress) {
            self.found += share(progress.stage, 0.0) * self.family;
        }
        let part = progress.done as f64 / progress.total.max(1) as f64;
        self.share = share(progress.stage, part);
    }

    /// Notes that only packing is left of the family in hand.
    pub(super) fn solved(&mut self) {
        self.share = SOLVED;
    }

    /// Returns the share of the whole run that is done, 0 to 1.
    pub(super) fn share(&self) -> f64 {
        let all = self.before + self.family + self.later;
        (self.before + self.share * self.family) / all.max(1.0)
    }

    /// Returns the speed, and the time left for the family and for the whole run, if enough
    /// has been done to judge by.
    pub(super) fn outlook(&self, at: Duration) -> Option<String> {
        let spent = at.checked_sub(self.began?).filter(|&spent| spent >= LEAST)?;
        let done = self.before + self.share * self.family - self.found;
        let rate = done / spent.as_secs_f64();
        let left = (1.0 - self.share) * self.family;
        let time = |positions: f64| Duration::try_from_secs_f64(positions / rate).ok();
        Some(format!(
            "{:.1} million/s, left {}, in all {}",
            rate / 1e6,
            FormattedDuration(time(left)?),
            FormattedDuration(time(left + self.later)?)
        ))
    }
}
