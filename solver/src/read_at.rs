//! Files read at an offset.

use std::fs::File;
use std::io;

/// Fills `bytes` from the given offset of a file. Other threads may read elsewhere in it meanwhile.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] if the file ends too early; otherwise the error of the read.
#[cfg(unix)]
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` from the given offset of a file. Other threads may read elsewhere in it meanwhile.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] if the file ends too early; otherwise the error of the read.
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

/// Fills `bytes` from the given offset of a file. WebAssembly has no threads to read elsewhere.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] if the file ends too early; otherwise the error of the read.
#[cfg(not(any(unix, windows)))]
pub fn read_exact_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    use io::{Read, Seek};
    file.seek(io::SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}
