//! `loa play --resume`, and `new` within a session.

use serde_json::Value as Json;

use crate::{command, reading};

#[test]
fn a_saved_game_is_resumed_and_another_begun() {
    let folder = tempfile::tempdir().unwrap();
    let play = |words: &str, input: &str| {
        let mut run = command(folder.path(), &format!("play {words} --white person"));
        reading(run.current_dir(folder.path()), input)
    };
    let none = play("--resume", "");
    assert!(
        none.status == 1 && none.stderr.contains("to go on with"),
        "{}",
        none.stderr
    );
    // The end of input saves the game that is not over.
    let first = play("start 4x4", "b1-d1\n").ok();
    assert!(
        first.contains("loa play --resume loa-game-1.sgf"),
        "{first}"
    );
    assert!(first.contains("[x]"), "the last move is marked: {first}");
    let resumed = play("--resume --json", "board\nnew\nboard\nquit\n").ok();
    let events: Vec<Json> = resumed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let positions = events.iter().filter(|event| event["event"] == "position");
    let positions: Vec<&str> = positions
        .map(|event| event["position"].as_str().unwrap())
        .collect();
    let (after, start) = ("1xx1/o2o/o2o/2xx o", "1xx1/o2o/o2o/1xx1 x");
    assert_eq!(positions, [after, after, start, start]);
    let named = play("--resume loa-game-1.sgf", "board\nquit\n").ok();
    assert!(named.contains("white (o) to move"), "{named}");
}
