//! `loa play`: games over a pipe, against engines and certificates.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use crate::{Answer, command, loa, loa_reading, signal};

/// Interrupts a game while a person is asked or the built-in engine thinks.
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
        // Held open until the end, because the end of input ends a session too.
        let mut stdin = play.stdin.take().unwrap();
        writeln!(stdin, "{moves}").unwrap();
        let mut lines = BufReader::new(play.stdout.as_mut().unwrap()).lines();
        let last = ["1. ", "1... "][moves.lines().count() - 1];
        assert!(lines.any(|line| line.unwrap().starts_with(last)));
        signal(&play, "INT");
        let answer = Answer::of(play.wait_with_output().unwrap());
        drop(stdin);
        assert_eq!(answer.failed(130), "loa: interrupted");
        let saved = std::fs::read_to_string(folder.path().join("loa-game-1.sgf")).unwrap();
        assert_eq!(saved.matches(';').count(), 1 + moves.lines().count(), "{saved}");
    }
}

#[test]
fn the_engine_advises_where_tables_end() {
    let none = Path::new("no tables here");
    let asked = "play start 5x5 --white person --json";
    let asked = loa_reading(none, asked, "hint\nvalues\n").events();
    let event = |kind: &str| asked.iter().find(|event| event["event"] == kind).unwrap();
    let (hint, values) = (event("hint"), event("values"));
    for value in [hint, &values["moves"][0]] {
        let is_marked = (value["basis"] == "estimate") == value["category"].is_null();
        assert!(is_marked && value["depth"].as_u64() >= Some(1), "{value}");
    }
    assert!(values["moves"].as_array().unwrap().len() > 5, "{values}");
    let words = "play start 8x8 --white person --movetime 60";
    let printed = loa_reading(none, words, "hint\nvalues\n").ok();
    assert!(printed.contains("not proved\nmoves by the engine:\n"), "{printed}");
    // The hint and the best of all values come from one answer.
    let moves =
        printed.lines().filter(|line| line.starts_with("  ") && line.contains(" at depth "));
    let estimates: Vec<&str> = moves.collect();
    assert_eq!(estimates[0], estimates[1], "{printed}");
    assert!(estimates.len() > 2, "{printed}");
}

#[test]
fn an_engine_says_what_its_moves_are_worth() {
    let none = Path::new("no tables here");
    let game = "play start 3x3 --json --black engine --white random --movetime 20 --seed 1";
    let mut moves = loa(none, game).events();
    moves.retain(|event| event["event"] == "move");
    assert!(!moves.is_empty());
    for played in &moves {
        let is_engine = played["side"] == "black";
        let has_score = !played["score"].is_null() || !played["category"].is_null();
        assert_eq!(has_score, is_engine, "{played}");
        assert_eq!(played.get("basis").is_some(), is_engine, "{played}");
    }
}

#[test]
fn a_game_by_a_proof_says_what_it_waits_for() {
    let folder = tempfile::tempdir().unwrap();
    let line = "play 5x5 --rules misere --black proof --white random --seed 1 --json";
    let answer = loa(folder.path(), line);
    let note = "built-in 5x5-misere: checking 23,207 moves before the first answer\n";
    assert!(answer.stderr.ends_with(note), "{}", answer.stderr);
    let end = answer.events().into_iter().find(|event| event["event"] == "end").unwrap();
    assert_eq!(end["result"], "black", "{end}");
}
