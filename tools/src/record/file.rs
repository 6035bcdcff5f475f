//! Records in files.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::{Record, read};
use crate::failure::{Failure, Status};

/// Reads a record from a file, or from standard input if it is called `-`.
///
/// # Errors
/// When it cannot be read, or is no record.
pub(crate) fn load_or_hear(file: &Path) -> Result<Record, Failure> {
    if file.to_str() != Some("-") {
        return load(file);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    read_bytes(&bytes, "standard input")
}

/// Reads a record from a file.
///
/// # Errors
/// When it cannot be read, or is no record.
pub(crate) fn load(file: &Path) -> Result<Record, Failure> {
    let name = file.display().to_string();
    let bytes = fs::read(file);
    let bytes = bytes.map_err(|e| Failure::new(Status::Failed, format!("{name}: {e}")))?;
    read_bytes(&bytes, &name)
}

fn read_bytes(bytes: &[u8], name: &str) -> Result<Record, Failure> {
    // In other encodings only names and remarks differ, which nothing hangs on.
    let text = String::from_utf8_lossy(bytes);
    read(&text).map_err(|error| {
        let message = format!("{name} is not the record of a game: {error}");
        Failure::new(Status::Usage, message)
    })
}
