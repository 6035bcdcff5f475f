//! Compares legal moves and connectivity with public implementations, and checks positions that pin
//! down the rules.

use std::collections::BTreeSet;

use loa_solver::{
    Board, Color, Connection, Move, NoMove, Position, Rules, Termination, Value, perft,
};
use loa_tests::golden::{self, RulesRow};
use loa_tests::solved::Solved;

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
            moves.push((from, to));
        }
        let mut expected = row.moves.clone();
        moves.sort_unstable();
        expected.sort_unstable();
        assert_eq!(moves, expected, "{position}");
        for color in [Color::Black, Color::White] {
            let connected = position.stones(color).is_connected();
            assert_eq!(connected, row.connected(color), "{color:?} in {position}");
        }
    }
}

/// The connections on the board: neither side, one side, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    Ongoing,
    Connected(Color),
    Both,
}

/// The check for a line of the file.
type Check = fn(&Position, &str);

/// Every line of the file: its name, its words, and their meaning.
const CHECKS: [(&str, &str, Check); 11] = [
    ("cutechess:continue", "ongoing", |position, _| {
        stands(position, Standing::Ongoing);
    }),
    ("cutechess:black win1", "x wins (x just moved and is connected)", |position, _| {
        assert_eq!(position.turn(), Color::White);
        stands(position, Standing::Connected(Color::Black));
    }),
    ("cutechess:white win1", "o wins", |position, _| {
        stands(position, Standing::Connected(Color::White));
    }),
    (
        "cutechess:black win2",
        "x wins although o moved last (only x is connected)",
        |position, _| {
            assert_eq!(position.turn(), Color::Black);
            stands(position, Standing::Connected(Color::Black));
        },
    ),
    (
        "cutechess:both finished",
        "both connected, x moved last: x wins under mover-wins, draw under MSO/Olympiad",
        |position, _| {
            assert_eq!(position.turn(), Color::White);
            stands(position, Standing::Both);
        },
    ),
    ("playstrategy:P2 win", "o (P2) wins: only o is connected", |position, _| {
        stands(position, Standing::Connected(Color::White))
    }),
    (
        "playstrategy:both",
        "both connected: draw at PlayStrategy; mover (x just moved) wins under mover-wins",
        |position, _| {
            assert_eq!(position.turn(), Color::White);
            stands(position, Standing::Both);
        },
    ),
    (
        "playstrategy:stalemate P1",
        "x has no legal move (neither side connected): stalemate; loss/pass/draw depends on rule set",
        |position, _| {
            assert_eq!(position.turn(), Color::Black);
            has_no_move(position);
        },
    ),
    ("playstrategy:in progress", "ongoing", |position, _| {
        stands(position, Standing::Ongoing);
    }),
    ("start 8x8", "perft 36,1244,44952,1563208,55963132", |position, expected| {
        assert_eq!(*position, start(8));
        counts(position, expected);
    }),
    ("start 4x4", "x wins in 3 plies (e.g. c1xa3, d2xb4, b1-b3)", |position, expected| {
        assert_eq!(*position, start(4));
        wins_in_three(position, expected);
    }),
];

/// Returns the start position of a square board.
fn start(side: usize) -> Position {
    Board::new(side, side).expect("a board").start()
}

#[test]
fn every_line_of_the_rules_file_holds() {
    let rows = golden::rules();
    let known = BTreeSet::from(CHECKS.map(|(name, ..)| name));
    let found = BTreeSet::from_iter(rows.iter().map(|row| row.name.as_str()));
    assert_eq!((found, rows.len()), (known, CHECKS.len()));
    for RulesRow { position, expected, name } in &rows {
        let (_, words, check) = CHECKS.iter().find(|(known, ..)| known == name).unwrap();
        assert_eq!(expected, words, "{name}");
        check(position, expected);
    }
}

/// Returns the value of `standing` for the side to move under these rules.
fn value_of(position: &Position, rules: Rules, standing: Standing) -> Option<Value> {
    let last = position.turn().other();
    let winner = match (standing, rules.connection()) {
        (Standing::Ongoing, _) => return None,
        // Only the last mover's connection counts.
        (Standing::Connected(color), Connection::Own) if color != last => return None,
        (Standing::Connected(color), _) => color,
        (Standing::Both, Connection::Draw) => return Some(Value::Draw),
        (Standing::Both, Connection::Mover | Connection::Own) => last,
    };
    let wins = (winner == position.turn()) != rules.is_misere();
    Some(if wins { Value::Win(0) } else { Value::Loss(0) })
}

/// Checks that the position has this standing under every rules id.
fn stands(position: &Position, standing: Standing) {
    for color in [Color::Black, Color::White] {
        let connected = standing == Standing::Both || standing == Standing::Connected(color);
        assert_eq!(position.stones(color).is_connected(), connected);
    }
    for rules in Rules::all() {
        let outcome = rules.termination(position);
        let value = outcome.map(|(_, value)| value);
        assert_eq!(value, value_of(position, rules, standing), "{position} {rules}");
        let own = rules.connection() == Connection::Own;
        let over = value.map(|_| match standing {
            Standing::Both if !own => Termination::BothConnected,
            Standing::Connected(color) if color == position.turn() => Termination::UsConnected,
            _ => Termination::ThemConnected,
        });
        assert_eq!(outcome.map(|(over, _)| over), over, "{position} {rules}");
        assert_eq!(rules.connection_termination(position), outcome, "{position} {rules}");
    }
}

fn has_no_move(position: &Position) {
    assert!(!position.has_stone_move());
    assert!(position.passed().has_stone_move());
    for rules in Rules::all() {
        assert_eq!(rules.connection_termination(position), None, "{rules}");
        let (outcome, moves) = match rules.no_move() {
            NoMove::Pass => (None, vec![Move::Pass]),
            NoMove::Loss => (Some((Termination::NoMove, Value::Loss(0))), vec![]),
            NoMove::Draw => (Some((Termination::NoMove, Value::Draw)), vec![]),
        };
        assert_eq!(rules.termination(position), outcome, "{rules}");
        assert_eq!(rules.moves(position), moves, "{rules}");
    }
}

fn counts(position: &Position, expected: &str) {
    let counts = expected.strip_prefix("perft ").expect("counts").split(',');
    for (depth, count) in (1..).zip(counts) {
        let nodes = perft(Rules::default(), position, depth);
        assert_eq!(nodes.to_string(), count, "depth {depth}");
    }
}

/// Checks that the start is a win in 3. The line is a game that takes three plies, not best play:
/// after its first move White could win immediately.
fn wins_in_three(start: &Position, expected: &str) {
    let rules = Rules::default();
    let solved = Solved::whole(start.board(), rules);
    assert_eq!(solved.value(start), Value::Win(3));
    let (_, line) = expected.split_once("e.g. ").expect("a line");
    let mut position = *start;
    for text in line.trim_end_matches(')').split(", ") {
        stands(&position, Standing::Ongoing);
        let m = rules.parse_move(&position, text).expect("a legal move");
        assert_eq!(m.to_string(), text);
        position = position.play_unchecked(m);
    }
    stands(&position, Standing::Connected(Color::Black));
}
