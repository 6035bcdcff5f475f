//! A cursor that knows its location in a text.

use std::iter::Peekable;
use std::str::Chars;

use super::error::{Location, RecordError};

/// A text, read character by character.
pub(super) struct Cursor<'a> {
    rest: Peekable<Chars<'a>>,
    location: Location,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text.chars().peekable(), location: Location::START }
    }

    /// Returns the location of the next character.
    pub(super) fn location(&self) -> Location {
        self.location
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.location.line += 1;
            self.location.character = 1;
        } else {
            self.location.character += 1;
        }
        Some(c)
    }

    /// Takes characters while they are of a kind, and returns them.
    pub(super) fn take_while(&mut self, kind: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek().filter(|&c| kind(c)) {
            taken.push(c);
            self.next();
        }
        taken
    }

    /// Skips characters while they are of a kind.
    pub(super) fn skip_while(&mut self, kind: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&kind) {
            self.next();
        }
    }

    pub(super) fn skip_space(&mut self) {
        self.skip_while(char::is_whitespace);
    }

    /// Returns the error of finding the next character here.
    pub(super) fn unexpected(&mut self, expected: &'static str) -> RecordError {
        let location = self.location;
        match self.peek() {
            Some(found) => RecordError::Character { location, found, expected },
            None => RecordError::Ends { location, expected },
        }
    }
}
