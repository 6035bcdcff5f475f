//! Files that a question names. `-` is standard input, never a file of that name.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loa_record::notation::decode;
use loa_record::text;

use crate::failure::{Failure, bail, failure};

/// True if a path of an input is standard input.
pub fn is_stdin(file: &Path) -> bool {
    matches!(file.to_str(), Some("-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"))
}

/// Returns the name of an input for messages.
pub fn name_of(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => text::path_text(file),
    }
}

/// Returns standard input, which only one file of a command can be.
///
/// # Errors
/// If it has been returned before.
pub fn stdin() -> Result<io::StdinLock<'static>, Failure> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Relaxed) {
        bail!(Usage, "standard input can be only one of the files: name the other");
    }
    Ok(io::stdin().lock())
}

/// Reads a file, or standard input.
///
/// # Errors
/// If it cannot be read.
pub fn read_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    Ok(match is_stdin(file) {
        true => text::read_all(stdin()?, &name_of(file))?,
        false => text::read_file(file)?,
    })
}

/// Reads the text of a file, or of standard input.
///
/// # Errors
/// If it cannot be read.
pub fn read_text(file: &Path) -> Result<String, Failure> {
    read_bytes(file).map(decode)
}

/// Reads the lines of a file, or of standard input.
///
/// # Errors
/// If it cannot be read, or is not plain text.
pub fn read_lines(file: &Path) -> Result<String, Failure> {
    let lines = read_text(file)?;
    match text::foreign(&lines) {
        Some(kind) => Err(failure!(Usage, "{} is {kind}", name_of(file))),
        None => Ok(lines),
    }
}
