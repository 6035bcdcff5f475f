//! New files in place of old ones.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Makes a new file in place of whatever has its name, which is not followed.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
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
