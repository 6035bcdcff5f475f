//! Certificates as players: in games, and judged by the tables.

use serde_json::Value as Json;

use crate::{loa, project};

fn shipped(board: &str) -> String {
    let file = project().join("data/proofs").join(board);
    file.with_extension("proof").display().to_string()
}

fn events(printed: &str) -> Vec<Json> {
    let lines = printed.lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
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
