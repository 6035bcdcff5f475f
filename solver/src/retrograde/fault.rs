//! Work files that cannot be gone on with.

use std::path::{Path, PathBuf};

/// Why work that was begun on a family is thrown away and begun again.
///
/// Accidents are meant: files of different runs or moments in one folder, a
/// half-copied folder, a bad sector, an older form. A careful forger is found out
/// by proving the finished tables.
#[derive(Debug, thiserror::Error)]
pub enum WorkFault {
    /// A file is not there.
    #[error("{0} is missing")]
    Missing(PathBuf),
    /// A link, folder, pipe or device lies where a file belongs.
    #[error("{0} is not a plain file")]
    NotAFile(PathBuf),
    /// A file has the wrong size.
    #[error("{path} has {found} bytes where {expected} belong")]
    Size {
        /// The file.
        path: PathBuf,
        /// Bytes it should have, or the most.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// Another version of this program wrote the journal.
    #[error("{path} is of version {found}; this program goes on with version {known}")]
    Version {
        /// The journal.
        path: PathBuf,
        /// The version it claims.
        found: u32,
        /// The version known here.
        known: u32,
    },
    /// A file belongs to other work.
    #[error("{path} belongs to other work: {what}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The difference.
        what: String,
    },
    /// A file holds less than the journal says was written to it.
    #[error("{0} is older than the journal")]
    Older(PathBuf),
    /// A file holds something that solving never writes.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first impossible thing found.
        what: String,
    },
}

impl WorkFault {
    pub(super) fn foreign(path: &Path, what: impl Into<String>) -> WorkFault {
        let (path, what) = (path.to_owned(), what.into());
        WorkFault::Foreign { path, what }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> WorkFault {
        let (path, what) = (path.to_owned(), what.into());
        WorkFault::Damaged { path, what }
    }
}
