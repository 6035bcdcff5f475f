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
mod tests;
