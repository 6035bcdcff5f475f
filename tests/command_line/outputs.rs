//! Files that commands write.

use std::fs;
#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::path::Path;

use crate::{command, loa, project, reading};

/// Returns commands that write the file `out`, and whether they append to a file of games.
fn writers(folder: &Path) -> Vec<(String, bool)> {
    let engine = format!("'{} engine --no-tables'", env!("CARGO_BIN_EXE_loa"));
    let few = "--movetime 20 --quiet";
    let judge = format!("judge {engine} 4x4 --positions 1 --fail-on never {few}");
    let matched = format!("match {engine} {engine} 4x4 --games 2 {few}");
    let out = folder.join("out");
    fs::write(folder.join("game.txt"), "start 4x4\nb1-b3 a2-a4").unwrap();
    let game = folder.join("game.txt").display().to_string();
    [
        (format!("review {game} --sgf"), false),
        (format!("{judge} --html"), false),
        (format!("{judge} --log"), false),
        (format!("{matched} --log"), false),
        (format!("{matched} --sgf"), true),
        ("prove 4x4 --hash 1MiB --quiet --proof".to_owned(), false),
        ("play start 4x4 --black random --white random --sgf".to_owned(), false),
    ]
    .map(|(line, adds)| (format!("{line} {}", out.display()), adds))
    .into()
}

#[test]
fn no_output_is_written_over_a_file_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (line, adds) in writers(folder.path()) {
        fs::write(&out, "kept").unwrap();
        let refused = loa(folder.path(), &line);
        assert_eq!(
            (refused.status, refused.stdout.as_str()),
            (2, ""),
            "{line}: {}",
            refused.stderr
        );
        assert!(refused.stderr.contains(" --force"), "{line}: {}", refused.stderr);
        assert_eq!(fs::read_to_string(&out).unwrap(), "kept", "{line}");
        loa(folder.path(), &format!("{line} --force")).ok();
        let forced = fs::read(&out).unwrap();
        assert!(!forced.is_empty() && !forced.starts_with(b"kept"), "{line}");
        fs::remove_file(&out).unwrap();
        loa(folder.path(), &line).ok();
        let first = fs::read(&out).unwrap();
        let again = loa(folder.path(), &line);
        assert_eq!(again.status, if adds { 0 } else { 2 }, "{line}: {}", again.stderr);
        let now = fs::read(&out).unwrap();
        assert!(now.starts_with(&first) && (now.len() > first.len()) == adds, "{line}");
    }
}

/// A device that cannot be written to stands in for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn no_output_that_is_not_written_goes_unnoticed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    for (line, _) in writers(folder.path()) {
        let answer = loa(folder.path(), &line.replace(&out, "/dev/full"));
        let error = &answer.stderr;
        assert_eq!(answer.status, 1, "{line}: {error}");
        assert!(error.contains("/dev/full: No space left on device"), "{line}: {error}");
    }
}

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
    let input = format!("b1-b3\nsave {}\nquit\n", game.display());
    let play = "play start 4x4 --white person --json";
    fs::write(&game, "kept").unwrap();
    // A file saved without a folder is in the current folder.
    let played =
        |line: &str| reading(command(folder.path(), line).current_dir(folder.path()), &input).ok();
    let refused = played(play);
    assert!(refused.contains("exists: name another file"), "{refused}");
    assert_eq!(fs::read_to_string(&game).unwrap(), "kept");
    played(&format!("{play} --force"));
    assert!(fs::read_to_string(&game).unwrap().contains("B[b1-b3]"));
}
