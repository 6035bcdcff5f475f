//! Errors of a table file.

use std::io;
use std::path::{Path, PathBuf};

use loa_solver::Rules;

use super::fault::{CensusFault, HeaderFault, ModelFault, UnitFault};
use super::subject::TableSubject;

/// The kind of an error, for programs that report errors as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Reading or writing failed.
    Failed,
    /// A file is damaged, or tables contradict each other.
    Damaged,
    /// A table is missing.
    Missing,
    /// No table can cover the position, or tables have no distances where some are
    /// needed.
    Outside,
    /// A file is for other rules than its folder says.
    Rules,
}

/// An error of a table file.
///
/// A message is complete: it includes the system's, which is in the variant and no
/// [`source`](std::error::Error::source).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The path is that of a folder, a device, a FIFO or a socket.
    #[error("{path} is not a file")]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The file was written to or replaced while it was open.
    #[error("{path} was changed by another program while it was open")]
    Changed {
        /// The path.
        path: PathBuf,
    },
    /// There is no memory for the table's values.
    #[error("{path}: {bytes} bytes of memory for its values could not be had")]
    OutOfMemory {
        /// The path.
        path: PathBuf,
        /// Bytes that the values take.
        bytes: u64,
    },
    /// The file does not begin as a table does.
    #[error("{path} is not a table: it does not begin with {expected:?}")]
    NotATable {
        /// The path.
        path: PathBuf,
        /// The first bytes of a table.
        expected: &'static str,
    },
    /// The table is of a version of the format that this program does not read.
    #[error("{path} is of format version {found}; this program reads version {known}")]
    UnknownVersion {
        /// The path.
        path: PathBuf,
        /// The version of the table.
        found: u32,
        /// The newest version that this program reads.
        known: u32,
    },
    /// The file has another length than its header says.
    #[error("{path} is truncated or padded: {found} bytes where {expected} belong")]
    Length {
        /// The path.
        path: PathBuf,
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// The header is damaged.
    #[error("{path}: the header is damaged: {fault}")]
    Header {
        /// The path.
        path: PathBuf,
        /// The fault.
        fault: HeaderFault,
    },
    /// The bytes of census and model do not have their checksum.
    #[error(
        "{path}: the census or the model is damaged: \
         their checksum is {found:016x}, not {expected:016x}"
    )]
    Parts {
        /// The path.
        path: PathBuf,
        /// The checksum of the bytes.
        found: u64,
        /// The checksum in the header.
        expected: u64,
    },
    /// The census is damaged.
    #[error("{path}: the census is damaged: {fault}")]
    Census {
        /// The path.
        path: PathBuf,
        /// The fault.
        fault: CensusFault,
    },
    /// The model is damaged.
    #[error("{path}: the model is damaged: {fault}")]
    Model {
        /// The path.
        path: PathBuf,
        /// The fault.
        fault: ModelFault,
    },
    /// A unit is damaged.
    #[error("{path}: unit {unit} of {units} is damaged: {fault}")]
    Unit {
        /// The path.
        path: PathBuf,
        /// The unit, from 0.
        unit: u64,
        /// The number of units.
        units: u64,
        /// The fault.
        fault: UnitFault,
    },
    /// All units are sound, and yet the values are not those that the table was made
    /// of.
    #[error("{path}: the values have digest {found:032x} where the header says {expected:032x}")]
    Digest {
        /// The path.
        path: PathBuf,
        /// The digest in the header.
        expected: u128,
        /// The digest of the values.
        found: u128,
    },
    /// The table has longer wins than it says.
    #[error("{path}: the header says {longest} plies at most, and there are more")]
    TooLong {
        /// The path.
        path: PathBuf,
        /// The longest distance in the header.
        longest: u16,
    },
    /// The table has another subject than its path says.
    #[error("{path} is a table of {found} where {expected} belongs")]
    Misplaced {
        /// The path.
        path: PathBuf,
        /// The subject by its path.
        expected: TableSubject,
        /// The subject by its header.
        found: TableSubject,
    },
    /// The table is one for other rules.
    #[error("{path} holds values under {found}, not under {expected}")]
    Rules {
        /// The path.
        path: PathBuf,
        /// The rules of the question.
        expected: Rules,
        /// The rules of the table.
        found: Rules,
    },
}

impl TableError {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        match self {
            TableError::Io { path, .. }
            | TableError::NotAFile { path }
            | TableError::Changed { path }
            | TableError::OutOfMemory { path, .. }
            | TableError::NotATable { path, .. }
            | TableError::UnknownVersion { path, .. }
            | TableError::Length { path, .. }
            | TableError::Header { path, .. }
            | TableError::Parts { path, .. }
            | TableError::Census { path, .. }
            | TableError::Model { path, .. }
            | TableError::Unit { path, .. }
            | TableError::Digest { path, .. }
            | TableError::TooLong { path, .. }
            | TableError::Misplaced { path, .. }
            | TableError::Rules { path, .. } => path,
        }
    }

    /// Returns the kind of the error.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            TableError::Io { .. } | TableError::OutOfMemory { .. } => ErrorKind::Failed,
            TableError::Rules { .. } => ErrorKind::Rules,
            _ => ErrorKind::Damaged,
        }
    }

    /// Returns whether the file has to be made again. Otherwise the system refuses
    /// to read it, for a reason that may pass.
    pub fn is_damage(&self) -> bool {
        match self {
            TableError::Io { error, .. } => is_bad_disk(error),
            TableError::NotAFile { .. }
            | TableError::Changed { .. }
            | TableError::OutOfMemory { .. } => false,
            _ => true,
        }
    }
}

/// Returns whether a part of the disk cannot be read any more.
fn is_bad_disk(error: &io::Error) -> bool {
    // EIO of every Unix.
    cfg!(unix) && error.raw_os_error() == Some(5)
}
