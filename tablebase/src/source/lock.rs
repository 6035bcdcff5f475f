//! The lock on a board's folder: one process at a time solves or packs there.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// An error that keeps a board's folder from being locked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process holds the lock.
    #[error("{path}: another solve of this board is running, or its tables are being packed")]
    Busy {
        /// The lock.
        path: PathBuf,
    },
    /// Something that is no plain file has the name of the lock.
    #[error("{path} is a link or no plain file, and is not opened: remove it")]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The lock cannot be made or taken.
    #[error("{path}: {error}")]
    Io {
        /// The lock.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// The lock on a board's folder, given back when dropped. Its file stays, so that
/// there is never a moment without one to hold.
pub(crate) struct BoardLock {
    _file: File,
}

impl BoardLock {
    /// The name of the lock in a board's folder.
    pub(crate) const NAME: &'static str = ".lock";

    /// Takes the lock on a folder that is there.
    ///
    /// # Errors
    /// When another process holds it, or its file cannot be used.
    pub(crate) fn take(folder: &Path) -> Result<BoardLock, LockError> {
        let path = folder.join(BoardLock::NAME);
        let file = open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(BoardLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(LockError::Busy { path }),
            Err(TryLockError::Error(error)) => Err(LockError::Io { path, error }),
        }
    }
}

/// Opens the file of a lock, which is made if need be and never changed.
fn open(path: &Path) -> Result<File, LockError> {
    if let Ok(metadata) = fs::symlink_metadata(path)
        && !metadata.is_file()
    {
        return Err(LockError::NotAFile {
            path: path.to_owned(),
        });
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // Should something else take the file's place just now.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NOFOLLOW | libc::O_NONBLOCK,
    );
    options.open(path).map_err(|error| {
        let path = path.to_owned();
        LockError::Io { path, error }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_holds_the_lock_and_its_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(BoardLock::NAME);
        fs::write(&path, "kept").unwrap();
        let lock = BoardLock::take(folder.path()).unwrap();
        let again = BoardLock::take(folder.path());
        assert!(matches!(again, Err(LockError::Busy { .. })));
        drop(lock);
        BoardLock::take(folder.path()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"kept");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_sockets_are_refused_and_what_they_lead_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (
            folder.path().join(BoardLock::NAME),
            folder.path().join("other"),
        );
        fs::write(&other, "precious").unwrap();
        for links_to in [&other, &folder.path().join("nothing")] {
            std::os::unix::fs::symlink(links_to, &path).unwrap();
            let refused = BoardLock::take(folder.path());
            assert!(matches!(refused, Err(LockError::NotAFile { .. })));
            fs::remove_file(&path).unwrap();
        }
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let refused = BoardLock::take(folder.path());
        assert!(matches!(refused, Err(LockError::NotAFile { .. })));
        assert_eq!(fs::read(&other).unwrap(), b"precious");
    }
}
