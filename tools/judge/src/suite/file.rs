//! Suites in files.

use std::path::Path;
use std::string::FromUtf8Error;

use loa_record::text::{self, FileError};

use super::reading::{Entry, SuiteError, read};

/// A file that holds no suite.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteFileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not text.
    #[error("{name}: {}", .source.utf8_error())]
    NotText {
        /// The path of the file.
        name: String,
        /// The fault of the bytes.
        source: FromUtf8Error,
    },
    /// A line is not a problem.
    #[error("{name}: {source}")]
    Line {
        /// The path of the file.
        name: String,
        /// The fault of the line.
        source: SuiteError,
    },
    /// The file has no problem.
    #[error("{name}: there is no problem in it")]
    Empty {
        /// The path of the file.
        name: String,
    },
}

/// Returns the problems of a file, at least one.
///
/// # Errors
/// When the file cannot be read, has a line that is not a problem, or has none.
pub fn read_file(path: impl AsRef<Path>) -> Result<Vec<Entry>, SuiteFileError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    match read(&read_text(path)?) {
        Ok(entries) if entries.is_empty() => Err(SuiteFileError::Empty { name }),
        Ok(entries) => Ok(entries),
        Err(source) => Err(SuiteFileError::Line { name, source }),
    }
}

/// Returns the text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, SuiteFileError> {
    let name = path.display().to_string();
    String::from_utf8(text::read_file(path)?)
        .map_err(|source| SuiteFileError::NotText { name, source })
}
