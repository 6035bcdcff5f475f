//! Reads suites line by line.

use std::path::Path;

use loa_record::text::{FileError, path_text, read_text};
use serde::{Deserialize, Serialize};

use super::problem::{Problem, ProblemError};

/// A problem and its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Entry {
    /// The line of the text, from 1.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

/// A line that is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {source}")]
#[non_exhaustive]
pub struct SuiteError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The error in the line.
    pub source: ProblemError,
}

/// Returns the lines of a text, numbered from 1, without comments and empty lines. `;` begins a
/// comment only at the start of a line, because it also separates the fields of a problem.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let comment = |line: &str| {
        // Links to the page contain `#/`.
        let mut signs = line.match_indices('#').map(|(at, _)| at);
        signs.find(|&at| !line[at..].starts_with("#/")).unwrap_or(line.len())
    };
    let lines = (1..).zip(text.lines().map(move |line| &line[..comment(line)]));
    lines.filter(|(_, text)| !matches!(text.trim_start().chars().next(), None | Some(';')))
}

/// Reads the text of a suite.
///
/// # Errors
/// If a line is not a problem.
pub fn read(text: &str) -> Result<Vec<Entry>, SuiteError> {
    let entries = lines(text).map(|(line, text)| match text.parse() {
        Ok(problem) => Ok(Entry { line, problem }),
        Err(source) => Err(SuiteError { line, source }),
    });
    entries.collect()
}

/// The reason why a file is not a suite.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteFileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line is not a problem.
    #[error("{name}: {source}")]
    Line {
        /// The path of the file.
        name: String,
        /// The error in the line.
        source: SuiteError,
    },
    /// The file contains no problem.
    #[error("{name}: the file has no problem")]
    Empty {
        /// The path of the file.
        name: String,
    },
}

/// Returns the problems of a file, at least one.
///
/// # Errors
/// If the file cannot be read, has a line that is not a problem, or contains no problem.
pub fn read_file(path: impl AsRef<Path>) -> Result<Vec<Entry>, SuiteFileError> {
    let path = path.as_ref();
    read_named(path_text(path), &read_text(path)?)
}

/// Returns the problems of a file with this name and text, at least one.
///
/// # Errors
/// If a line is not a problem, or the text contains no problem.
pub fn read_named(name: String, text: &str) -> Result<Vec<Entry>, SuiteFileError> {
    match read(text) {
        Ok(entries) if entries.is_empty() => Err(SuiteFileError::Empty { name }),
        Ok(entries) => Ok(entries),
        Err(source) => Err(SuiteFileError::Line { name, source }),
    }
}

#[cfg(test)]
mod tests {
    use loa_record::random::fuzz::{fuzz, mangled};

    use super::*;

    #[test]
    fn fuzz_suites() {
        const PROBLEMS: [&str; 3] = [
            "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win",
            "1xx1/o2o/o2o/1xx1 x; mover-pass-misere; draw; b1-d1 b4-d4 c1-a1 c4-a4; greedy",
            "# a remark",
        ];
        const PARTS: [&str; 20] = [
            ";",
            "#",
            "\n",
            " ",
            "x",
            "o",
            "1",
            "8",
            "/",
            "win in 65535",
            "draw",
            "club",
            "own-loss",
            "a3-b4",
            "pass",
            "only-draw",
            "greedy",
            "\u{1b}",
            "\u{0}",
            "é",
        ];
        fuzz(|chance| {
            let lines: Vec<&str> = (0..4).filter_map(|_| chance.pick(&PROBLEMS).copied()).collect();
            let text = mangled(chance, &lines.join("\n"), &PARTS);
            match read(&text) {
                Ok(entries) => {
                    for Entry { line, problem } in entries {
                        let again = read(&problem.to_string()).unwrap();
                        assert_eq!(again[0].problem, problem, "line {line} of {text:?}");
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        });
    }

    #[test]
    fn comments_and_empty_lines_are_skipped_and_counted() {
        let text = "# a suite\n ; or a list\n\n  o2o/x3/2o1/x1xo x;mover-pass;win in 15;a3-b4;only-win # long\r\n\
                    \t# end\n o2o/x3/2o1/x1xo   x ;  mover-pass; win  in 15 ;a3-b4 ;  only-win greedy\n";
        let entries = read(text).unwrap();
        let lines: Vec<usize> = entries.iter().map(|entry| entry.line).collect();
        assert_eq!(lines, [4, 6]);
        assert_eq!(
            entries[0].problem.to_string(),
            "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win"
        );
        let error = read(&format!("{text}nonsense\n")).unwrap_err();
        assert!(error.to_string().starts_with("line 7: "), "{error}");
    }
}
