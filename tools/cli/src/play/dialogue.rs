//! The standard output and input of a session: events as text or JSON, and lines of a person.

use std::cell::RefCell;
use std::io::{self, BufReader, IsTerminal, Stdin};
use std::path::PathBuf;

use loa_record::text::{LineTooLong, Lines, printable};
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::event::Event;
use crate::colours::{self, with_stones, with_verdicts};
use crate::failure::{Failure, Status, failure};
use crate::output;
use crate::progress::Thinking;
use crate::terminal;

/// The dialogue with a person or a program.
pub(super) struct Dialogue {
    pub(super) json: bool,
    /// True if stones and verdicts have colours.
    has_colours: bool,
    /// The line that shows the thinking engine.
    pub(super) thinking: Thinking,
    /// The editor of lines, once a line has been read from a terminal.
    editor: RefCell<Option<LineEditor>>,
    /// The lines of standard input if it is not a terminal.
    lines: RefCell<Lines<BufReader<Stdin>>>,
}

impl Dialogue {
    /// Returns a dialogue with a person, or in JSON with a program.
    pub(super) fn new(json: bool) -> Dialogue {
        Dialogue {
            json,
            has_colours: !json && colours::are_shown(),
            thinking: Thinking::on_stderr(is_watched(json)),
            editor: RefCell::new(None),
            lines: RefCell::new(Lines::new(BufReader::new(io::stdin()))),
        }
    }

    /// Prints an event.
    pub(super) fn print(&self, event: &Event) -> Result<(), Failure> {
        if self.json {
            return output::json(event);
        }
        // Names of players, files and faults come from outside.
        let mut lines = event.lines().into_iter();
        let coloured = |line: String| match event {
            _ if !self.has_colours => line,
            Event::Position { .. } => with_stones(&line),
            _ => with_verdicts(&line),
        };
        // Boards and lists of moves are not broken.
        let columns = match event {
            Event::Refused { .. } | Event::Note { .. } => output::stdout_columns(),
            _ => None,
        };
        lines.try_for_each(|line| {
            let line = printable(&line);
            let line = columns.map_or(line.clone(), |columns| output::in_columns(&line, columns));
            output::line(coloured(line))
        })
    }

    /// Returns the next line of standard input, after a prompt on a terminal; `None` at the end.
    pub(super) fn read_line(&self) -> Result<Option<Result<String, LineTooLong>>, Failure> {
        if is_watched(self.json) {
            return self.edit_line();
        }
        if !self.json && io::stdin().is_terminal() {
            output::bytes(b"> ")?;
        }
        Ok(self.lines.borrow_mut().next_line()?)
    }

    /// Reads a line from a terminal, with editing. The arrow keys recall earlier lines.
    fn edit_line(&self) -> Result<Option<Result<String, LineTooLong>>, Failure> {
        let failed = |error| Failure::new(Status::Failed, error);
        let mut editor = self.editor.borrow_mut();
        if editor.is_none() {
            terminal::note_modes();
            *editor = Some(LineEditor::of_user().map_err(failed)?);
        }
        let Some(editor) = editor.as_mut() else {
            return Ok(None);
        };
        match editor.read("> ") {
            Ok(line) => Ok(Some(Ok(line))),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => Err(failure!(Interrupted, "interrupted")),
            Err(error) => Err(failed(error)),
        }
    }
}

/// `true` if input and output are capable terminals.
fn is_watched(json: bool) -> bool {
    !json && io::stdin().is_terminal() && terminal::is_capable(&io::stdout())
}

/// The maximum number of lines that the history keeps.
const MOST_LINES: usize = 500;

/// An editor of lines with a history, which later sessions can recall, too.
struct LineEditor {
    editor: DefaultEditor,
    /// The file with the lines of all sessions. A session works without it if it cannot be read or
    /// written.
    file: Option<PathBuf>,
}

impl LineEditor {
    /// Returns an editor with the history in the user's folder for program state.
    fn of_user() -> Result<LineEditor, ReadlineError> {
        let folder = dirs::state_dir().or_else(dirs::data_local_dir);
        LineEditor::with_file(folder.map(|folder| folder.join("loa/play-history")))
    }

    fn with_file(file: Option<PathBuf>) -> Result<LineEditor, ReadlineError> {
        let config = Config::builder().max_history_size(MOST_LINES)?.build();
        let mut editor = DefaultEditor::with_config(config)?;
        if let Some(file) = &file {
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = editor.load_history(file);
        }
        Ok(LineEditor { editor, file })
    }

    /// Reads a line.
    fn read(&mut self, prompt: &str) -> Result<String, ReadlineError> {
        let line = self.editor.readline(prompt)?;
        self.add(&line);
        Ok(line)
    }

    fn add(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let is_new = self.editor.add_history_entry(line);
        if let (Ok(true), Some(file)) = (is_new, &self.file) {
            let _ = self.editor.append_history(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: &std::path::Path) -> Vec<String> {
        let editor = LineEditor::with_file(Some(file.to_owned())).unwrap();
        editor.editor.history().into_iter().cloned().collect()
    }

    #[test]
    fn lines_come_back_and_a_long_file_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/history");
        assert_eq!(lines(&file), [""; 0]);
        for line in ["b1-b3", " ", "hint"] {
            LineEditor::with_file(Some(file.clone())).unwrap().add(line);
        }
        assert_eq!(lines(&file), ["b1-b3", "hint"]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "others may read what was typed");
        }
        let mut editor = LineEditor::with_file(Some(file.clone())).unwrap();
        for line in 0..MOST_LINES + 20 {
            editor.add(&line.to_string());
        }
        assert_eq!(lines(&file).len(), MOST_LINES);
        assert_eq!(lines(&file).last().unwrap(), "519");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.lines().count() <= MOST_LINES + 1);
    }

    #[test]
    fn a_file_that_cannot_be_used_is_no_trouble() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("history");
        std::fs::write(&file, b"b1-b3\n\xff\xfe\n").unwrap();
        for file in [None, Some(file.join("below a file")), Some(file)] {
            LineEditor::with_file(file).unwrap().add("hint");
        }
    }
}
