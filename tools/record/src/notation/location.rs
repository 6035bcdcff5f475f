//! Places in a text.

use std::fmt;

/// A character of a text, by line and by number within the line, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
