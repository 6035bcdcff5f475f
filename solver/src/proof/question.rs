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
}

impl Question {
    /// Returns the question whether `winner` wins from `start` under each of `rules`.
    pub const fn new(start: Position, rules: RuleSet, winner: Color) -> Question {
        Question {
            start,
            rules,
            winner,
        }
    }
}
