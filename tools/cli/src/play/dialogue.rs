//! Standard output and input of a session: events as text or JSON, and lines of a person.

use std::io::{self, IsTerminal};

use loa_record::text::{LineTooLong, next_line, printable};

use super::event::Event;
use crate::failure::Failure;
use crate::output;

/// The dialogue with a person or a program.
pub(super) struct Dialogue {
    pub(super) json: bool,
}

impl Dialogue {
    /// Prints an event.
    pub(super) fn print(&self, event: &Event) -> Result<(), Failure> {
        if self.json {
            return output::json(&event.json());
        }
        // Players' names, files and faults come from elsewhere.
        let mut lines = event.lines().into_iter();
        lines.try_for_each(|line| output::line(printable(&line)))
    }

    /// Returns the next line of standard input, with a prompt on a terminal; `None` at
    /// the end.
    pub(super) fn read_line(&self) -> Result<Option<Result<String, LineTooLong>>, Failure> {
        if !self.json && io::stdin().is_terminal() {
            output::prompt("> ")?;
        }
        Ok(next_line(&mut io::stdin().lock())?)
    }
}
