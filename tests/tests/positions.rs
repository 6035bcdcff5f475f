//! Compares legal moves and connectivity with public implementations, and checks positions that pin
//! down the rules.

use std::collections::BTreeSet;

use loa_solver::{Color, Move, Position, Rules, Value};
use loa_tablebase::Tablebase;
use loa_tests::golden::{self, RulesRow};

#[test]
fn moves_and_connections_agree() {
    let rows = golden::positions();
    assert!(rows.len() > 3000, "{} rows", rows.len());
    for row in rows {
        let position = row.position;
        let mut moves = Vec::new();
        for m in position.stone_moves() {
            let Move::Stone { from, to, capture } = m else {
                panic!("{m} in {position}");
            };
            assert_eq!(capture, position.them().contains(to), "{m} in {position}");
            moves.push(format!("{from}{to}"));
        }
        let mut expected = row.moves;
        moves.sort_unstable();
        expected.sort_unstable();
        assert_eq!(moves, expected, "{position}");
        let connected =
            [Color::Black, Color::White].map(|color| position.stones(color).is_connected());
        assert_eq!(connected, [row.x_connected, row.o_connected], "{position}");
    }
}

/// A fact about a position.
#[derive(Clone, Copy)]
enum Fact {
    /// The value to the side to move that a connection gives under `mover-pass` and `draw-pass`.
    Connected([Option<Value>; 2]),
    NoMove,
    /// Numbers of sequences, which `perft` counts.
    Perft,
    WinsInThree,
}

use Fact::*;

const WON: Option<Value> = Some(Value::Win(0));
const LOST: Option<Value> = Some(Value::Loss(0));

/// Every line of the file: its name, its words, and their meaning.
const FACTS: [(&str, &str, Fact); 11] = [
    ("cutechess:continue", "ongoing", Connected([None; 2])),
    ("cutechess:black win1", "x wins (x just moved and is connected)", Connected([LOST; 2])),
    ("cutechess:white win1", "o wins", Connected([LOST; 2])),
    (
        "cutechess:black win2",
        "x wins although o moved last (only x is connected)",
        Connected([WON; 2]),
    ),
    (
        "cutechess:both finished",
        "both connected, x moved last: x wins under mover-wins, draw under MSO/Olympiad",
        Connected([LOST, Some(Value::Draw)]),
    ),
    ("playstrategy:P2 win", "o (P2) wins: only o is connected", Connected([WON; 2])),
    (
        "playstrategy:both",
        "both connected: draw at PlayStrategy; mover (x just moved) wins under mover-wins",
        Connected([LOST, Some(Value::Draw)]),
    ),
    (
        "playstrategy:stalemate P1",
        "x has no legal move (neither side connected): stalemate; loss/pass/draw depends on rule set",
        NoMove,
    ),
    ("playstrategy:in progress", "ongoing", Connected([None; 2])),
    ("start 8x8", "perft 36,1244,44952,1563208,55963132", Perft),
    ("start 4x4", "x wins in 3 plies (e.g. c1xa3, d2xb4, b1-b3)", WinsInThree),
];

#[test]
fn every_line_of_the_rules_file_holds() {
    let rows = golden::rules();
    let known = BTreeSet::from(FACTS.map(|(name, ..)| name));
    let found = BTreeSet::from_iter(rows.iter().map(|row| row.name.as_str()));
    assert_eq!((found, rows.len()), (known, FACTS.len()));
    for RulesRow { position, expected, name } in &rows {
        let (_, words, fact) = FACTS.iter().find(|(known, ..)| known == name).unwrap();
        assert_eq!(expected, words, "{name}");
        let rules = |id: &str| id.parse::<Rules>().unwrap();
        match fact {
            Connected(values) => {
                let found = ["mover-pass", "draw-pass"]
                    .map(|id| rules(id).connection_termination(position).map(|(_, value)| value));
                assert_eq!(found, *values, "{name}");
            }
            NoMove => {
                let values = ["mover-pass", "mover-loss", "mover-draw"]
                    .map(|id| rules(id).termination(position).map(|(_, value)| value));
                assert_eq!(values, [None, LOST, Some(Value::Draw)], "{name}");
                assert_eq!(rules("mover-pass").moves(position), [Move::Pass]);
            }
            Perft => {
                let counts = golden::perft().into_iter().filter(|row| row.position == *position);
                let counts: Vec<String> = counts.map(|row| row.nodes.to_string()).collect();
                assert_eq!(*expected, format!("perft {}", counts.join(",")));
            }
            WinsInThree => wins_in_three(position, expected),
        }
    }
}

/// Checks that the start is a win in 3. The line is a game that takes three plies, not best play:
/// after its first move White could win immediately.
fn wins_in_three(start: &Position, expected: &str) {
    let rules = Rules::default();
    assert_eq!(Tablebase::embedded(rules).answer(start).unwrap(), Value::Win(3));
    let (_, line) = expected.split_once("e.g. ").expect("a line");
    let mut position = *start;
    for text in line.trim_end_matches(')').split(", ") {
        assert_eq!(rules.connection_termination(&position), None);
        let m = rules.parse_move(&position, text).expect("a legal move");
        assert_eq!(m.to_string(), text);
        position = position.play_unchecked(m);
    }
    assert_eq!(rules.termination(&position).map(|(_, value)| value), LOST);
}
