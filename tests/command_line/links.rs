//! Links and pipes that lie in a folder of tables: no command writes through them.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::loa;

#[test]
fn nothing_is_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("mover-pass/3x3");
    fs::create_dir_all(&board).unwrap();
    let precious = folder.path().join("precious");
    fs::write(&precious, "kept").unwrap();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("2v2.states"), "kept").unwrap();

    for (name, to) in [(".lock", &precious), ("work", &elsewhere)] {
        let link = board.join(name);
        symlink(to, &link).unwrap();
        let printed = loa(folder.path(), "solve 3x3 -q").failed(1);
        assert!(printed.contains(link.to_str().unwrap()), "{printed}");
        fs::remove_file(&link).unwrap();
    }
    // Temporary files are made anew, and a table is replaced by renaming.
    for name in ["2v2.loa.part", "2v2.loa"] {
        symlink(&precious, board.join(name)).unwrap();
    }
    loa(folder.path(), "solve 3x3 -q").ok();
    let table = fs::symlink_metadata(board.join("2v2.loa")).unwrap();
    assert!(table.is_file());
    assert_eq!(fs::read(&precious).unwrap(), b"kept");
    assert_eq!(fs::read(elsewhere.join("2v2.states")).unwrap(), b"kept");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1);
}

#[test]
fn a_pipe_in_place_of_the_lock_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("mover-pass/3x3");
    fs::create_dir_all(&board).unwrap();
    let made = Command::new("mkfifo").arg(board.join(".lock")).status();
    assert!(made.unwrap().success());
    let printed = loa(folder.path(), "solve 3x3 -q").failed(1);
    assert!(printed.contains("no plain file"), "{printed}");
}

#[test]
fn the_folder_of_a_board_may_lie_elsewhere() {
    let (folder, disk) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(folder.path().join("mover-pass")).unwrap();
    symlink(disk.path(), folder.path().join("mover-pass/3x3")).unwrap();
    loa(folder.path(), "solve 3x3 -q").ok();
    assert!(disk.path().join("2v2.loa").is_file());
}
