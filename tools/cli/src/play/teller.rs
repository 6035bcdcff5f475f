//! Tells events: lines of text, or a line of JSON each.

use std::io::{self, IsTerminal};

use super::event::Event;
use crate::failure::Failure;
use crate::lines::{TooLong, next_line};
use crate::output;
use crate::printable::printable;

/// Where events go and lines come from.
pub(super) struct Teller {
    pub(super) json: bool,
}

impl Teller {
    pub(super) fn tell(&self, event: &Event) -> Result<(), Failure> {
        if self.json {
            return output::json(&event.json());
        }
        // Players' names, files and faults come from elsewhere.
        let mut lines = event.lines().into_iter();
        lines.try_for_each(|line| output::line(printable(&line)))
    }

    /// The next line of standard input, asked for only on a terminal; `None` at
    /// its end.
    pub(super) fn ask(&self) -> Result<Option<Result<String, TooLong>>, Failure> {
        if !self.json && io::stdin().is_terminal() {
            output::prompt("> ")?;
        }
        Ok(next_line(&mut io::stdin().lock())?)
    }
}
