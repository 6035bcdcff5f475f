//! Tests of whole solves.

mod interruption;
mod refusal;
mod torn;

use std::path::Path;

use tempfile::TempDir;

/// A folder in memory where the system has one there: waiting for a disk would take
/// most of the time.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let in_memory = memory.is_dir().then(|| tempfile::tempdir_in(memory).ok());
    in_memory
        .flatten()
        .unwrap_or_else(|| tempfile::tempdir().unwrap())
}
