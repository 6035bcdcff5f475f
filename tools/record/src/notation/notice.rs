//! Facts about a record that its reader should know.

use super::error::{Location, RecordError};
use super::record::Stop;
use crate::text::{counted, shortened};

/// Something in a record that could change the game and is not used, or is suspicious.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Notice {
    /// The record is the first of several games.
    #[error("this is game 1 of {games}")]
    MoreGames {
        /// The number of games of the text.
        games: usize,
    },
    /// A property or tag that may say where the game begins, or under which rules, and is
    /// not used.
    #[error("{location}: {name} is not used: {}", shortened(.text))]
    Unused {
        /// The place of its value.
        location: Location,
        /// Its name.
        name: String,
        /// Its value.
        text: String,
    },
    /// A name of rules that are not known.
    #[error("{location}: {} names no rules that are known", shortened(.text))]
    UnknownRules {
        /// The place of the name.
        location: Location,
        /// The name.
        text: String,
    },
    /// A move with the sign of a capture that takes nothing.
    #[error(
        "{location}: {}{} takes nothing; does the game begin from another start?",
        shortened(.text), as_well(*.others)
    )]
    TakesNothing {
        /// The place of the move.
        location: Location,
        /// The move as written.
        text: String,
        /// The number of such moves after it.
        others: usize,
    },
    /// A variation with a move that cannot be played.
    #[error("a variation ends early: {0}")]
    Variation(Stop),
    /// A variation that cannot be read.
    #[error("a variation is left out: {0}")]
    UnreadVariation(RecordError),
    /// The rest of a game, which cannot be read.
    #[error("the rest of the game is left out: {0}")]
    UnreadRest(RecordError),
    /// Variations beyond the number that is compared with the rules.
    #[error("variations after the first {lines} are not checked")]
    UncheckedVariations {
        /// The number of lines that are checked.
        lines: usize,
    },
}

fn as_well(others: usize) -> String {
    match others {
        0 => String::new(),
        _ => format!(", as {} later,", counted(others as u64, "move")),
    }
}
