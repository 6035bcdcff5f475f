//! Records in any of the forms that are read.

use super::error::RecordError;
use super::record::Record;
use super::{move_list, sgf_read};

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
