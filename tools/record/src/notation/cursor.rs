//! A cursor that tracks its location in a text.

use super::error::{Location, RecordError};

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CursorPlace {
    /// The number of bytes before it.
    pub(super) offset: usize,
    pub(super) location: Location,
}

/// The part of a text with one game.
pub(super) type Section = std::ops::Range<CursorPlace>;

/// A text, read character by character.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    place: CursorPlace,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor::at(text, CursorPlace { offset: 0, location: Location::START })
    }

    /// Returns a cursor at a place in a text.
    pub(super) fn at(text: &'a str, place: CursorPlace) -> Cursor<'a> {
        Cursor { text, place }
    }

    /// Returns a cursor over a section only.
    pub(super) fn over(text: &'a str, section: Section) -> Cursor<'a> {
        Cursor::at(&text[..section.end.offset], section.start)
    }

    pub(super) fn place(&self) -> CursorPlace {
        self.place
    }

    /// Returns the location of the next character.
    pub(super) fn location(&self) -> Location {
        self.place.location
    }

    /// Returns the unread text.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.place.offset..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.place.offset += c.len_utf8();
        let location = &mut self.place.location;
        if c == '\n' {
            *location = Location { line: location.line + 1, character: 1 };
        } else {
            location.character += 1;
        }
        Some(c)
    }

    /// Skips a character if it comes next. Returns whether it did.
    pub(super) fn skip(&mut self, c: char) -> bool {
        self.peek() == Some(c) && self.next().is_some()
    }

    /// Skips a number of bytes, which must end between two characters.
    pub(super) fn skip_bytes(&mut self, bytes: usize) {
        let end = self.place.offset + bytes;
        while self.place.offset < end {
            self.next();
        }
    }

    /// Takes characters while they are of a kind, and returns them.
    pub(super) fn take_while(&mut self, kind: impl Fn(char) -> bool) -> &'a str {
        let from = self.place.offset;
        while self.peek().is_some_and(&kind) {
            self.next();
        }
        &self.text[from..self.place.offset]
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Returns the error for a wrong or missing character here.
    pub(super) fn unexpected(&self, expected: &'static str) -> RecordError {
        let location = self.location();
        match self.peek() {
            Some(found) => RecordError::Character { location, found, expected },
            None => RecordError::Ends { location, expected },
        }
    }
}
