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
    /// The path is a folder.
    #[error("{name} is a folder")]
    Folder {
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

/// Returns a path as text. Bytes that are not UTF-8 are written as `\xff`.
pub fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

/// Returns the bytes of a file, or of a pipe to its end.
///
/// # Errors
/// If the file cannot be read, is a folder or is longer than [`MOST_BYTES`].
pub fn read_file(path: impl AsRef<Path>) -> Result<Vec<u8>, FileError> {
    let path = path.as_ref();
    let name = path_text(path);
    let failed = |source| FileError::Io { name: name.clone(), source };
    if std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Err(FileError::Folder { name });
    }
    read_all(File::open(path).map_err(failed)?, &name)
}

/// Returns the text of a file, as [`decoded`] reads it.
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
    fn folders_and_endless_devices_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for place in [folder.path(), Path::new("/dev/zero"), Path::new("/no/such/file")] {
            let refused = read_file(place).unwrap_err().to_string();
            assert!(refused.starts_with(place.to_str().unwrap()), "{refused}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_two_paths_of_other_bytes_read_alike() {
        use std::os::unix::ffi::OsStrExt;

        let text = |bytes| path_text(Path::new(std::ffi::OsStr::from_bytes(bytes)));
        assert_eq!(text("é/b.loa".as_bytes()), "é/b.loa");
        assert_eq!([text(b"\xffb\xc3"), text(b"\xfeb\xc3")], ["\\xffb\\xc3", "\\xfeb\\xc3"]);
    }
}
