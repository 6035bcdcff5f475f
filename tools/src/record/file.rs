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
pub(crate) fn load(file: &Path) -> Result<Record, Failure> {
    let failed = |error: io::Error| {
        let message = format!("{}: {error}", file.display());
        Failure::new(Status::Failed, message)
    };
    let bytes = match file.to_str() {
        Some("-") => {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(failed)?;
            bytes
        }
        _ => fs::read(file).map_err(failed)?,
    };
    // In other encodings only names and remarks differ, which nothing hangs on.
    let text = String::from_utf8_lossy(&bytes);
    read(&text).map_err(|error| {
        let message = format!("{} is not the record of a game: {error}", file.display());
        Failure::new(Status::Usage, message)
    })
}
