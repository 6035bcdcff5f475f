//! Tells events: lines of text, or a line of JSON each.

use std::io::{self, BufRead, IsTerminal};

use super::event::Event;
use crate::failure::Failure;
use crate::output;

/// Where events go and lines come from.
pub(super) struct Teller {
    pub(super) json: bool,
}

impl Teller {
    pub(super) fn tell(&self, event: &Event) -> Result<(), Failure> {
        if self.json {
            return output::json(&event.json());
        }
        event.lines().into_iter().try_for_each(output::line)
    }

    /// The next line of standard input, asked for only on a terminal; `None` at
    /// its end.
    pub(super) fn ask(&self) -> Result<Option<String>, Failure> {
        if !self.json && io::stdin().is_terminal() {
            output::prompt("> ")?;
        }
        let mut line = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}
