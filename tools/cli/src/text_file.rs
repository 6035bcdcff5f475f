//! Text of bounded length from files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::failure::{Failure, Status};

/// The most bytes of a game or a suite: thousands of either are shorter.
pub(crate) const MOST_BYTES: u64 = 8 << 20;

/// Returns the bytes of a file.
///
/// # Errors
/// When it cannot be read, is longer than [`MOST_BYTES`], or is no regular file:
/// devices and pipes can be without end, and opening a pipe can wait for ever.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let name = file.display();
    let failed = |error| Failure::new(Status::Failed, format!("{name}: {error}"));
    let metadata = std::fs::metadata(file).map_err(failed)?;
    if !metadata.is_file() {
        let message = format!("{name} is not a regular file");
        return Err(Failure::new(Status::Failed, message));
    }
    read_all(File::open(file).map_err(failed)?, &name.to_string())
}

/// Returns all bytes of a reader.
///
/// # Errors
/// When reading fails, or there are more than [`MOST_BYTES`].
pub(crate) fn read_all(reader: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = reader.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::new(Status::Failed, format!("{name}: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        let message = format!("{name} is longer than {most} MiB, the most that is read");
        return Err(Failure::new(Status::Failed, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_refused_before_it_is_held() {
        let most = read_all(std::io::repeat(b'a').take(MOST_BYTES), "it").unwrap();
        assert_eq!(most.len() as u64, MOST_BYTES);
        let refused = read_all(std::io::repeat(b'a'), "endless").unwrap_err();
        assert_eq!(
            refused.message,
            "endless is longer than 8 MiB, the most that is read"
        );
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        for place in [
            folder.path(),
            Path::new("/dev/zero"),
            Path::new("/no/such/file"),
        ] {
            let refused = read(place).unwrap_err();
            let name = place.display().to_string();
            assert!(refused.message.starts_with(&name), "{}", refused.message);
        }
    }
}
