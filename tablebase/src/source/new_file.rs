//! New files that replace old ones.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Creates a new file and replaces anything of this name. Links are not followed.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// Flushes the names in a folder to disk, so that a renamed file keeps its name if the power fails.
#[cfg(not(windows))]
pub(crate) fn flush_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems can flush only files.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        flushed => flushed,
    }
}

/// Does nothing: Windows does not open folders as files, and flushes names itself.
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
