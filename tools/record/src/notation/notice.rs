//! Facts about a record that its reader should know.

use super::error::{Location, RecordError, UnplayableMove};
use crate::end::End;
use crate::text::{counted, printable, shortened};

/// A part of a record that is ignored although it could change the game, or that is suspicious.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Notice {
    /// The record is the first of several games.
    #[error("this is game 1 of {games}")]
    MoreGames {
        /// The number of games in the text.
        games: usize,
    },
    /// An ignored property or tag that may name the start of the game or its rules.
    #[error("{location}: {name} is not used: {}", shortened(.text))]
    Unused {
        /// The location of its value.
        location: Location,
        /// Its name.
        name: String,
        /// Its value.
        text: String,
    },
    /// An unknown name of rules.
    #[error("{location}: {} names no rules that are known", shortened(.text))]
    UnknownRules {
        /// The location of the name.
        location: Location,
        /// The name.
        text: String,
    },
    /// A move that is marked as a capture but takes nothing.
    #[error(
        "{location}: {}{} takes nothing; does the game begin from another start?",
        shortened(.text), as_well(*.others)
    )]
    TakesNothing {
        /// The location of the move.
        location: Location,
        /// The move as written.
        text: String,
        /// The number of such moves after it.
        others: usize,
    },
    /// Claims of the result that contradict each other, or the end of the game as played.
    #[error("{}; other rules, or another start?", contradiction(.end.as_ref(), .claims))]
    Contradiction {
        /// The end of the game as played, if it has ended.
        end: Option<End>,
        /// The parts of the record that claim a result, and the results as written.
        claims: Vec<(&'static str, String)>,
    },
    /// Names of properties or tags without a known meaning, which are kept.
    #[error("not known, so kept without use: {}", .names.join(", "))]
    UnknownNames {
        /// The names, each once.
        names: Vec<String>,
    },
    /// A variation with an illegal move.
    #[error("a variation ends early: {0}")]
    Variation(UnplayableMove),
    /// A variation that cannot be read.
    #[error("a variation is left out: {0}")]
    UnreadVariation(RecordError),
    /// The rest of a game, which cannot be read.
    #[error("the rest of the game is left out: {0}")]
    UnreadRest(RecordError),
    /// Variations beyond the number that is read.
    #[error("variations after the first {variations} are not read")]
    MoreVariations {
        /// The number of variations read.
        variations: usize,
    },
}

/// Adds a name to a few that a notice lists, unless it is there.
pub(super) fn add_name(names: &mut Vec<String>, name: &str) {
    const MOST: usize = 10;
    let name = printable(name);
    if names.len() < MOST && !names.contains(&name) {
        names.push(name);
    }
}

fn contradiction(end: Option<&End>, claims: &[(&str, String)]) -> String {
    let claims = claims.iter().map(|(source, text)| format!("{} in {source}", shortened(text)));
    let mut facts = end.map(End::to_string).into_iter().chain(claims);
    let first = facts.next().unwrap_or_default();
    format!("{first}; the record says otherwise: {}", facts.collect::<Vec<_>>().join(", "))
}

fn as_well(others: usize) -> String {
    match others {
        0 => String::new(),
        _ => format!(", as {} later,", counted(others as u64, "move")),
    }
}
