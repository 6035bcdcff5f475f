//! Tests that written games keep their meaning when read, and that records lose nothing.

#[cfg(feature = "random")]
mod copies;
#[cfg(feature = "random")]
mod fuzz;
mod records;
#[cfg(feature = "random")]
#[path = "../../../../../tests/src/fuzz.rs"]
mod support;

use loa_solver::Preset;

use super::error::MOST_MOVES;
use super::{GameTree, read, read_games};
#[cfg(feature = "random")]
use crate::random::Pcg64;

/// Reads any text and writes what was found in it.
fn any_text(text: &str) {
    let games = read_games(text);
    let number = games.number();
    assert!(number > 0, "{text:?}");
    let mut read = 0;
    for record in games {
        read += 1;
        if let Ok(record) = record {
            record.notices(Preset::default());
            let (game, _) = record.replay(Preset::default());
            record.with(&game).to_sgf();
        }
    }
    assert_eq!(read, number, "{text:?}");
}

#[test]
fn joined_games_keep_what_each_says_of_a_move() {
    let texts = ["(;GM[9];B[b1-b3]C[one])", "(;GM[9];B[b1-b3]C[two]TE[1];W[a2-c2])"];
    let joined = GameTree::joined(texts.map(|text| read(text).unwrap())).unwrap();
    assert!(joined.to_sgf().contains(";B[b1-b3]C[one]TE[1];W[a2-c2]"), "{}", joined.to_sgf());
}

#[test]
fn long_games_and_many_variations_are_read_within_bounds() {
    let long = format!("(;GM[9]{})", ";B[b1-b3];W[a2-a4]".repeat(MOST_MOVES / 2));
    assert_eq!(read(&long).unwrap().to_sgf().lines().count(), 1 + MOST_MOVES / 8);
    let deep = "(;B[b1-b3]".repeat(MOST_MOVES) + &")".repeat(MOST_MOVES);
    assert_eq!(read(&deep).unwrap().to_sgf().matches(";B[b1-b3]").count(), MOST_MOVES);
    let longer = read(&format!("(;{})", ";B[b1-b3]".repeat(MOST_MOVES + 1)));
    assert!(longer.unwrap_err().to_string().ends_with("more than 10000 moves"));

    let notices = |text: &str| read(text).unwrap().notices(Preset::default());
    assert_eq!(notices(&format!("(;GM[9]{})", "(;B[b1-b4])".repeat(500))).len(), 101);
    let moves: String = ('a'..='h')
        .flat_map(|file| (1..=8).map(move |rank| format!("(;B[{file}{rank}-a9])")))
        .collect();
    let notices = notices(&format!("(;GM[9](;B[b1-b3]){moves}{})", "(;W[a1-b9])".repeat(60)));
    assert_eq!(notices.len(), 101);
    assert_eq!(notices[100].to_string(), "variations after the first 100 are not read");
}
