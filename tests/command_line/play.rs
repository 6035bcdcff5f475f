//! Games of `loa play` that are interrupted.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use crate::{Answer, command, signal};

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
