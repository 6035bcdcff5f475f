//! The bytes of certificates.

use std::fs::File;
use std::io;

/// Bytes that several threads can read at an offset.
pub trait ByteSource: Send + Sync {
    /// Returns the number of bytes.
    ///
    /// # Errors
    /// If the source fails.
    fn len(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes from `offset`.
    ///
    /// # Errors
    /// If the bytes do not exist or cannot be read.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Returns whether the source is empty.
    ///
    /// # Errors
    /// As for [`ByteSource::len`].
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }
}

impl ByteSource for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(target_family = "wasm")]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        use io::{Read, Seek};
        // On this platform only one thread reads.
        let mut file = self;
        file.seek(io::SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }

    #[cfg(windows)]
    fn read_at(&self, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(self, buffer, offset)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer = &mut buffer[read..];
            offset += read as u64;
        }
        Ok(())
    }
}

impl ByteSource for &'static [u8] {
    fn len(&self) -> io::Result<u64> {
        Ok(<[u8]>::len(self) as u64)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        read_slice_at(self, buffer, offset)
    }
}

impl ByteSource for Vec<u8> {
    fn len(&self) -> io::Result<u64> {
        Ok(self.as_slice().len() as u64)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        read_slice_at(self, buffer, offset)
    }
}

fn read_slice_at(slice: &[u8], buffer: &mut [u8], offset: u64) -> io::Result<()> {
    let from = usize::try_from(offset).ok();
    let bytes = from.and_then(|from| slice.get(from..)?.get(..buffer.len()));
    buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
    Ok(())
}
