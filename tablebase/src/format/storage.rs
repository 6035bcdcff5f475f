//! Bytes of tables in any kind of storage.
//!
//! Files are read by position and never mapped. So if another program truncates or replaces a file,
//! the result is an error and not a signal.

use std::fs::File;
use std::io;
use std::sync::Arc;

use loa_solver::internal::read_exact_at;

/// Bytes of a table that many threads can read at any offset.
///
/// Implemented by files, by bytes in memory (`&'static [u8]`, `Vec<u8>`, `Arc<[u8]>`), and by boxes
/// and shared pointers of any storage. Implement it to read tables from an archive, over a network,
/// or from your own cache.
///
/// # Examples
///
/// Storage that counts how often it is read:
///
/// ```
/// use std::io;
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
///
/// use loa_tablebase::{Storage, Table};
///
/// struct Counted<S>(S, Arc<AtomicU32>);
///
/// impl<S: Storage> Storage for Counted<S> {
///     fn size(&self) -> io::Result<u64> {
///         self.0.size()
///     }
///
///     fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
///         self.1.fetch_add(1, Relaxed);
///         self.0.read_at(offset, bytes)
///     }
/// }
///
/// # let bytes = include_bytes!("../../tables/mover-pass/4x4/4v4.loa").to_vec();
/// let reads = Arc::default();
/// let table = Table::from_storage(Counted(bytes, Arc::clone(&reads)), "4v4")?;
/// assert_eq!(table.header().material.to_string(), "4v4");
/// assert!(reads.load(Relaxed) > 0);
/// # Ok::<(), loa_tablebase::TableError>(())
/// ```
pub trait Storage: Send + Sync {
    /// Returns the current number of bytes.
    ///
    /// # Errors
    /// If it cannot be determined.
    fn size(&self) -> io::Result<u64>;

    /// Fills `bytes` with the bytes from `offset`.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if some of them do not exist; otherwise the error of the
    /// read.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()>;

    /// `true` if the bytes may change while the table is open, as in files. The header of a table
    /// in such storage is read and compared again with every new part of its directory.
    fn can_change(&self) -> bool {
        true
    }
}

impl Storage for File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        read_exact_at(self, bytes, offset)
    }
}

impl Storage for [u8] {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let offset = usize::try_from(offset).ok();
        let rest = offset.and_then(|offset| self.get(offset..));
        let found = rest.and_then(|rest| rest.get(..bytes.len()));
        bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn can_change(&self) -> bool {
        false
    }
}

/// Implements [`Storage`] for a pointer by forwarding to its target.
macro_rules! forward {
    ($(($($of:tt)*) $pointer:ty;)*) => {$(
        impl $($of)* Storage for $pointer {
            fn size(&self) -> io::Result<u64> {
                (**self).size()
            }

            fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
                (**self).read_at(offset, bytes)
            }

            fn can_change(&self) -> bool {
                (**self).can_change()
            }
        }
    )*};
}

forward! {
    () Vec<u8>;
    (<S: Storage + ?Sized>) &S;
    (<S: Storage + ?Sized>) Box<S>;
    (<S: Storage + ?Sized>) Arc<S>;
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn check(storage: &dyn Storage) {
        let mut bytes = [0; 3];
        assert_eq!(storage.size().unwrap(), 6);
        storage.read_at(2, &mut bytes).unwrap();
        assert_eq!(bytes, [2, 3, 4]);
        for beyond in [4, 6, 7, 1 << 62] {
            let error = storage.read_at(beyond, &mut bytes).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{beyond}");
        }
        storage.read_at(6, &mut []).unwrap();
    }

    #[test]
    fn all_storage_reads_the_same() {
        let bytes = [0, 1, 2, 3, 4, 5];
        check(&bytes.to_vec());
        check(&&bytes[..]);
        check(&Arc::<[u8]>::from(bytes));
        check(&(Box::new(bytes.to_vec()) as Box<dyn Storage>));
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        check(&file);
    }
}
