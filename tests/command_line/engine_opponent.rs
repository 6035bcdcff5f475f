//! Engines in `loa play`.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::dialogue::Dialogue;
use crate::{command, loa, reading};

/// An engine of a few lines: writes given answers to each question, in
/// order, and writes down what it hears.
fn shell_engine(folder: &Path, answers: &str) -> String {
    let script = folder.join("engine.sh");
    let heard = folder.join("heard");
    let text = format!(
        "set -- {answers}\n\
         while read -r line; do\n\
           echo \"$line\" >> {heard}\n\
           case \"$line\" in\n\
             uci) echo 'id name Shelly'; echo uciok;;\n\
             isready) echo readyok;;\n\
             go*) echo \"bestmove $1\"; shift;;\n\
             quit) exit;;\n\
           esac\n\
         done\n",
        heard = heard.display()
    );
    std::fs::write(&script, text).unwrap();
    format!("\"engine:sh {}\"", script.display())
}

#[test]
fn an_engine_plays_and_hears_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let engine = shell_engine(folder.path(), "b1-b3 b4-b2");
    let play = format!("play start 4x4 --json --black {engine} --white perfect --movetime 50");
    let printed = loa(folder.path(), &play).ok();
    let events: Vec<Json> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events[0]["black"], "Shelly");
    let end = &events[events.len() - 2];
    assert_eq!(
        (&end["event"], &end["result"]),
        (&json!("end"), &json!("black"))
    );
    let heard = std::fs::read_to_string(folder.path().join("heard")).unwrap();
    let expected = "position fen 1xx1/o2o/o2o/1xx1 x moves b1-b3 a2-a4\ngo movetime 50\nquit\n";
    assert!(
        heard.contains("setoption name Rules value mover-pass"),
        "{heard}"
    );
    assert!(heard.ends_with(expected), "{heard}");
}

#[test]
fn an_engine_says_what_its_moves_are_worth() {
    let none = Path::new("no tables here");
    let game = "play start 3x3 --json --black engine --white random --movetime 20 --seed 1";
    let printed = loa(none, game).ok();
    let events = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let moves: Vec<Json> = events
        .filter(|event: &Json| event["event"] == "move")
        .collect();
    assert!(!moves.is_empty());
    for played in &moves {
        let is_engine = played["side"] == "black";
        let has_score = !played["score"].is_null() || !played["category"].is_null();
        assert_eq!(has_score, is_engine, "{played}");
        assert_eq!(played.get("estimate").is_some(), is_engine, "{played}");
    }
}

#[test]
fn an_engine_that_fails_ends_the_session_after_the_game_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let engine = shell_engine(folder.path(), "b1-b3 b4-b1");
    let play = format!("play start 4x4 --black {engine} --white perfect");
    let mut play = command(folder.path(), &play);
    let answer = reading(play.current_dir(folder.path()), "");
    for printed in [
        "not over after 2 moves",
        "the game is saved in loa-game-1.sgf",
    ] {
        assert!(answer.stdout.contains(printed), "{}", answer.stdout);
    }
    let saved = std::fs::read_to_string(folder.path().join("loa-game-1.sgf")).unwrap();
    assert!(saved.contains(";B[b1-b3];W[a2-a4])"), "{saved}");
    let printed = answer.failed(1);
    assert!(
        printed.contains("engine.sh") && printed.contains("illegal move: 'b4-b1'"),
        "{printed}"
    );
    let missing = loa(
        folder.path(),
        "play start 4x4 --white engine:/no/such/program",
    );
    assert!(missing.failed(1).contains("could not start"));
}

#[test]
fn where_no_tables_reach_the_built_in_engine_plays_by_default() {
    for (start, white) in [("5x5", "engine"), ("8x8", "engine"), ("4x4", "perfect")] {
        let mut game = Dialogue::with(&format!("play start {start} --json --movetime 30"));
        assert_eq!(game.event("start")["white"], white, "{start}");
        game.say("b1-b3");
        assert_eq!(game.event("move")["side"], "black");
        assert_eq!(game.event("move")["side"], "white");
        game.close();
    }
}

#[test]
fn the_built_in_engine_goes_by_the_tables_where_they_reach() {
    let none = Path::new("no tables here");
    for seed in 0..3 {
        let play = format!("play scrambled 4x4 --json --seed {seed} --movetime 100");
        let printed = loa(none, &format!("{play} --black random --white engine")).ok();
        let history: Json = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
        let white = &history["summary"]["white"];
        assert!(white["moves"].as_u64().unwrap() > 0, "{printed}");
        assert_eq!(white["best"], white["moves"], "{printed}");
    }
}
