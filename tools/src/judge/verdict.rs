//! What an engine's move did to the value of a position.

use std::time::Duration;

use loa_tablebase::{MoveValue, Outcome};

use super::question::Question;

/// A move that gives the outcome away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Blunder {
    WinToDraw,
    DrawToLoss,
    WinToLoss,
}

impl Blunder {
    pub(crate) const ALL: [Blunder; 3] =
        [Blunder::WinToDraw, Blunder::WinToLoss, Blunder::DrawToLoss];

    /// `win to draw` and so on.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Blunder::WinToDraw => "win to draw",
            Blunder::WinToLoss => "win to loss",
            Blunder::DrawToLoss => "draw to loss",
        }
    }

    /// Of an outcome and what a move leaves of it.
    pub(crate) const fn of(before: Outcome, after: Outcome) -> Option<Blunder> {
        match (before, after) {
            (Outcome::Win, Outcome::Draw) => Some(Blunder::WinToDraw),
            (Outcome::Win, Outcome::Loss) => Some(Blunder::WinToLoss),
            (Outcome::Draw, Outcome::Loss) => Some(Blunder::DrawToLoss),
            _ => None,
        }
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is as good as any, as far as the tables tell.
    Best,
    /// It wins, so many plies later than need be.
    Slower(u16),
    /// It loses, so many plies sooner than need be.
    Sooner(u16),
    Blunder(Blunder),
}

/// An engine's move in a position.
pub(crate) struct Verdict<'a> {
    pub(crate) question: &'a Question,
    pub(crate) chosen: &'a MoveValue,
    pub(crate) effect: Effect,
    pub(crate) took: Duration,
}

impl<'a> Verdict<'a> {
    pub(super) fn of(question: &'a Question, chosen: &'a MoveValue, took: Duration) -> Verdict<'a> {
        let value = question.probe().value;
        let blunder = Blunder::of(value.outcome(), chosen.value.outcome());
        let plies = (value.plies(), chosen.value.plies());
        let effect = match (blunder, value.outcome(), plies) {
            (Some(blunder), _, _) => Effect::Blunder(blunder),
            (None, Outcome::Win, (Some(best), Some(took))) if took > best => {
                Effect::Slower(took - best)
            }
            (None, Outcome::Loss, (Some(best), Some(took))) if took < best => {
                Effect::Sooner(best - took)
            }
            _ => Effect::Best,
        };
        Verdict {
            question,
            chosen,
            effect,
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
