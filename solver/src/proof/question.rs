//! Questions for the proof search, and its verdicts.

use super::goal::RuleSet;
use crate::game::position::{Color, Position};

/// The question whether `winner` wins from `start` under each of `rules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Question {
    /// The position, with the side to move.
    pub start: Position,
    /// The rules ids.
    pub rules: RuleSet,
    /// The player whose win should be proved.
    pub winner: Color,
    /// The maximum number of plies of the win; `None` for no limit. A number above
    /// [`Question::MOST_PLIES`] counts as that maximum.
    pub within: Option<u8>,
}

impl Question {
    /// The greatest limit on plies.
    pub const MOST_PLIES: u8 = 127;

    /// Returns the question whether `winner` wins from `start` under each of `rules`.
    pub const fn new(start: Position, rules: RuleSet, winner: Color) -> Question {
        Question { start, rules, winner, within: None }
    }

    /// Returns the question for a win within `plies`, or within the greatest limit if that is less.
    #[must_use]
    pub const fn within(self, plies: u8) -> Question {
        let most = Question::MOST_PLIES;
        let within = Some(if plies < most { plies } else { most });
        Question { within, ..self }
    }
}

/// The current result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// The player's win is proved.
    Proved,
    /// All lines were tried without finding a win. If the question limits the plies, this proves
    /// that no win exists. Otherwise it does not, because repetitions count as failures.
    NotProved,
    /// No result yet: the search has not ended.
    Open,
}
