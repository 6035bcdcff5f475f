//! Records read from text and from files.

use std::io::Read;
use std::path::Path;

use super::error::RecordError;
use super::record::Record;
use super::{move_list, sgf_read};
use crate::text::{self, FileError, decoded};

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
    parse(text::read_file(path)?, &path.display().to_string())
}

/// Reads a record from a reader, which errors call `name`.
///
/// # Errors
/// When the reader fails or holds no record.
pub fn read_from(reader: impl Read, name: &str) -> Result<Record, RecordFileError> {
    parse(text::read_all(reader, name)?, name)
}

fn parse(bytes: Vec<u8>, name: &str) -> Result<Record, RecordFileError> {
    read(&decoded(bytes))
        .map_err(|source| RecordFileError::Record { name: name.to_owned(), source })
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
    match sgf_of(text) {
        Some(text) => sgf_read::read(text),
        None => move_list::read(without_mark(text)),
    }
}

/// Reads every line of SGF, each as a record from the start: the game itself and then its
/// variations. What is wrong after the game itself is the last of them. A list of moves is one
/// line.
///
/// A text can have as many lines as characters, each as long: who does not trust it takes no
/// more than a number of them.
///
/// # Errors
/// When the text is neither.
///
/// # Examples
///
/// ```
/// use loa_record::notation;
///
/// let text = "(;GM[9]SZ[4](;B[b1-b3];W[a2-a4])(;B[c1-c3]C[better]))";
/// let mut moves = Vec::new();
/// for line in notation::read_lines(text)? {
///     let (game, _) = line?.replay("club".parse()?);
///     moves.push(game.moves().len());
/// }
/// assert_eq!(moves, [2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_lines(
    text: &str,
) -> Result<impl Iterator<Item = Result<Record, RecordError>>, RecordError> {
    let (first, lines) = match sgf_of(text) {
        Some(text) => (None, Some(sgf_read::read_lines(text)?)),
        None => (Some(read(text)), None),
    };
    Ok(first.into_iter().chain(lines.into_iter().flatten()))
}

/// Returns a text that looks like SGF.
fn sgf_of(text: &str) -> Option<&str> {
    let text = without_mark(text);
    (text.trim_start().starts_with('(') || text.contains("(;")).then_some(text)
}

/// Returns a text without a byte order mark, which is no part of it.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}
