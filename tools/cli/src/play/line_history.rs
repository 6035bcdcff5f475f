//! The lines that a person has typed, from one session to the next.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The lines that are read again.
const MOST_LINES: usize = 500;

/// A file of lines. That it cannot be read or written is no trouble: a session is played
/// without.
pub(super) struct LineHistory {
    file: Option<PathBuf>,
}

impl LineHistory {
    /// Returns the history in the user's folder for the state of programs.
    pub(super) fn of_user() -> LineHistory {
        let folder = dirs::state_dir().or_else(dirs::data_local_dir);
        let file = folder.map(|folder| folder.join("loa").join("play-history"));
        LineHistory { file }
    }

    /// Returns the last lines, the oldest first.
    pub(super) fn lines(&self) -> Vec<String> {
        let Some(text) = self
            .file
            .as_ref()
            .and_then(|file| fs::read_to_string(file).ok())
        else {
            return Vec::new();
        };
        let lines: Vec<&str> = text.lines().collect();
        let skipped = lines.len().saturating_sub(MOST_LINES);
        let lines: Vec<String> = lines[skipped..]
            .iter()
            .map(|&line| line.to_owned())
            .collect();
        // A file twice as long as what is read of it is cut.
        if skipped > MOST_LINES {
            self.replace(&lines);
        }
        lines
    }

    /// Adds a line.
    pub(super) fn add(&self, line: &str) {
        let Some(file) = self.file.as_deref().filter(|_| !line.trim().is_empty()) else {
            return;
        };
        make_folder(file);
        let opened = OpenOptions::new().create(true).append(true).open(file);
        let _ = opened.and_then(|mut file| writeln!(file, "{line}"));
    }

    fn replace(&self, lines: &[String]) {
        if let Some(file) = &self.file {
            let _ = fs::write(file, lines.join("\n") + "\n");
        }
    }
}

fn make_folder(file: &Path) {
    if let Some(folder) = file.parent() {
        let _ = fs::create_dir_all(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_and_a_long_file_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/history");
        let history = LineHistory {
            file: Some(file.clone()),
        };
        assert_eq!(history.lines(), [""; 0]);
        for line in ["b1-b3", " ", "hint"] {
            history.add(line);
        }
        assert_eq!(history.lines(), ["b1-b3", "hint"]);
        let long: String = (0..2 * MOST_LINES)
            .map(|line| format!("{line}\n"))
            .collect();
        fs::write(&file, long + "last\n").unwrap();
        for _ in 0..2 {
            let lines = history.lines();
            assert_eq!(
                (lines.len(), lines[MOST_LINES - 1].as_str()),
                (MOST_LINES, "last")
            );
        }
        assert_eq!(
            fs::read_to_string(&file).unwrap().lines().count(),
            MOST_LINES
        );
        let none = LineHistory { file: None };
        none.add("b1-b3");
        assert_eq!(none.lines(), [""; 0]);
    }
}
