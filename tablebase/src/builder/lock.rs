//! The lock on a board's folder: only one process at a time solves in it.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use loa_solver::internal::open_plain;

use super::error::BuildError;
use crate::event::{Event, Watch};
use crate::format::error::TableError;

/// The lock on a board's folder, released when dropped. Its file remains, so that a file to lock
/// always exists.
pub(crate) struct BoardLock {
    _file: File,
}

impl BoardLock {
    /// The name of the lock in a board's folder.
    pub(crate) const NAME: &'static str = ".lock";

    /// Takes the lock on an existing folder. Tells the watch if the file system has no locks.
    ///
    /// # Errors
    /// If another process has the lock, or its file cannot be used.
    pub(crate) fn take(folder: &Path, watch: Watch<'_>) -> Result<BoardLock, BuildError> {
        let path = folder.join(BoardLock::NAME);
        let opened = open_plain(&path, true).map_err(|error| TableError::io(&path, error))?;
        let file = opened.ok_or_else(|| BuildError::NotAFile { path: path.clone() })?;
        match file.try_lock() {
            Ok(()) => Ok(BoardLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(BuildError::Busy { path }),
            Err(TryLockError::Error(error)) if is_unsupported(&error) => {
                watch(Event::Unlocked(folder));
                Ok(BoardLock { _file: file })
            }
            Err(TryLockError::Error(error)) => Err(TableError::Io { path, error }.into()),
        }
    }
}

/// `true` if an error says that the file system has no locks, as on some Lustre and NFS systems.
fn is_unsupported(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(libc::ENOLCK) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn one_at_a_time_holds_the_lock_and_its_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(BoardLock::NAME);
        fs::write(&path, "kept").unwrap();
        let take = || BoardLock::take(folder.path(), &|_| {});
        let lock = take().unwrap();
        let again = take();
        assert!(matches!(again, Err(BuildError::Busy { .. })));
        drop(lock);
        take().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"kept");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_sockets_are_refused_and_what_they_lead_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join(BoardLock::NAME), folder.path().join("other"));
        fs::write(&other, "precious").unwrap();
        for links_to in [&other, &folder.path().join("nothing")] {
            std::os::unix::fs::symlink(links_to, &path).unwrap();
            let refused = BoardLock::take(folder.path(), &|_| {});
            assert!(matches!(refused, Err(BuildError::NotAFile { .. })));
            fs::remove_file(&path).unwrap();
        }
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let refused = BoardLock::take(folder.path(), &|_| {});
        assert!(matches!(refused, Err(BuildError::NotAFile { .. })));
        assert_eq!(fs::read(&other).unwrap(), b"precious");
    }
}
