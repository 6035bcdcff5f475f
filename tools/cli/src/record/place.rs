//! Places in a text, and a cursor that knows its own.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use super::RecordError;

/// A character of a text, by line and place in the line, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    line: usize,
    character: usize,
}

impl Place {
    /// Where every text begins.
    pub(super) const START: Place = Place {
        line: 1,
        character: 1,
    };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}", self.line, self.character)
    }
}

/// Goes through a text character by character.
pub(super) struct Cursor<'a> {
    rest: Peekable<Chars<'a>>,
    place: Place,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor {
            rest: text.chars().peekable(),
            place: Place::START,
        }
    }

    /// The place of the next character.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.place.line += 1;
            self.place.character = 1;
        } else {
            self.place.character += 1;
        }
        Some(c)
    }

    /// Takes characters as long as they are of a kind.
    pub(super) fn take_while(&mut self, kind: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek().filter(|&c| kind(c)) {
            taken.push(c);
            self.next();
        }
        taken
    }

    /// Passes over characters as long as they are of a kind.
    pub(super) fn skip_while(&mut self, kind: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&kind) {
            self.next();
        }
    }

    pub(super) fn skip_space(&mut self) {
        self.skip_while(char::is_whitespace);
    }

    /// The error of finding here what is next.
    pub(super) fn unexpected(&mut self, expected: &'static str) -> RecordError {
        let place = self.place;
        match self.peek() {
            Some(found) => RecordError::Character {
                place,
                found,
                expected,
            },
            None => RecordError::Ends { place, expected },
        }
    }
}
