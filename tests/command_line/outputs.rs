//! Files that commands write.

use std::fs;
#[cfg(unix)]
use std::os::fd::OwnedFd;

use crate::{command, loa, project, reading};

/// A socket whose reader reads nothing is full after some answers.
#[cfg(unix)]
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

#[test]
fn drawings_and_saved_games_are_not_written_over_either() {
    let folder = tempfile::tempdir().unwrap();
    let suite = project().join("data/suites/4x4-mover-pass.suite");
    let drawing = folder.path().join("drawn/002.svg");
    fs::create_dir(drawing.parent().unwrap()).unwrap();
    fs::write(&drawing, "kept").unwrap();
    let line = format!("suite show {} --svg {}/drawn", suite.display(), folder.path().display());
    let refused = loa(folder.path(), &line).failed(2);
    assert!(refused.contains("002.svg exists: name another file"), "{refused}");
    assert_eq!(fs::read_dir(drawing.parent().unwrap()).unwrap().count(), 1);
    loa(folder.path(), &format!("{line} --force")).ok();
    assert!(fs::read_to_string(&drawing).unwrap().starts_with("<svg"));

    let game = folder.path().join("game.sgf");
    let play = "play start 4x4 --white person --sgf game.sgf";
    fs::write(&game, "kept").unwrap();
    // A file without a folder is in the current folder.
    let played = |line: &str| {
        reading(command(folder.path(), line).current_dir(folder.path()), "b1-b3\nquit\n")
    };
    let refused = played(play).failed(2);
    assert!(refused.contains("exists: name another file"), "{refused}");
    assert_eq!(fs::read_to_string(&game).unwrap(), "kept");
    played(&format!("{play} --force")).ok();
    assert!(fs::read_to_string(&game).unwrap().contains("B[b1-b3]"));
}
