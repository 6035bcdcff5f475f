//! Counts of what an engine's moves did.

use std::time::Duration;

use super::verdict::{Blunder, Effect, Verdict};

/// Counts over some positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) answered: usize,
    pub(crate) failures: usize,
    blunders: [usize; 3],
    /// Moves that win later than need be, and by how many plies together.
    pub(crate) slower: Delay,
    /// Moves that lose sooner than need be.
    pub(crate) sooner: Delay,
    pub(crate) time: Duration,
    pub(crate) longest: Duration,
}

/// Moves that lose time, and how much together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Delay {
    pub(crate) moves: usize,
    pub(crate) plies: usize,
}

impl Tally {
    pub(super) fn add(&mut self, verdict: &Verdict<'_>) {
        self.answered += 1;
        self.time += verdict.took;
        self.longest = self.longest.max(verdict.took);
        match verdict.effect {
            Effect::Best => {}
            Effect::Slower(plies) => self.slower.add(plies),
            Effect::Sooner(plies) => self.sooner.add(plies),
            Effect::Blunder(blunder) => self.blunders[blunder as usize] += 1,
        }
    }

    pub(crate) const fn blunders(&self, blunder: Blunder) -> usize {
        self.blunders[blunder as usize]
    }

    pub(crate) fn all_blunders(&self) -> usize {
        self.blunders.iter().sum()
    }

    /// Answers that keep the outcome.
    pub(crate) fn kept(&self) -> usize {
        self.answered - self.all_blunders()
    }

    /// The share of answers that keep the outcome, rounded down, so that only
    /// all of them are 100 %; `None` where there is no answer.
    pub(crate) fn kept_percent(&self) -> Option<f64> {
        let hundredths = (10_000 * self.kept()).checked_div(self.answered)?;
        Some(hundredths as f64 / 100.0)
    }
}

impl Delay {
    fn add(&mut self, plies: u16) {
        self.moves += 1;
        self.plies += usize::from(plies);
    }
}
