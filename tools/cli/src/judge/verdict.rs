//! An engine's move in a position, and what it did.

use std::time::Duration;

use loa_tablebase::MoveValue;

use super::question::Question;
use crate::effect::Effect;
use crate::protocol::{Answer, Score};

/// An engine's move in a position.
pub(crate) struct Verdict<'a> {
    pub(crate) question: &'a Question,
    pub(crate) chosen: &'a MoveValue,
    pub(crate) effect: Effect,
    /// What the engine took the position to be worth, if it told.
    pub(crate) score: Option<Score>,
    pub(crate) took: Duration,
}

impl<'a> Verdict<'a> {
    /// `None` of a move that the tables do not know: clients hand on legal ones only.
    pub(super) fn of(
        question: &'a Question,
        answer: Answer,
        took: Duration,
    ) -> Option<Verdict<'a>> {
        let moves = &question.probe().moves;
        let chosen = moves.iter().find(|known| known.played == answer.played)?;
        Some(Verdict {
            question,
            chosen,
            effect: Effect::of(chosen.value, question.probe().value),
            score: answer.score,
            took,
        })
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
