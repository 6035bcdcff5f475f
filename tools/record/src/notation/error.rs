//! Errors in the record of a game.

use std::fmt;

use loa_solver::Position;

use crate::game::Refusal;
use crate::link::WrittenPositionError;
use crate::text::{counted, shortened};

/// The maximum number of moves in a record. No game is as long, and it bounds the work of readers
/// and of the search for repetitions.
pub(super) const MOST_MOVES: usize = 10_000;

/// The reason why a text is not the record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A character that has no meaning in its place.
    #[error("{location} is {found:?}: expected {expected}")]
    Character {
        /// The location of the character.
        location: Location,
        /// The character.
        found: char,
        /// The characters expected there.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("the text ends at {location}: expected {expected}")]
    Ends {
        /// The location of the end.
        location: Location,
        /// The characters expected there.
        expected: &'static str,
    },
    /// A word or value that has no meaning in its place.
    #[error("{location}: {} is not {expected}", shortened(.text))]
    Value {
        /// The location of its beginning.
        location: Location,
        /// The word or value.
        text: String,
        /// The kind of text expected there.
        expected: &'static str,
    },
    /// More moves than the maximum.
    #[error("{location}: more than {MOST_MOVES} moves")]
    TooMany {
        /// The location of the first move beyond the maximum.
        location: Location,
    },
    /// The content of a file that is not plain text.
    #[error("it is {kind}")]
    Foreign {
        /// The kind of file, and what to do with it.
        kind: &'static str,
    },
    /// A text without a game.
    #[error("no game found: expected SGF, or a list of moves such as b1-b3 a2xc2")]
    Empty,
    /// A number greater than the number of games in a text.
    #[error("the text has only {}", counted(*.games as u64, "game"))]
    NoSuchGame {
        /// The number of games.
        games: usize,
    },
    /// A game whose moves are in a property of unknown meaning.
    #[error(
        "no moves found: {property} at {location} is not understood; \
         moves belong in B and W, as in ;B[b1-b3]"
    )]
    NoMoves {
        /// The location of the property.
        location: Location,
        /// The name of the property, in quotes.
        property: String,
    },
    /// A start that is not a position, or a size that no board has.
    #[error("{location}: {source}")]
    Position {
        /// The location of the start or the size.
        location: Location,
        /// The error in the position.
        source: WrittenPositionError,
    },
    /// A tag whose start is not a position.
    #[error("{location}: the tag {name}: {source}")]
    Tag {
        /// The location of its value.
        location: Location,
        /// Its name.
        name: String,
        /// The error in the position.
        source: WrittenPositionError,
    },
}

/// The location of a character in a text: its line and its number within the line, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The number of the character in its line.
    pub character: usize,
}

impl Location {
    /// The first character of every text.
    pub(super) const START: Location = Location { line: 1, character: 1 };
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}", self.line, self.character)
    }
}

/// The first move of a record that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "move {number}, {} at {location}, cannot be played: {cause}{}",
    shortened(.text), self.advice()
)]
#[non_exhaustive]
pub struct UnplayableMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move as written.
    pub text: String,
    /// The location of the move in the text.
    pub location: Location,
    /// The position in which the move was to be played.
    pub position: Position,
    /// The reason why it cannot be played.
    pub cause: Refusal,
    /// True if a list whose other side moves first could name that side.
    pub(super) may_name_side: bool,
}

impl UnplayableMove {
    /// Returns the reason without the position, and what to do about it.
    pub fn reason(&self) -> String {
        let reason = match &self.cause {
            Refusal::NotLegal { why, .. } => why.to_string(),
            cause => cause.to_string(),
        };
        reason + &self.advice()
    }

    fn advice(&self) -> String {
        if !self.may_name_side {
            return String::new();
        }
        let text = self.position.to_string();
        let placement = text.split(' ').next().unwrap_or_default();
        let side = self.position.turn().other().letter();
        format!("; if {side} moves first, say so in a first line: {placement} {side}")
    }
}
