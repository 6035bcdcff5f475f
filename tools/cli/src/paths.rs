//! Paths on the command line. `-` is standard input or standard output, never a file of that name.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
pub(crate) use loa_api::input::{name_of, read_bytes, read_lines, read_text};
pub(crate) use loa_api::output_file::is_special;

use crate::failure::{Failure, at, bail};
use crate::output;

/// Parses the path of a file or folder that must have its own name.
pub(crate) fn named_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("- is standard input or output: this needs a name (./- is a file)"),
        _ => Ok(path),
    })
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
