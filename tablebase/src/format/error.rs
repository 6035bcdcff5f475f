//! Faults of a table.

use std::io;
use std::path::{Path, PathBuf};

use loa_solver::Rules;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read or written.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is a folder, a device, a FIFO or a socket.
    #[error("{file} is not a file")]
    NotAFile {
        /// Its path.
        file: PathBuf,
    },
    /// It was written to or replaced while it was open.
    #[error("{file} was changed by another program while it was open")]
    Changed {
        /// The file.
        file: PathBuf,
    },
    /// There is no memory for its values.
    #[error("{file}: {bytes} bytes of memory for its values could not be had")]
    OutOfMemory {
        /// The file.
        file: PathBuf,
        /// Bytes that they take.
        bytes: u64,
    },
    /// It does not begin as a table does.
    #[error("{file} is not a table: it does not begin with {expected:?}")]
    NotATable {
        /// The file.
        file: PathBuf,
        /// What a table begins with.
        expected: &'static str,
    },
    /// It was written in a form that this program does not know.
    #[error("{file} is of format version {found}; this program reads version {known}")]
    UnknownVersion {
        /// The file.
        file: PathBuf,
        /// The version it claims.
        found: u32,
        /// The version known here.
        known: u32,
    },
    /// It has another length than its header says.
    #[error("{file} is truncated or padded: {found} bytes where {expected} belong")]
    Length {
        /// The file.
        file: PathBuf,
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// Its header is damaged.
    #[error("{file}: the header is damaged: {what}")]
    Header {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// One of its units is damaged.
    #[error("{file}: unit {unit} of {units} is damaged: {what}")]
    Unit {
        /// The file.
        file: PathBuf,
        /// The unit, from 0.
        unit: u64,
        /// How many there are.
        units: u64,
        /// What is wrong with it.
        what: String,
    },
    /// All units are sound, and yet the values are not those it was made of.
    #[error("{file}: the values have digest {found:032x} where the header says {expected:032x}")]
    Digest {
        /// The file.
        file: PathBuf,
        /// The digest in the header.
        expected: u128,
        /// The digest of the values.
        found: u128,
    },
    /// It is a table of something else than its place says.
    #[error("{file} is a table of {found} where {expected} belongs")]
    Misplaced {
        /// The file.
        file: PathBuf,
        /// Rules, board and material by its place.
        expected: String,
        /// Those in its header.
        found: String,
    },
    /// It is a table for other rules than asked for.
    #[error("{file} holds values under {found}, not under {expected}")]
    Rules {
        /// The file.
        file: PathBuf,
        /// The rules of the question.
        expected: Rules,
        /// The rules of the table.
        found: Rules,
    },
}

impl TableError {
    /// Returns the file.
    pub fn file(&self) -> &Path {
        match self {
            TableError::Io { file, .. }
            | TableError::NotAFile { file }
            | TableError::Changed { file }
            | TableError::OutOfMemory { file, .. }
            | TableError::NotATable { file, .. }
            | TableError::UnknownVersion { file, .. }
            | TableError::Length { file, .. }
            | TableError::Header { file, .. }
            | TableError::Unit { file, .. }
            | TableError::Digest { file, .. }
            | TableError::Misplaced { file, .. }
            | TableError::Rules { file, .. } => file,
        }
    }

    /// Returns whether the file has to be made again. Otherwise the system refuses
    /// to read it, for a reason that may pass.
    pub fn is_damage(&self) -> bool {
        match self {
            TableError::Io { source, .. } => is_bad_disk(source),
            TableError::NotAFile { .. }
            | TableError::Changed { .. }
            | TableError::OutOfMemory { .. } => false,
            _ => true,
        }
    }
}

/// Whether a part of the disk cannot be read any more.
fn is_bad_disk(error: &io::Error) -> bool {
    // EIO of every Unix.
    cfg!(unix) && error.raw_os_error() == Some(5)
}
