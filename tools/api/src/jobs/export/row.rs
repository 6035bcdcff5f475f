//! A position and its value as a row of a file, and rows as CSV.

use std::fmt::Write;
use std::{io, mem};

use loa_solver::{Position, Value};

/// The names of the columns.
pub(super) const COLUMNS: [&str; 6] = ["position", "us", "them", "outcome", "plies", "weight"];

/// A position and its value.
pub(super) struct Row {
    /// The position, with Black to move.
    pub(super) position: Position,
    /// Its value.
    pub(super) value: Value,
    /// The placements that it stands for, 1 to 8.
    pub(super) weight: u8,
}

/// Makes a file of rows, a batch at a time.
pub(super) trait Encoder {
    /// Encodes rows, and returns the bytes that are ready to be written.
    ///
    /// # Errors
    /// When the crate that writes the format fails.
    fn encode(&mut self, rows: &[Row]) -> io::Result<Vec<u8>>;

    /// Returns the bytes at the end of the file.
    ///
    /// # Errors
    /// When the crate that writes the format fails.
    fn finish(&mut self) -> io::Result<Vec<u8>>;
}

/// Begins a file of lines of fields separated by commas, the first with the names of the columns.
pub(super) fn csv() -> String {
    COLUMNS.join(",") + "\n"
}

/// The lines that were not written yet.
impl Encoder for String {
    fn encode(&mut self, rows: &[Row]) -> io::Result<Vec<u8>> {
        for Row { position, value, weight } in rows {
            let (us, them, outcome) = (position.us().0, position.them().0, value.wdl().name());
            let plies = value.plies().map_or(String::new(), |plies| plies.to_string());
            writeln!(self, "{position},{us},{them},{outcome},{plies},{weight}")
                .map_err(io::Error::other)?;
        }
        self.finish()
    }

    fn finish(&mut self) -> io::Result<Vec<u8>> {
        Ok(mem::take(self).into_bytes())
    }
}
