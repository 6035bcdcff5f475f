//! Folders for tests, and the files in folders.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Returns a new folder, in memory if the system offers that. Tests of interruptions create the
/// remains themselves, and waiting for a disk would take most of their time.
///
/// # Panics
/// If temporary files have no space.
pub fn in_memory() -> TempDir {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    folder.expect("a folder for temporary files")
}

/// Returns the files below a folder in order, except those in hidden folders, in `target` and in
/// `node_modules`.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if !path.is_dir() {
                files.push(path);
            } else if !name.starts_with('.') && name != "target" && name != "node_modules" {
                folders.push(path);
            }
        }
    }
    files.sort();
    files
}
