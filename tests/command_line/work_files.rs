//! Work folders written by someone else: every table is right, nothing outside the folder changes,
//! and nothing waits forever.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{assert_same_files, files, loa};

/// Creates the work folder of a board.
fn work_folder(tables: &Path, board: &str) -> PathBuf {
    let work = tables.join("mover-pass").join(board).join("work");
    fs::create_dir_all(&work).unwrap();
    work
}

#[cfg(unix)]
#[test]
fn links_and_pipes_in_a_work_folder_are_neither_followed_nor_waited_for() {
    let whole = tempfile::tempdir().unwrap();
    loa(whole.path(), "solve 3x3 -q").ok();
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let precious = other.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    for target in [&precious, Path::new("/dev/zero"), Path::new("pipe")] {
        for name in ["values", "states", "log", "record", "record.new"] {
            let at = work_folder(folder.path(), "3x3").join(format!("2v2.{name}"));
            if target == Path::new("pipe") {
                let made = std::process::Command::new("mkfifo").arg(&at).status();
                assert!(made.unwrap().success());
            } else {
                std::os::unix::fs::symlink(target, &at).unwrap();
            }
            loa(folder.path(), "solve 3x3 -q").ok();
            assert_same_files(&files(folder.path()), &files(whole.path()));
            assert_eq!(fs::read(&precious).unwrap(), b"precious", "{name}");
            fs::remove_dir_all(folder.path().join("mover-pass")).unwrap();
        }
    }
}
