//! The pace of a solve: the work done against the time spent.

use std::time::Duration;

use indicatif::FormattedDuration;
use loa_solver::retrograde::Progress;

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
            self.found += Progress { done: 0, ..*progress }.share() * self.family;
        }
        self.share = progress.share();
    }

    /// Notes that only packing is left of the family in hand.
    pub(super) fn solved(&mut self) {
        self.share = Progress::SOLVED;
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
