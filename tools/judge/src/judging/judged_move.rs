//! Moves of an engine and their effects.

use std::time::Duration;

use loa_engine::EngineMove;
use loa_engine::protocol::reply::Score;
use loa_record::review::Effect;
use loa_tablebase::MoveValue;

use super::question::Question;

/// A move of an engine and its effect.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JudgedMove<'a> {
    /// The position.
    pub question: &'a Question,
    /// The move, with its value by the tables.
    pub chosen: &'a MoveValue,
    /// The effect of the move.
    pub effect: Effect,
    /// The engine's own score of the position, if it gave one.
    pub score: Option<Score>,
    /// The time that the engine took.
    pub took: Duration,
}

impl<'a> JudgedMove<'a> {
    /// Returns a move with its effect; `None` if it is not a legal move.
    pub(super) fn of(
        question: &'a Question,
        answer: EngineMove,
        took: Duration,
    ) -> Option<JudgedMove<'a>> {
        let moves = &question.probe().moves;
        let chosen = moves.iter().find(|known| known.played == answer.played)?;
        Some(JudgedMove {
            question,
            chosen,
            effect: Effect::of(chosen.value, question.probe().value),
            score: answer.score,
            took,
        })
    }

    /// Returns a key for sorting; the larger, the worse the move. A quick win thrown
    /// away is worse than a long one.
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
