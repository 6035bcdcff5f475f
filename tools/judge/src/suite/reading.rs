//! Reads suites and lists of positions line by line.

use std::path::Path;

use loa_record::WrittenPosition;
use loa_record::text::{FileError, path_text, read_text};
use loa_solver::{Position, Rules};
use serde::{Deserialize, Serialize};

use super::problem::{Problem, ProblemError};
use super::theme::Theme;

/// A problem and its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Entry {
    /// The line of the text, from 1.
    pub line: usize,
    /// The problem.
    pub problem: Problem,
}

/// Returns the lines of a text, numbered from 1, without comments and empty lines. `;` begins a
/// comment only at the start of a line, because it also separates the fields of a problem.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let comment = |line: &str| {
        // Links to the page contain `#/`.
        let mut signs = line.match_indices('#').map(|(at, _)| at);
        signs.find(|&at| !line[at..].starts_with("#/")).unwrap_or(line.len())
    };
    let lines = (1..).zip(text.lines().map(move |line| &line[..comment(line)]));
    lines.filter(|(_, text)| !matches!(text.trim_start().chars().next(), None | Some(';')))
}

/// The reason why a text is not a suite or a list of positions.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteFileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line is not a problem or, in a list, a position.
    #[error("{name}: line {line}: {source}")]
    Line {
        /// The path of the file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The error in the line.
        source: ProblemError,
    },
    /// A problem is under other rules than those of the question or of earlier lines.
    #[error("{name}: line {line}: a problem under {found}, not {wanted}")]
    Rules {
        /// The path of the file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The rules of the problem.
        found: Rules,
        /// The other rules.
        wanted: Rules,
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
    read(&path_text(path), &read_text(path)?)
}

/// Returns the problems of a file with this name and text, at least one.
///
/// # Errors
/// If a line is not a problem, or the text contains no problem.
pub fn read(name: &str, text: &str) -> Result<Vec<Entry>, SuiteFileError> {
    let entries = lines(text).map(|(line, text)| match text.parse() {
        Ok(problem) => Ok(Entry { line, problem }),
        Err(source) => Err(SuiteFileError::Line { name: name.to_owned(), line, source }),
    });
    let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
    if entries.is_empty() {
        return Err(SuiteFileError::Empty { name: name.to_owned() });
    }
    Ok(entries)
}

/// A position with the themes that a suite gives it.
pub type ThemedPosition = (Position, Vec<Theme>);

/// Reads the positions of a suite, or of a list with one position on each line. Also returns the
/// rules of the problems and links: `rules` if given, and `None` if no line names rules.
///
/// A line with the number of fields of a problem is read as a problem. In any other line the text
/// before a semicolon is a position. If no rules are given, the first line that names rules decides
/// them.
///
/// # Errors
/// If a line is wrong, or a problem or a link is under other rules.
pub fn read_positions(
    mut rules: Option<Rules>,
    name: &str,
    text: &str,
) -> Result<(Option<Rules>, Vec<ThemedPosition>), SuiteFileError> {
    let mut positions = Vec::new();
    for (line, text) in lines(text) {
        let wrong = |source| SuiteFileError::Line { name: name.to_owned(), line, source };
        match text.parse::<Problem>() {
            Ok(Problem { rules: found, position, themes, .. }) => {
                let wanted = *rules.get_or_insert(found);
                if found != wanted {
                    return Err(SuiteFileError::Rules {
                        name: name.to_owned(),
                        line,
                        found,
                        wanted,
                    });
                }
                positions.push((position, themes));
            }
            Err(ProblemError::Fields(_)) => {
                let written = text.split(';').next().unwrap_or(text).parse::<WrittenPosition>();
                let position = written.and_then(|written| {
                    if let Some(preset) = written.preset {
                        rules.get_or_insert(preset.rules);
                    }
                    rules.map_or(Ok(written.position), |rules| written.under(rules))
                });
                positions.push((position.map_err(|source| wrong(source.into()))?, Vec::new()));
            }
            Err(source) => return Err(wrong(source)),
        }
    }
    Ok((rules, positions))
}

#[cfg(test)]
mod tests;
