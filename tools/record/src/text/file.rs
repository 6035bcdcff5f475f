//! Reads files of bounded length.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::encoding::decoded;

/// The maximum size of a game or a suite in bytes: thousands of either are shorter.
pub const MOST_BYTES: u64 = 8 << 20;

/// Input that cannot be read. `name` is the file's path, or another name of the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system cannot open or read the input.
    #[error("{name}: {source}")]
    Io {
        /// The name of the input.
        name: String,
        /// The system's error.
        source: io::Error,
    },
    /// A folder, a device or a pipe. Devices and pipes can be endless, and opening a pipe can wait
    /// forever.
    #[error("{name} is not a regular file")]
    NotRegular {
        /// The name of the input.
        name: String,
    },
    /// The input is longer than [`MOST_BYTES`].
    #[error("{name} is longer than {} MiB, the most that is read", MOST_BYTES >> 20)]
    TooLong {
        /// The name of the input.
        name: String,
    },
}

/// Returns the bytes of a regular file.
///
/// # Errors
/// If the file cannot be read, is not a regular file or is longer than [`MOST_BYTES`].
pub fn read_file(path: impl AsRef<Path>) -> Result<Vec<u8>, FileError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let failed = |source| FileError::Io { name: name.clone(), source };
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(FileError::NotRegular { name });
    }
    read_all(File::open(path).map_err(failed)?, &name)
}

/// Returns the text of a regular file, as [`decoded`] reads it.
///
/// # Errors
/// As for [`read_file`].
pub fn read_text(path: impl AsRef<Path>) -> Result<String, FileError> {
    read_file(path).map(decoded)
}

/// Returns all bytes of a reader, which errors call `name`.
///
/// # Errors
/// If reading fails, or the input is longer than [`MOST_BYTES`].
pub fn read_all(reader: impl Read, name: &str) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = reader.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    let name = name.to_owned();
    match read {
        Err(source) => Err(FileError::Io { name, source }),
        Ok(_) if bytes.len() as u64 > MOST_BYTES => Err(FileError::TooLong { name }),
        Ok(_) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_that_is_too_long_is_refused_before_it_is_held() {
        let most = read_all(io::repeat(b'a').take(MOST_BYTES), "it").unwrap();
        assert_eq!(most.len() as u64, MOST_BYTES);
        let refused = read_all(io::repeat(b'a'), "endless").unwrap_err();
        assert_eq!(refused.to_string(), "endless is longer than 8 MiB, the most that is read");
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        for place in [folder.path(), Path::new("/dev/zero"), Path::new("/no/such/file")] {
            let refused = read_file(place).unwrap_err().to_string();
            assert!(refused.starts_with(place.to_str().unwrap()), "{refused}");
        }
    }
}
