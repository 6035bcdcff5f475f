//! Paths on the command line. `-` is standard input or standard output, never a file of that name.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::builder::{PathBufValueParser, TypedValueParser};
use loa_record::notation::decode;
use loa_record::text;

use crate::failure::{Failure, at, bail};
use crate::output;

/// True if a path of an input is standard input.
pub(crate) fn is_stdin(file: &Path) -> bool {
    matches!(file.to_str(), Some("-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"))
}

/// True if a path of an output is standard output.
pub(crate) fn is_stdout(file: &Path) -> bool {
    matches!(file.to_str(), Some("-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1"))
}

/// True if a path is standard input or output, a pipe, a device or a folder: what cannot be read
/// twice, or read and then written.
pub(crate) fn is_special(file: &Path) -> bool {
    is_stdin(file) || is_stdout(file) || file.exists() && !file.is_file()
}

/// Parses the path of a file or folder that must have its own name.
pub(crate) fn named_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("- is standard input or output: this needs a name (./- is a file)"),
        _ => Ok(path),
    })
}

/// Returns the name of an input for messages.
pub(crate) fn name_of(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => text::path_text(file),
    }
}

/// Returns standard input, which only one file of a command can be.
///
/// # Errors
/// If it has been returned before.
pub(crate) fn stdin() -> Result<io::StdinLock<'static>, Failure> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Relaxed) {
        bail!(Usage, "standard input can be only one of the files: name the other");
    }
    Ok(io::stdin().lock())
}

/// Returns standard output for a file that a command writes. Reports then go to standard error.
///
/// # Errors
/// If it is closed, or another file of the command has it.
pub(crate) fn stdout() -> Result<File, Failure> {
    if output::report_to_stderr() {
        bail!(Usage, "standard output can be only one of the files: name the other");
    }
    let failed = |error| at(Path::new("standard output"), error);
    let out = output::stdout().map_err(failed)?;
    #[cfg(unix)]
    let copy = std::os::fd::AsFd::as_fd(&out).try_clone_to_owned();
    #[cfg(windows)]
    let copy = std::os::windows::io::AsHandle::as_handle(&out).try_clone_to_owned();
    Ok(File::from(copy.map_err(failed)?))
}

/// Reads a file, or standard input.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    Ok(match is_stdin(file) {
        true => text::read_all(stdin()?, &name_of(file))?,
        false => text::read_file(file)?,
    })
}

/// Reads the text of a file, or of standard input.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read_text(file: &Path) -> Result<String, Failure> {
    read_bytes(file).map(decode)
}

/// Reads the lines of a file, or of standard input.
///
/// # Errors
/// If it cannot be read, or is not plain text.
pub(crate) fn read_lines(file: &Path) -> Result<String, Failure> {
    let lines = read_text(file)?;
    match text::foreign(&lines) {
        Some(kind) => bail!(Usage, "{} is {kind}", name_of(file)),
        None => Ok(lines),
    }
}
