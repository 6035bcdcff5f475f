//! Suites in files.

use std::fmt::Display;
use std::path::Path;

use super::{Entry, read};
use crate::failure::{Failure, Status};
use crate::text_file;

/// The problems of a file, at least one.
///
/// # Errors
/// When it cannot be read, or has a line that is no problem, or none that is one.
pub(crate) fn load(file: &Path) -> Result<Vec<Entry>, Failure> {
    let no_suite =
        |what: &dyn Display| Failure::new(Status::Usage, format!("{}: {what}", file.display()));
    let entries = read(&text_of(file)?).map_err(|error| no_suite(&error))?;
    if entries.is_empty() {
        return Err(no_suite(&"there is no problem in it"));
    }
    Ok(entries)
}

/// The text of a file.
///
/// # Errors
/// When it cannot be read, or is no text.
pub(crate) fn text_of(file: &Path) -> Result<String, Failure> {
    String::from_utf8(text_file::read(file)?).map_err(|error| {
        let message = format!("{}: {}", file.display(), error.utf8_error());
        Failure::new(Status::Usage, message)
    })
}
