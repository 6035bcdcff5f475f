//! Counts of what came of asking an engine.

use std::time::Duration;

use super::verdict::Verdict;
use crate::effect::Effects;

/// Counts over some positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Of the moves that the engine answered with.
    pub(crate) effects: Effects,
    pub(crate) failures: usize,
    pub(crate) time: Duration,
    pub(crate) longest: Duration,
}

impl Tally {
    pub(super) fn add(&mut self, verdict: &Verdict<'_>) {
        self.effects.add(verdict.effect);
        self.time += verdict.took;
        self.longest = self.longest.max(verdict.took);
    }
}
