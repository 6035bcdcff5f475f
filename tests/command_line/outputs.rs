//! Output that does not wait for its reader.

use std::os::fd::OwnedFd;

use crate::command;

/// A socket whose reader reads nothing is full after some answers.
#[test]
fn output_that_does_not_wait_for_its_reader_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (output, _reader) = std::os::unix::net::UnixStream::pair().unwrap();
    output.set_nonblocking(true).unwrap();
    let mut search = command(folder.path(), "search 4x4 --result win --limit 1000 --json");
    let search = search.stdout(OwnedFd::from(output)).output().unwrap();
    let error = String::from_utf8(search.stderr).unwrap();
    assert_eq!(search.status.code(), Some(1), "{error}");
    assert!(error.contains("standard output is set not to wait for its reader"), "{error}");
}
