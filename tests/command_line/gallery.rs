//! The games of the gallery.

use serde_json::{Value as Json, json};

use crate::{loa_reading, project};

/// The review reads a game as it reads any record: it stops at an illegal move, and knows the values
/// of 4x4, whose tables are built in.
#[test]
fn a_game_of_the_gallery_is_best_play_to_the_end_that_it_names() {
    let none = tempfile::tempdir().unwrap();
    let text = std::fs::read(project().join("data/gallery/gallery.json")).unwrap();
    let wonders: Vec<Json> = serde_json::from_slice(&text).unwrap();
    let mut looked_up = 0;
    for wonder in wonders.iter().filter(|wonder| wonder["walk"].is_null()) {
        let record = wonder["record"].to_string();
        let review = loa_reading(none.path(), "ask /api/review --body -", &record).json();
        let winner = if wonder["winner"] == "x" { "black" } else { "white" };
        assert_eq!((&review["stopped"], &review["end"]["result"]), (&Json::Null, &json!(winner)));
        let moves = review["moves"].as_array().unwrap();
        for (ply, plies) in moves.iter().zip((1..=moves.len()).rev()) {
            let category = if ply["side"] == winner { "win" } else { "loss" };
            for worth in [&ply["played"], &ply["best"]].into_iter().filter(|one| one.is_object()) {
                assert_eq!(worth["category"], category, "{wonder}");
                assert_eq!(worth["plies"], plies, "{wonder}");
                looked_up += 1;
            }
        }
    }
    assert!(looked_up >= 80, "{looked_up}");
}
