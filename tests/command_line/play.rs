//! `loa play`: games over a pipe, against perfect play and without it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::{Answer, command, loa_reading};

/// Ctrl-C, while a person is asked or the engine in the program thinks.
#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved() {
    for moves in ["b1-b3", "b1-b3\na2-c2"] {
        let folder = tempfile::tempdir().unwrap();
        let line = "play start 5x5 --white person --black person";
        let line = if moves.contains('\n') {
            line.to_owned()
        } else {
            line.replace("--white person", "--white engine --movetime 100000")
        };
        let mut play = command(Path::new("no tables here"), &line);
        play.current_dir(folder.path()).stdin(Stdio::piped());
        let mut play = play.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Held open until the end, for the end of input ends a session as well.
        let mut stdin = play.stdin.take().unwrap();
        writeln!(stdin, "{moves}").unwrap();
        let mut lines = BufReader::new(play.stdout.as_mut().unwrap()).lines();
        let last = ["1. ", "1... "][moves.lines().count() - 1];
        assert!(lines.any(|line| line.unwrap().starts_with(last)));
        let pid = play.id().to_string();
        let interrupted = Command::new("kill").args(["-s", "INT", &pid]).status();
        assert!(interrupted.unwrap().success());
        let answer = Answer::of(play.wait_with_output().unwrap());
        drop(stdin);
        assert_eq!(answer.failed(130), "loa: interrupted");
        let saved = std::fs::read_to_string(folder.path().join("loa-game-1.sgf")).unwrap();
        assert_eq!(saved.matches(';').count(), 1 + moves.lines().count(), "{saved}");
    }
}

#[test]
fn a_game_that_is_loaded_goes_on_without_tables_and_says_so_once() {
    let none = Path::new("no tables here");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    std::fs::write(&file, "start 5x5\n").unwrap();
    let play = "play start 4x4 --json --seed 5 --black perfect --white person";
    let load = format!("undo\nload {}\na2-a4\na3-a5\nb1-b1\nquit\n", file.display());
    let printed = loa_reading(none, play, &load).ok();
    let events: Vec<Json> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let notes: Vec<&Json> = events.iter().filter(|event| event["event"] == "note").collect();
    assert_eq!(notes.len(), 1, "{printed}");
    let note = notes[0]["message"].as_str().unwrap();
    assert!(note.contains("loa solve 5x5"), "{note}");
    assert_eq!(loa_reading(none, play, &load).ok(), printed, "a seed makes the same game");
    let asked: Vec<Json> =
        loa_reading(none, "play start 5x5 --white person --json", "hint\nvalues\n")
            .ok()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
    let event = |kind: &str| asked.iter().find(|event| event["event"] == kind).unwrap();
    let (hint, values) = (event("hint"), event("values"));
    for value in [hint, &values["moves"][0]] {
        let is_marked = value["estimate"] == value["category"].is_null();
        assert!(is_marked && value["depth"].as_u64() >= Some(1), "{value}");
    }
    assert!(values["moves"].as_array().unwrap().len() > 5, "{values}");
    let words = "play start 8x8 --white person --movetime 60";
    let printed = loa_reading(none, words, "hint\nvalues\n").ok();
    assert!(printed.contains("by the engine:"), "{printed}");
    // The hint and the best of all values are one answer.
    let estimates: Vec<&str> = printed.lines().filter(|line| line.contains(" at depth ")).collect();
    assert_eq!(estimates[0], estimates[1], "{printed}");
    assert!(estimates.len() > 2, "{printed}");
}
