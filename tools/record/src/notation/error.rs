//! Text that is not the record of a game.

use std::fmt;

use loa_solver::{ParseBoardError, ParsePositionError};

use crate::text::{counted, shortened};

/// The most moves of a record. No game has as many; readers of moves and the search
/// for repetitions need not provide for more.
pub(super) const MOST_MOVES: usize = 10_000;

/// Text that is not the record of a game, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A character that has no meaning where it stands.
    #[error("{location} is {found:?}: expected {expected}")]
    Character {
        /// The place of the character.
        location: Location,
        /// The character.
        found: char,
        /// A description of what may stand there.
        expected: &'static str,
    },
    /// The end of the text in the middle of something.
    #[error("the text ends at {location}: expected {expected}")]
    Ends {
        /// The place of the end.
        location: Location,
        /// A description of what may stand there.
        expected: &'static str,
    },
    /// A word or value that does not belong where it stands.
    #[error("{location}: {} is not {expected}", shortened(.text))]
    Value {
        /// The place where it begins.
        location: Location,
        /// The word or value.
        text: String,
        /// A description of what may stand there.
        expected: &'static str,
    },
    /// More moves than are read.
    #[error("{location}: more than {MOST_MOVES} moves")]
    TooMany {
        /// The place of the first move too many.
        location: Location,
    },
    /// A text without a game.
    #[error("there is no game in it: expected SGF, or a list of moves such as b1-b3 a2xc2")]
    Empty,
    /// A number beyond that of the games of a text.
    #[error("there are only {}", counted(*.games as u64, "game"))]
    NoSuchGame {
        /// The number of games.
        games: usize,
    },
    /// A game whose moves stand in a property that is not understood.
    #[error(
        "there are no moves in it: {property} at {location} is not understood; \
         moves stand in B and W, as in ;B[b1-b3]"
    )]
    NoMoves {
        /// The place of the property.
        location: Location,
        /// The name of the property, in quotes.
        property: String,
    },
    /// A start that is not a position.
    #[error("{location}: {source}")]
    Position {
        /// The place of the start.
        location: Location,
        /// The fault of the position.
        source: ParsePositionError,
    },
    /// A tag with a start that is not a position.
    #[error("{location}: the tag {name}: {source}")]
    Tag {
        /// The place of its value.
        location: Location,
        /// Its name.
        name: String,
        /// The fault of the position.
        source: ParsePositionError,
    },
    /// A size that no board has.
    #[error("{location}: {source}")]
    Board {
        /// The place of the size.
        location: Location,
        /// The fault of the board.
        source: ParseBoardError,
    },
}

/// A character of a text, by line and by number within the line, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The character of the line.
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
