//! Games that a repetition ends: those that OpenSpiel has decided, and those in which the player
//! who repeats a position loses, by trying all games.

use std::collections::HashSet;

use loa_record::{EndCause, Game};
use loa_solver::{Board, Color, Position, Rules, Value, Wdl};
use loa_tablebase::Tablebase;
use loa_tests::naive::NaiveBoard;
use loa_tests::plain::PlainBoard;
use loa_tests::{golden, solved};

fn soucie() -> Rules {
    "own-loss".parse().expect("a rules id")
}

/// Returns whether the side to move wins within this number of plies; `None` if the game can last
/// longer. `path` has the earlier positions, and the current position last.
fn wins_within(path: &mut Vec<Position>, plies: u32) -> Option<bool> {
    let position = *path.last()?;
    if let Some((_, value)) = soucie().termination(&position) {
        return Some(value.wdl() == Wdl::Win);
    }
    if plies == 0 {
        return None;
    }
    let mut result = Some(false);
    for played in soucie().moves(&position) {
        let next = position.play_unchecked(played);
        if path.contains(&next) {
            continue;
        }
        path.push(next);
        let answer = wins_within(path, plies - 1);
        path.pop();
        match answer {
            Some(false) => return Some(true),
            Some(true) => {}
            None => result = None,
        }
    }
    result
}

/// On boards this small no position is drawn: with the repetition rule and the full history, every
/// position has the value and the distance of a solver without history.
#[test]
fn small_boards_have_the_same_values_with_history() {
    for (files, ranks, step) in [(3u8, 3u8, 1), (3, 4, 53), (4, 3, 53)] {
        let plain = PlainBoard::new(files.into(), ranks.into());
        let most = if files * ranks == 9 { 2 } else { 4 };
        let naive = NaiveBoard::new(&plain, most, most);
        let mut compared = 0;
        let all = naive.positions().iter().zip(naive.solve(soucie().id()));
        for (&stones, value) in all.step_by(step) {
            let position = solved::position(&plain, stones, Color::Black);
            assert_ne!(value, Value::Draw, "{position}");
            let plies = value.plies().map_or(0, u32::from);
            let found = wins_within(&mut vec![position], plies);
            assert_eq!(found, Some(value.wdl() == Wdl::Win), "{position}");
            compared += 1;
        }
        assert!(compared > 500, "{files}x{ranks}: {compared}");
    }
}

/// Returns whether the side to move wins a drawn position of 4x4 after `path`, by trying all games
/// within the drawn positions.
fn wins_by_trial(tables: &Tablebase, path: &mut Vec<Position>) -> bool {
    let position = *path.last().expect("a position");
    soucie().moves(&position).into_iter().any(|played| {
        let next = position.play_unchecked(played);
        let value = tables.answer(&next).expect("tables of 4x4 are built in");
        if value != Value::Draw || path.contains(&next) {
            // The other side wins, or the rule is wrong.
            assert!(!matches!(value, Value::Loss(_)));
            return false;
        }
        path.push(next);
        let answered = wins_by_trial(tables, path);
        path.pop();
        !answered
    })
}

#[test]
fn draws_of_4x4_are_decided_as_all_games_decide_them() {
    let tables = Tablebase::embedded(soucie());
    let (mut seen, mut results) = (HashSet::new(), [0, 0]);
    let mut open: Vec<Position> = DRAWN.iter().map(|text| text.parse().expect("text")).collect();
    while let Some(position) = open.pop() {
        if !seen.insert(position) {
            continue;
        }
        let decided =
            tables.by_repetition(&position).expect("built in").expect("a draw with few successors");
        let expected = wins_by_trial(&tables, &mut vec![position]);
        assert_eq!(decided.category == Wdl::Win, expected, "{position}");
        if let Some(played) = decided.played {
            let next = position.play_unchecked(played);
            assert!(!wins_by_trial(&tables, &mut vec![position, next]), "{position}");
        }
        results[usize::from(expected)] += 1;
        let moves = soucie().moves(&position).into_iter();
        let nexts = moves.map(|played| position.play_unchecked(played));
        let is_draw = |next: &Position| tables.wdl(next).expect("built in") == Wdl::Draw;
        open.extend(nexts.filter(is_draw));
    }
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
}

/// Drawn positions, some of which lead to many others.
const DRAWN: [&str; 16] = [
    "x2o/4/oox1/x1xo x",
    "x1ox/2o1/2xx/o2o x",
    "o2x/2o1/xxo1/o2x x",
    "1o2/x1xx/1o2/1oxo x",
    "2o1/xx1x/2o1/oxo1 x",
    "1x1x/1xo1/1xo1/o1o1 x",
    "x1o1/2ox/3o/oxx1 x",
    "xoxo/1ox1/o3/x3 x",
    "x3/1ooo/x1x1/o1x1 x",
    "xx2/o3/1o2/xoxo x",
    "1xox/1x2/o1o1/1xo1 x",
    "xo1x/x1oo/3x/3o x",
    "3o/oo1x/x3/1x1o x",
    "o1xo/4/xoo1/2x1 x",
    "x2x/3o/o1x1/1ox1 x",
    "3o/xo1x/1o2/1x1o x",
];

#[test]
fn games_end_under_openspiel_where_openspiel_ends_them() {
    let (preset, start) = ("openspiel".parse().unwrap(), Board::default().start());
    // Draws with the same side to move as before, and with the other side.
    let (mut games, mut draws) = (0, [0, 0]);
    for row in golden::openspiel_games() {
        let mut game = Game::new(preset, start);
        for text in &row.moves {
            assert_eq!(game.end(), None, "{row:?}");
            let played = preset.rules.parse_move(game.position(), text).unwrap();
            game.play(played).unwrap();
        }
        let end = game.end().unwrap_or_else(|| panic!("{row:?}"));
        assert_eq!(end.result(), row.result, "{row:?}");
        if let EndCause::Repetition { .. } = end.cause {
            let is_same_turn =
                game.positions().iter().filter(|p| p == &game.position()).count() > 1;
            draws[usize::from(is_same_turn)] += 1;
        }
        games += 1;
    }
    assert_eq!((games, draws), (24, [8, 8]));
}
