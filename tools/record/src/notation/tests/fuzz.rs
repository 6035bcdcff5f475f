//! Damaged records are refused, or read as games that survive writing and reading.

use std::time::{Duration, Instant};

use super::any_text;
use super::copies::random_game;
use super::support::{fuzz, mangled, of_parts};
use crate::notation::error::MOST_MOVES;
use crate::notation::{GameTree, Players, decode, read, read_games};

const PARTS: [&str; 24] = [
    "(", ")", ";", "[", "]", "\\", "\n", " ", ":", "-", "B", "W", "AB", "AW", "AE", "SZ", "PL",
    "a1", "b3", "8", "resign", "\u{1b}", "\u{202e}", "é",
];
const WORDS: [&str; 20] = [
    "start 4x4",
    "scrambled",
    "1xx1/o2o/o2o/1xx1 x",
    "\n",
    " ",
    "1.",
    "b1-b3",
    "a2xc4",
    "a2",
    "pass",
    "resign",
    "{",
    "}",
    "#",
    "1-0",
    "/",
    "99",
    "\u{0}",
    "\u{feff}",
    "é",
];

/// Reads a text. The game found, if any, is written and read again, and so are the games of a collection.
fn read_twice(text: &str) {
    any_text(text);
    let record = match read(text) {
        Ok(record) => record,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(record.entries.len() <= MOST_MOVES);
    let preset = record.preset.unwrap_or_default();
    let (game, stop) = record.replay(preset);
    assert!(stop.is_none_or(|stop| !stop.to_string().contains('\u{1b}')));
    let written = GameTree::of(&game, &record.players).to_sgf();
    let again = read(&written).unwrap();
    let (replayed, stop) = again.replay(preset);
    assert_eq!((&replayed, stop), (&game, None), "{text:?}");
    // Characters not allowed in a name are gone after the first writing.
    assert_eq!(read(&GameTree::of(&game, &again.players).to_sgf()).unwrap().players, again.players);
}

#[test]
fn sgf() {
    fuzz(|chance| {
        let text = match chance.below(4) {
            0 => of_parts(chance, &PARTS, 60),
            _ => {
                let players = Players {
                    black: of_parts(chance, &PARTS, 5),
                    white: of_parts(chance, &PARTS, 5),
                };
                GameTree::of(&random_game(chance), &players).to_sgf()
            }
        };
        read_twice(&mangled(chance, &text, &PARTS));
    });
}

#[test]
fn move_lists() {
    fuzz(|chance| {
        let text = match chance.below(4) {
            0 => of_parts(chance, &WORDS, 60),
            _ => {
                let game = random_game(chance);
                let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
                format!("{}\n{}", game.start(), moves.join(" "))
            }
        };
        read_twice(&mangled(chance, &text, &WORDS));
    });
}

#[test]
fn any_bytes() {
    fuzz(|chance| {
        let bytes = (0..chance.below(60)).map(|_| chance.below(256) as u8).collect();
        any_text(&decode(bytes));
    });
}

/// All these texts take less than a second, and each half a minute in quadratic time.
#[test]
fn long_texts_take_linear_time() {
    let started = Instant::now();
    for (part, games) in [("1.", 1), ("a\n", 1), ("a->", 1), ("1-0;", 7_500)] {
        let text = part.repeat(30_000 / part.len());
        let read = read_games(&text);
        assert_eq!(read.count(), games, "{part:?}");
    }
    // The name of an encoding is searched for, too.
    let names = format!("(;GM[9]{}", "CA[x".repeat(100_000)).into_bytes();
    assert_eq!(decode(names.clone()).len(), names.len());
    assert!(started.elapsed() < Duration::from_secs(20));
}
