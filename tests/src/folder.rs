//! Folders that go with the test.

use std::path::Path;

use tempfile::TempDir;

/// Returns a new folder, in memory where the system has one there: what a stop leaves is
/// made by hand in tests, and waiting for a disk would take most of their time.
///
/// # Panics
/// If there is no room for temporary files.
pub fn in_memory() -> TempDir {
    let memory = Path::new("/dev/shm");
    let in_memory = memory.is_dir().then(|| tempfile::tempdir_in(memory).ok());
    let folder = in_memory.flatten().map_or_else(tempfile::tempdir, Ok);
    folder.expect("a folder for temporary files")
}
