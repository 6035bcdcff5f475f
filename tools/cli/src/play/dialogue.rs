//! Standard output and input of a session: events as text or JSON, and lines of a person.

use std::cell::RefCell;
use std::io::{self, IsTerminal};

use loa_record::text::{LineTooLong, next_line, printable};
use rustyline::error::ReadlineError;

use super::event::Event;
use super::line_editor::LineEditor;
use crate::colours::{self, with_stones, with_verdicts};
use crate::failure::{Failure, Status};
use crate::output;
use crate::progress::Thinking;

/// The dialogue with a person or a program.
pub(super) struct Dialogue {
    pub(super) json: bool,
    /// True if stones and verdicts have colours.
    has_colours: bool,
    /// The line that shows who thinks.
    pub(super) thinking: Thinking,
    /// The editor of lines, from the first line on that is read of a terminal.
    editor: RefCell<Option<LineEditor>>,
}

impl Dialogue {
    /// Returns a dialogue with a person, or in JSON with a program.
    pub(super) fn new(json: bool) -> Dialogue {
        Dialogue {
            json,
            has_colours: !json && colours::are_shown(),
            thinking: Thinking::on_stderr(is_watched(json)),
            editor: RefCell::new(None),
        }
    }

    /// Prints an event.
    pub(super) fn print(&self, event: &Event) -> Result<(), Failure> {
        if self.json {
            return output::json(&event.json());
        }
        // Players' names, files and faults come from elsewhere.
        let mut lines = event.lines().into_iter();
        let coloured = |line: String| match event {
            _ if !self.has_colours => line,
            Event::Position { .. } => with_stones(&line),
            _ => with_verdicts(&line),
        };
        lines.try_for_each(|line| output::line(coloured(printable(&line))))
    }

    /// Returns the next line of standard input, with a prompt on a terminal; `None` at
    /// the end.
    pub(super) fn read_line(&self) -> Result<Option<Result<String, LineTooLong>>, Failure> {
        if is_watched(self.json) {
            return self.edit_line();
        }
        if !self.json && io::stdin().is_terminal() {
            output::prompt("> ")?;
        }
        Ok(next_line(&mut io::stdin().lock())?)
    }

    /// Reads a line of a terminal, with editing, and earlier lines on the arrow keys.
    fn edit_line(&self) -> Result<Option<Result<String, LineTooLong>>, Failure> {
        let failed = |error| Failure::new(Status::Failed, error);
        let mut editor = self.editor.borrow_mut();
        if editor.is_none() {
            *editor = Some(LineEditor::of_user().map_err(failed)?);
        }
        let Some(editor) = editor.as_mut() else {
            return Ok(None);
        };
        match editor.read("> ") {
            Ok(line) => Ok(Some(Ok(line))),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => {
                Err(Failure::new(Status::Interrupted, "interrupted"))
            }
            Err(error) => Err(failed(error)),
        }
    }
}

/// Returns whether a person sits at a terminal.
fn is_watched(json: bool) -> bool {
    !json && io::stdin().is_terminal() && io::stdout().is_terminal()
}
