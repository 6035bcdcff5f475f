//! Records read from text and from files.

use std::io::Read;
use std::path::Path;

use super::error::RecordError;
use super::record::Record;
use super::{move_list, sgf_read};
use crate::text::{self, FileError};

/// Input that holds no record of a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFileError {
    /// The input cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The text is not a record.
    #[error("{name} is not the record of a game: {source}")]
    Record {
        /// The name of the input.
        name: String,
        /// The fault of the text.
        source: RecordError,
    },
}

/// Reads a record from a file.
///
/// # Errors
/// When the file cannot be read or holds no record.
pub fn read_file(path: impl AsRef<Path>) -> Result<Record, RecordFileError> {
    let path = path.as_ref();
    parse(&text::read_file(path)?, &path.display().to_string())
}

/// Reads a record from a reader, which errors call `name`.
///
/// # Errors
/// When the reader fails or holds no record.
pub fn read_from(reader: impl Read, name: &str) -> Result<Record, RecordFileError> {
    parse(&text::read_all(reader, name)?, name)
}

fn parse(bytes: &[u8], name: &str) -> Result<Record, RecordFileError> {
    // In other encodings only names and remarks differ, on which nothing depends.
    let text = String::from_utf8_lossy(bytes);
    read(&text).map_err(|source| RecordFileError::Record { name: name.to_owned(), source })
}

/// Reads SGF, or a list of moves if the text does not look like SGF.
///
/// # Errors
/// When the text is neither.
///
/// # Examples
///
/// ```
/// use loa_record::notation;
///
/// let record = notation::read("(;GM[9]SZ[5];B[b1-b3];W[a2-c2])")?;
/// assert_eq!(record.start.board().to_string(), "5x5");
/// let error = notation::read("start 4x4\nb1-q3").unwrap_err();
/// assert!(error.to_string().starts_with("line 2, character 1:"));
/// # Ok::<(), notation::RecordError>(())
/// ```
pub fn read(text: &str) -> Result<Record, RecordError> {
    // A byte order mark is no part of the text.
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('(') || text.contains("(;") {
        sgf_read::read(text)
    } else {
        move_list::read(text)
    }
}
