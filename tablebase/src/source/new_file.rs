//! New files in place of old ones.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Makes a new file in place of whatever has its name, which is not followed.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// Brings the names in a folder to the disk, so that a file which was renamed there keeps
/// its name when the power fails.
#[cfg(not(windows))]
pub(crate) fn flush_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems do that for files alone.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        flushed => flushed,
    }
}

/// Does nothing: Windows opens no folder as a file, and writes names down by itself.
#[cfg(windows)]
pub(crate) fn flush_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_replaced_and_what_it_leads_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other");
        fs::write(&other, "precious").unwrap();
        let part = folder.path().join("part");
        std::os::unix::fs::symlink(&other, &part).unwrap();
        create_anew(&part).unwrap();
        assert!(fs::symlink_metadata(&part).unwrap().is_file());
        assert_eq!(fs::read(&other).unwrap(), b"precious");
    }
}
