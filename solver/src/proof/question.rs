//! Questions of proof search.

use super::goal::RuleSet;
use crate::game::position::{Color, Position};

/// The question whether `winner` wins from `start` under each of `rules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position, with the side to move.
    pub start: Position,
    /// The rules ids.
    pub rules: RuleSet,
    /// The player whose win is to be proved.
    pub winner: Color,
    /// The most plies that the win may take, up to [`Question::MOST_PLIES`]; `None` if it
    /// may take any number.
    pub within: Option<u8>,
}

impl Question {
    /// The most plies to which a win can be bounded.
    pub const MOST_PLIES: u8 = 127;

    /// Returns the question whether `winner` wins from `start` under each of `rules`.
    pub const fn new(start: Position, rules: RuleSet, winner: Color) -> Question {
        Question { start, rules, winner, within: None }
    }

    /// Returns the question for a win within `plies`, or the most that a question has.
    #[must_use]
    pub const fn within(self, plies: u8) -> Question {
        let most = Question::MOST_PLIES;
        let within = Some(if plies < most { plies } else { most });
        Question { within, ..self }
    }
}
