//! Errors of solving, and faults in work files.

use std::io;
use std::path::{Path, PathBuf};

use crate::game::family::Family;
use crate::game::material::Material;
use crate::index::count::IndexError;

/// The reason why a family was not solved.
///
/// A message is complete: it includes the system's error, which is a field of the variant and not
/// its [`source`](std::error::Error::source).
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A work file could not be created, read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A work file is missing, damaged or of other work. Solving begins again if this is found when
    /// earlier work is opened, and ends if it is found later.
    #[error(transparent)]
    Work(#[from] WorkFault),
    /// The material cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The values of a smaller family are missing.
    #[error("{family} needs the values of {missing}, which are missing")]
    MissingLower {
        /// The family to solve.
        family: Family,
        /// The material whose values are missing.
        missing: Material,
    },
    /// The values of a smaller family cannot be read.
    #[error("the values of {material}: {error}")]
    Lower {
        /// The material.
        material: Material,
        /// The system's error.
        error: io::Error,
    },
    /// The processes that solve together cannot exchange values.
    #[error("the processes cannot exchange values: {0}")]
    Exchange(io::Error),
    /// Another process of the same solve has failed, so all have stopped.
    #[error("process {rank} has failed: {message}")]
    OtherProcess {
        /// The process.
        rank: usize,
        /// The message of its error.
        message: String,
    },
    /// A win takes more plies than cells can store.
    #[error("{family} has wins longer than the {limit} plies that values can hold")]
    TooLong {
        /// The family.
        family: Family,
        /// The longest distance that fits.
        limit: u16,
    },
    /// The work was interrupted. It can be resumed.
    #[error("interrupted after ply {ply} of {family}")]
    Interrupted {
        /// The family.
        family: Family,
        /// Its last finished ply.
        ply: u16,
    },
}

/// For work that can only fail by the system or another process.
impl From<SolveError> for io::Error {
    fn from(error: SolveError) -> io::Error {
        io::Error::other(error)
    }
}

impl SolveError {
    pub(crate) fn io(path: &Path, error: io::Error) -> SolveError {
        let path = path.to_owned();
        SolveError::Io { path, error }
    }
}

/// The reason why earlier work on a family is discarded and begun again.
///
/// These checks find accidents: files of different runs or moments in one folder, a half-copied
/// folder, a bad sector, an older format. Only verifying the finished tables finds a forgery.
#[derive(Debug, thiserror::Error)]
pub enum WorkFault {
    /// A file is missing.
    #[error("{0} is missing")]
    Missing(PathBuf),
    /// A link, folder, pipe or device lies where a file belongs.
    #[error("{0} is not a plain file")]
    NotAFile(PathBuf),
    /// Another version of this program wrote the checkpoint record.
    #[error("{path} is of version {found}; this program resumes version {known}")]
    Version {
        /// The record.
        path: PathBuf,
        /// The version in the record.
        found: u32,
        /// The version that this program resumes.
        known: u32,
    },
    /// A file belongs to a different run, board, rules id, family or set of tables.
    #[error("{path} belongs to other work: {what}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The difference from the expected work.
        what: String,
    },
    /// A file contains something that solving never writes.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first impossible thing found.
        what: String,
    },
}

impl WorkFault {
    pub(crate) fn foreign(path: &Path, what: impl Into<String>) -> WorkFault {
        let (path, what) = (path.to_owned(), what.into());
        WorkFault::Foreign { path, what }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> WorkFault {
        let (path, what) = (path.to_owned(), what.into());
        WorkFault::Damaged { path, what }
    }
}
