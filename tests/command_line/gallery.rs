//! The games of the gallery.

use loa_record::Game;
use loa_solver::{Color, Position, Preset, Value};
use loa_tablebase::Tablebase;
use serde_json::Value as Json;

use crate::project;

/// The game is legal and ends as it says. The built-in tables of 4x4 know the distance of each position.
#[test]
fn a_game_of_the_gallery_is_best_play_to_the_end_that_it_names() {
    let text = std::fs::read(project().join("data/gallery/gallery.json")).unwrap();
    let wonders: Vec<Json> = serde_json::from_slice(&text).unwrap();
    let (tables, mut looked_up) = (Tablebase::embedded(Default::default()), 0);
    for wonder in wonders.iter().filter(|wonder| wonder["walk"].is_null()) {
        let record = &wonder["record"];
        let preset: Preset = record["rules"].as_str().unwrap().parse().unwrap();
        let start: Position = record["position"].as_str().unwrap().parse().unwrap();
        let mut game = Game::new(preset, start);
        for text in record["lines"][0]["moves"].as_array().unwrap() {
            let played = preset.rules.parse_move(game.position(), text.as_str().unwrap()).unwrap();
            game.play(played).unwrap();
        }
        let winner = if wonder["winner"] == "x" { Color::Black } else { Color::White };
        assert_eq!(game.end().and_then(|end| end.winner), Some(winner), "{wonder}");
        for (position, plies) in game.positions().iter().zip((0..=game.moves().len()).rev()) {
            if let Ok(value) = tables.answer(position) {
                let plies = plies as u16;
                let is_won = position.turn() == winner;
                let expected = if is_won { Value::Win(plies) } else { Value::Loss(plies) };
                assert_eq!(value, expected, "{wonder} {position}");
                looked_up += 1;
            }
        }
    }
    assert!(looked_up >= 40, "{looked_up}");
}
