//! The editor of lines that a person types on a terminal.

use std::path::PathBuf;

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

/// The lines that come back on the arrow keys, and stay in the file.
const MOST_LINES: usize = 500;

/// An editor of lines that come back on the arrow keys, also in later sessions.
pub(super) struct LineEditor {
    editor: DefaultEditor,
    /// The lines of all sessions. A session is played without where it cannot be read or
    /// written.
    file: Option<PathBuf>,
}

impl LineEditor {
    /// Returns an editor with the lines in the user's folder for the state of programs.
    pub(super) fn of_user() -> Result<LineEditor, ReadlineError> {
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
    pub(super) fn read(&mut self, prompt: &str) -> Result<String, ReadlineError> {
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
