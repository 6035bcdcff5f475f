//! Errors of a table file.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use loa_solver::Material;

use super::subject::TableSubject;

/// The kind of an error, for programs that report errors as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ErrorKind {
    /// Reading or writing failed.
    Failed,
    /// A file is damaged, or tables contradict each other.
    Damaged,
    /// A table is missing.
    Missing,
    /// No table can cover the position.
    Outside,
    /// A file is for other rules than its folder says.
    Rules,
}

/// An error of a table file.
///
/// A message is complete: it includes the system's error, which is a field of the variant and not
/// its [`source`](std::error::Error::source).
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
    /// The path is a folder, a device, a FIFO or a socket.
    #[error("{path} is not a file")]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// Another program wrote to the file or replaced it while it was open.
    #[error("{path} was changed by another program while it was open")]
    Changed {
        /// The path.
        path: PathBuf,
    },
    /// The system refused memory for the table's values.
    #[error("{path}: {bytes} bytes could not be allocated for its values")]
    OutOfMemory {
        /// The path.
        path: PathBuf,
        /// The size of the values in bytes.
        bytes: u64,
    },
    /// The file does not begin like a table.
    #[error("{path} is not a table: it does not begin with {expected:?}")]
    NotATable {
        /// The path.
        path: PathBuf,
        /// The first bytes of a table.
        expected: &'static str,
    },
    /// This program does not read the table's version of the format.
    #[error("{path} is of format version {found}; this program reads version {known}")]
    UnknownVersion {
        /// The path.
        path: PathBuf,
        /// The version of the table.
        found: u32,
        /// The version that this program reads.
        known: u32,
    },
    /// The file's length differs from its header.
    #[error("{path} is truncated or padded: {found} bytes where {expected} belong")]
    Length {
        /// The path.
        path: PathBuf,
        /// The expected number of bytes.
        expected: u64,
        /// The actual number of bytes.
        found: u64,
    },
    /// A part of the table is damaged or contradicts another part.
    #[error("{path}: {fault}")]
    Damaged {
        /// The path.
        path: PathBuf,
        /// The part and its fault.
        fault: String,
    },
    /// The table's subject is not the one its path names.
    #[error("{path} is a table of {found} where {expected} belongs")]
    Misplaced {
        /// The path.
        path: PathBuf,
        /// The subject by its path.
        expected: TableSubject,
        /// The subject by its header.
        found: TableSubject,
    },
    /// A table that values depend on is missing.
    #[error("the table for {missing} is missing, which {material} depends on")]
    Missing {
        /// The path where it belongs.
        path: PathBuf,
        /// The material whose values are needed.
        material: Material,
        /// The material of the missing table.
        missing: Material,
    },
    /// Values do not fit the memory limit.
    #[error("this needs {needed} bytes of memory, and {allowed} are allowed")]
    Memory {
        /// The path of the table, or of the folder of tables.
        path: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed, or available.
        allowed: u64,
    },
}

impl TableError {
    /// Returns the error of a damaged part.
    pub(crate) fn damaged(path: &Path, fault: impl Display) -> TableError {
        TableError::Damaged { path: path.to_owned(), fault: fault.to_string() }
    }

    /// Returns the error of a failed system call on a path.
    pub(crate) fn io(path: &Path, error: io::Error) -> TableError {
        let path = path.to_owned();
        TableError::Io { path, error }
    }

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
            | TableError::Damaged { path, .. }
            | TableError::Misplaced { path, .. }
            | TableError::Missing { path, .. }
            | TableError::Memory { path, .. } => path,
        }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            TableError::Io { .. } | TableError::OutOfMemory { .. } | TableError::Memory { .. } => {
                ErrorKind::Failed
            }
            TableError::Misplaced { expected, found, .. } if expected.rules != found.rules => {
                ErrorKind::Rules
            }
            TableError::Missing { .. } => ErrorKind::Missing,
            _ => ErrorKind::Damaged,
        }
    }

    /// `true` if the file may be a sound table of another subject, which only lies in the wrong
    /// folder.
    pub const fn is_misplaced(&self) -> bool {
        matches!(self, TableError::Misplaced { .. })
    }

    /// `true` if the place of the file needs a new table. If not, the reason lies outside the file
    /// and may pass.
    pub fn is_damage(&self) -> bool {
        match self {
            TableError::Io { error, .. } => is_bad_disk(error),
            TableError::NotAFile { .. }
            | TableError::Changed { .. }
            | TableError::OutOfMemory { .. }
            | TableError::Missing { .. }
            | TableError::Memory { .. } => false,
            _ => true,
        }
    }
}

/// `true` if a part of the disk has become unreadable.
fn is_bad_disk(error: &io::Error) -> bool {
    // EIO has this number on every Unix.
    cfg!(unix) && error.raw_os_error() == Some(5)
}
