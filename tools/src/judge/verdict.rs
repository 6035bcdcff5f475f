//! An engine's move in a position, and what it did.

use std::time::Duration;

use loa_tablebase::MoveValue;

use super::question::Question;
use crate::effect::Effect;

/// An engine's move in a position.
pub(crate) struct Verdict<'a> {
    pub(crate) question: &'a Question,
    pub(crate) chosen: &'a MoveValue,
    pub(crate) effect: Effect,
    pub(crate) took: Duration,
}

impl<'a> Verdict<'a> {
    pub(super) fn of(question: &'a Question, chosen: &'a MoveValue, took: Duration) -> Verdict<'a> {
        Verdict {
            question,
            chosen,
            effect: Effect::of(chosen.value, question.probe().value),
            took,
        }
    }

    /// How bad it is, for sorting; larger is worse. A quick win thrown away is
    /// worse than a long one.
    pub(super) fn badness(&self) -> (u8, u16) {
        let near = u16::MAX - self.question.probe().value.plies().unwrap_or(0);
        match self.effect {
            Effect::Blunder(blunder) => (3 + blunder as u8, near),
            Effect::Slower(plies) => (2, plies),
            Effect::Sooner(plies) => (1, plies),
            Effect::Best => (0, 0),
        }
    }
}
