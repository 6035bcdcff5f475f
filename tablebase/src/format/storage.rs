//! The bytes of a table, read where they lie: in a file or in the program.
//!
//! Files are read by position and never mapped, so that a file which another
//! program truncates or replaces is an error and not a signal.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::error::TableError;

/// Where the bytes of a table lie.
pub(crate) enum Source {
    File(File),
    BuiltIn(&'static [u8]),
}

impl Source {
    /// Opens a file. Anything but a regular file is refused unopened: a FIFO
    /// would wait for a writer, and a device may never end.
    pub(crate) fn open(path: &Path) -> Result<Source, TableError> {
        let io = |source| TableError::Io {
            file: path.to_owned(),
            source,
        };
        if !fs::metadata(path).map_err(io)?.is_file() {
            let file = path.to_owned();
            return Err(TableError::NotAFile { file });
        }
        Ok(Source::File(File::open(path).map_err(io)?))
    }

    /// How many bytes there are now.
    pub(crate) fn len(&self) -> io::Result<u64> {
        match self {
            Source::File(file) => Ok(file.metadata()?.len()),
            Source::BuiltIn(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills `bytes` with those from `at` on.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] where they are not all there.
    pub(crate) fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let file = match self {
            Source::File(file) => file,
            Source::BuiltIn(all) => {
                let from = usize::try_from(at).ok().and_then(|at| all.get(at..));
                let found = from.and_then(|from| from.get(..bytes.len()));
                bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
                return Ok(());
            }
        };
        read_file(file, at, bytes)
    }
}

#[cfg(unix)]
fn read_file(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_file(file: &File, mut at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_read(bytes, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                at += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
