//! Files read at an offset.

use std::fs::File;
use std::io;

/// Fills `bytes` from an offset of a file on, while other threads read elsewhere.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] where the file ends before, and whatever keeps it from
/// being read.
#[cfg(unix)]
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` from an offset of a file on, while other threads read elsewhere.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] where the file ends before, and whatever keeps it from
/// being read.
#[cfg(windows)]
pub fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_read(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Fills `bytes` from an offset of a file on. WebAssembly has no threads to read elsewhere.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] where the file ends before, and whatever keeps it from
/// being read.
#[cfg(not(any(unix, windows)))]
pub fn read_exact_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    use io::{Read, Seek};
    file.seek(io::SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}
