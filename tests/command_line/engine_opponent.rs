//! Engines in `loa play`.

use std::path::Path;

use serde_json::Value as Json;

use crate::loa;

#[test]
fn an_engine_says_what_its_moves_are_worth() {
    let none = Path::new("no tables here");
    let game = "play start 3x3 --json --black engine --white random --movetime 20 --seed 1";
    let printed = loa(none, game).ok();
    let events = printed.lines().map(|line| serde_json::from_str(line).unwrap());
    let moves: Vec<Json> = events.filter(|event: &Json| event["event"] == "move").collect();
    assert!(!moves.is_empty());
    for played in &moves {
        let is_engine = played["side"] == "black";
        let has_score = !played["score"].is_null() || !played["category"].is_null();
        assert_eq!(has_score, is_engine, "{played}");
        assert_eq!(played.get("estimate").is_some(), is_engine, "{played}");
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
