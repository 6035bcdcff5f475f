//! Certificates as players: in games, and judged by the tables.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::{loa, loa_reading, project};

fn shipped(board: &str) -> String {
    let file = project().join("data/proofs").join(board);
    file.with_extension("proof").display().to_string()
}

fn events(printed: &str) -> Vec<Json> {
    let lines = printed.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Proves that Black wins 4x4, and returns the certificate's file.
fn proof_of_4x4(folder: &Path) -> String {
    let file = folder.join("4x4.proof").display().to_string();
    let prove = format!("prove 4x4 --winner x --rules normal --hash 1MiB --proof {file}");
    loa(folder, &prove).ok();
    file
}

#[test]
fn the_winner_of_a_proof_wins_its_games() {
    let folder = tempfile::tempdir().unwrap();
    for (color, board, plies) in [("black", "5x5", 13), ("white", "5x6", 26)] {
        let other = if color == "black" { "white" } else { "black" };
        for seed in 0..3 {
            let line = format!(
                "play --json --{color} proof:{} --{other} random --seed {seed}",
                shipped(board)
            );
            let events = events(&loa(folder.path(), &line).ok());
            let end = events.iter().find(|event| event["event"] == "end").unwrap();
            assert_eq!(end["result"], color, "{end}");
            let moves = events.iter().filter(|event| event["event"] == "move");
            assert!(moves.count() <= plies, "{board}");
            assert!(!events.iter().any(|event| event["event"] == "note"));
        }
    }
}

#[test]
fn a_certificate_that_is_built_in_plays_without_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let play = "play 5x5 --json --black proof --white random";
    let events = events(&loa(folder.path(), play).ok());
    let end = events.iter().find(|event| event["event"] == "end").unwrap();
    assert_eq!(end["result"], "black", "{end}");
    let wrong = loa(folder.path(), "play 5x5 --black person --white proof").failed(6);
    assert!(wrong.contains("no certificate that is built in"), "{wrong}");
}

#[test]
fn a_player_by_proof_is_refused_where_it_proves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let play = |rest: &str| format!("play {rest} --quiet");
    let proof = shipped("5x5");
    let refused = loa(
        folder.path(),
        &play(&format!("--black random --white proof:{proof}")),
    );
    let refused = refused.failed(6);
    assert!(refused.contains("does not prove that o wins"), "{refused}");
    let other = format!("start 5x6 --black proof:{proof} --white random");
    loa(folder.path(), &play(&other)).failed(6);
    let misere = format!("--black proof:{proof} --white random --rules misere");
    let misere = loa(folder.path(), &play(&misere)).failed(7);
    assert!(
        misere.contains("a win under normal, not under mover-pass-misere"),
        "{misere}"
    );

    let mut bytes = fs::read(&proof).unwrap();
    bytes[90] ^= 4;
    let damaged = folder.path().join("damaged.proof");
    fs::write(&damaged, bytes).unwrap();
    for line in [
        play(&format!(
            "--black proof:{} --white random",
            damaged.display()
        )),
        format!("judge proof:{}", damaged.display()),
    ] {
        let answer = loa(folder.path(), &line).failed(4);
        assert!(
            answer.contains("damaged.proof: the file is damaged"),
            "{answer}"
        );
    }
    loa(folder.path(), "play --black proof:nowhere --white random").failed(1);
}

#[test]
fn a_player_by_proof_goes_on_outside_and_prints_that() {
    let folder = tempfile::tempdir().unwrap();
    let proof = proof_of_4x4(folder.path());
    let sgf = folder.path().join("elsewhere.sgf");
    let moves = format!("b1-d1\na2-c2\nsave {}\nquit\n", sgf.display());
    let persons = "play start 4x4 --json --black person --white person";
    loa_reading(folder.path(), persons, &moves).ok();
    let line = format!("play --json --black proof:{proof} --white person --movetime 20");
    let input = format!("load {}\nquit\n", sgf.display());
    let events = events(&loa_reading(folder.path(), &line, &input).ok());
    let note = events
        .iter()
        .find(|event| event["event"] == "note")
        .unwrap();
    let text = note["message"].as_str().unwrap();
    assert!(
        text.contains("proves no win of the side to move here"),
        "{note}"
    );
}

#[test]
fn a_proof_is_judged_in_its_own_positions() {
    let folder = tempfile::tempdir().unwrap();
    let judge = format!("judge proof:{}", proof_of_4x4(folder.path()));
    let report = loa(folder.path(), &format!("{judge} --play 2 --json")).json();
    assert_eq!(report["all"]["kept"], report["positions"], "{report}");
    assert!(report["positions"].as_u64().unwrap() > 0);
    assert_eq!(
        (&report["board"], &report["protocol"]),
        (&"4x4".into(), &"none".into())
    );
    assert_eq!(report["passed"], true);
    for wrong in ["5x5", "--depth 3", "--suite nowhere"] {
        loa(folder.path(), &format!("{judge} {wrong}")).failed(2);
    }
    loa(folder.path(), "judge loa").failed(2);
}

#[test]
fn a_small_proof_is_shown_as_a_page_and_a_large_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("proof.html");
    let write = |board: &str| format!("proof page {} --html {}", shipped(board), page.display());
    let large = loa(folder.path(), &write("6x6")).failed(2);
    assert!(large.contains("at most 1000 moves"), "{large}");
    assert!(
        large.contains("loa proof line ") && !page.exists(),
        "{large}"
    );
    let answer = loa(folder.path(), &format!("{} --json", write("5x5"))).json();
    let written = fs::read_to_string(&page).unwrap();
    assert!(answer["positions"].as_u64().unwrap() > 0, "{answer}");
    assert!(written.contains("<title>5x5 under normal: Black wins within 13 plies</title>"));
}
