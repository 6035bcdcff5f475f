//! Counts of the answers of an engine.

use std::time::Duration;

use loa_record::review::Effects;

use super::judged_move::JudgedMove;

/// Counts of the answers of an engine in some positions.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Counts {
    /// The effects of the engine's moves.
    pub effects: Effects,
    /// The number of failures.
    pub failures: usize,
    /// The time of all moves together.
    pub time: Duration,
    /// The longest time of a move.
    pub longest: Duration,
}

impl Counts {
    pub(super) fn add(&mut self, judged: &JudgedMove<'_>) {
        self.effects.add(judged.effect);
        self.time += judged.took;
        self.longest = self.longest.max(judged.took);
    }
}
