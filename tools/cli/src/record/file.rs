//! Records in files.

use std::io;
use std::path::Path;

use super::{Record, read};
use crate::failure::{Failure, Status};
use crate::text_file;

/// Reads a record from a file, or from standard input if it is called `-`.
///
/// # Errors
/// When it cannot be read, or is no record.
pub(crate) fn load_or_hear(file: &Path) -> Result<Record, Failure> {
    if file.to_str() != Some("-") {
        return load(file);
    }
    let name = "standard input";
    read_bytes(&text_file::read_all(io::stdin().lock(), name)?, name)
}

/// Reads a record from a file.
///
/// # Errors
/// When it cannot be read, or is no record.
pub(crate) fn load(file: &Path) -> Result<Record, Failure> {
    read_bytes(&text_file::read(file)?, &file.display().to_string())
}

fn read_bytes(bytes: &[u8], name: &str) -> Result<Record, Failure> {
    // In other encodings only names and remarks differ, which nothing hangs on.
    let text = String::from_utf8_lossy(bytes);
    read(&text).map_err(|error| {
        let message = format!("{name} is not the record of a game: {error}");
        Failure::new(Status::Usage, message)
    })
}
