//! Records read from text and from files.

use std::io::Read;
use std::num::NonZeroUsize;
use std::path::Path;

use super::decode;
use super::error::RecordError;
use super::games::read_games;
use super::notice::Notice;
use super::record::Record;
use crate::text::{self, FileError};

/// The reason why input is not the record of a game.
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
        /// The error in the text.
        source: RecordError,
    },
}

/// Reads a record from a file.
///
/// # Errors
/// If the file cannot be read or contains no record.
pub fn read_file(path: impl AsRef<Path>) -> Result<Record, RecordFileError> {
    let path = path.as_ref();
    parse(text::read_file(path)?, &text::path_text(path))
}

/// Reads a record from a reader, which errors call `name`.
///
/// # Errors
/// If the reader fails or provides no record.
pub fn read_from(reader: impl Read, name: &str) -> Result<Record, RecordFileError> {
    parse(text::read_all(reader, name)?, name)
}

fn parse(bytes: Vec<u8>, name: &str) -> Result<Record, RecordFileError> {
    read(&decode(bytes)).map_err(|source| RecordFileError::Record { name: name.to_owned(), source })
}

/// Reads SGF, or a list of moves if the text does not look like SGF. If the text has several games,
/// it reads the first, and a [`Notice`] says so; [`read_games`] reads them all.
///
/// # Errors
/// If the text is neither.
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
    let mut games = read_games(text);
    let mut record = games.next().unwrap_or(Err(RecordError::Empty))?;
    match games.number() {
        0 => {}
        more => record.notices.push(Notice::MoreGames { games: more + 1 }),
    }
    Ok(record)
}

/// Reads the game with a number, from 1, in a text.
///
/// # Errors
/// If the game does not exist or cannot be read.
pub fn read_game(text: &str, number: NonZeroUsize) -> Result<Record, RecordError> {
    let mut all = read_games(text);
    let games = all.number();
    all.nth(number.get() - 1).unwrap_or(Err(RecordError::NoSuchGame { games }))
}

/// Reads every line of the first game: see [`Record::into_lines`]. A list of moves is one line.
///
/// # Errors
/// If the game itself cannot be read.
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
) -> Result<impl Iterator<Item = Result<Record, RecordError>> + use<>, RecordError> {
    let first = read_games(text).next().unwrap_or(Err(RecordError::Empty))?;
    Ok(first.into_lines())
}
