//! Compares everything that judges a game with the plain definition, on difficult positions.

use std::collections::BTreeSet;

use loa_checker::{Ids, Stones, ending};
use loa_engine::protocol::reply::Score;
use loa_engine::{Estimator, Guide};
use loa_record::Game;
use loa_solver::{Color, Connection, Move, Position, Preset, Rules, Termination, Value, Wdl};
use loa_tablebase::Tablebase;
use loa_tests::plain::{Awkward, End, IDS, Placement, PlainBoard, end};
use loa_tests::{project, solved};

/// A position to compare in all implementations.
struct Asked<'a> {
    plain: &'a PlainBoard,
    stones: Placement,
    position: Position,
}

impl Asked<'_> {
    /// Returns the end of the game under a rules id.
    fn end(&self, id: usize) -> Option<End> {
        end(IDS[id], self.plain.facts(self.stones))
    }

    /// Returns whether the side to move wins within this number of plies under a rules id; the game
    /// must not be over.
    fn wins(&self, id: usize, plies: u32) -> bool {
        self.plain.winner_wins(self.stones, plies, 1 << id) != 0
    }

    /// Returns whether the side to move loses within this number of plies.
    fn loses(&self, id: usize, plies: u32) -> bool {
        self.plain.loser_loses(self.stones, plies, 1 << id) != 0
    }
}

/// Draws difficult positions of some boards, numbers them, and compares each.
fn ask(seed: u64, boards: &[PlainBoard], count: usize, mut compare: impl FnMut(usize, Asked<'_>)) {
    let mut awkward = Awkward::new(seed);
    for number in 0..count {
        let (plain, stones) = awkward.on(boards);
        let position = solved::position(plain, stones, Color::Black);
        compare(number, Asked { plain, stones, position });
    }
}

fn rules_of(id: usize) -> Rules {
    IDS[id].parse().unwrap()
}

/// The value of a game that is over, to the side to move.
fn value_of(end: End) -> Value {
    match end {
        End::MoverWins => Value::Loss(0),
        End::OtherWins => Value::Win(0),
        End::Draw => Value::Draw,
    }
}

fn compare_rules(asked: &Asked<'_>, id: usize) {
    let (rules, position) = (rules_of(id), &asked.position);
    let (end, facts) = (asked.end(id), asked.plain.facts(asked.stones));
    let found = rules.termination(position);
    assert_eq!(found.map(|(_, value)| value), end.map(value_of), "{position} {rules}");
    let by_connection = rules.connection_termination(position);
    match found {
        None => assert_eq!(by_connection, None, "{position} {rules}"),
        Some((Termination::NoMove | Termination::NeitherCanMove, _)) => {
            assert!(by_connection.is_none() && !facts.other_can_move, "{position} {rules}");
        }
        Some((over, _)) => {
            let us = facts.other_connected && rules.connection() != Connection::Own;
            let expected = match (us, facts.mover_connected) {
                (true, true) => Termination::BothConnected,
                (true, false) => Termination::UsConnected,
                _ => Termination::ThemConnected,
            };
            assert_eq!((over, by_connection), (expected, found), "{position} {rules}");
        }
    }
    match rules.value_without_table(position) {
        Some(Value::Win(1)) => assert!(asked.wins(id, 1) && end.is_none(), "{position} {rules}"),
        value => assert_eq!(value, end.map(value_of), "{position} {rules}"),
    }
    let preset = Preset::ALL.into_iter().find(|preset| preset.rules == rules);
    if let Some(preset) = preset {
        let winner = Game::new(preset, *position).end().map(|end| end.winner);
        let expected = end.map(|end| match end {
            End::MoverWins => Some(Color::White),
            End::OtherWins => Some(Color::Black),
            End::Draw => None,
        });
        assert_eq!(winner, expected, "{position} {rules}");
    }
}

fn compare_moves(asked: &Asked<'_>, rules: Rules) {
    let (plain, position) = (asked.plain, &asked.position);
    let landing = |square: usize| (square % plain.files, square / plain.files);
    let mut expected: Vec<_> = plain
        .stone_moves(asked.stones)
        .map(|((from, to), _)| (landing(from), landing(to), asked.stones.them >> to & 1 != 0))
        // A last stone has ended the game, and is never captured.
        .filter(|&(_, _, capture)| !capture || asked.stones.them.count_ones() > 1)
        .collect();
    let mut found: Vec<_> = rules
        .moves(position)
        .into_iter()
        .filter_map(|played| match played {
            Move::Stone { from, to, capture } => {
                let place =
                    |square: loa_solver::Square| (square.file() as usize, square.rank() as usize);
                Some((place(from), place(to), capture))
            }
            Move::Pass => {
                assert!(expected.is_empty(), "{position}");
                None
            }
        })
        .collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "{position}");
}

/// The moves and endings of the checker, and their texts.
fn compare_checker(asked: &Asked<'_>, board: &loa_checker::Board) {
    let Placement { us, them } = asked.stones;
    let stones = Stones { us, them };
    let text = board.position_text(stones, loa_checker::Color::Black);
    assert_eq!(text, asked.position.to_string());
    let moves = board.stone_moves(stones).map(|(played, _)| board.move_text(stones, played));
    let expected = asked.position.stone_moves().map(|played| played.to_string());
    assert_eq!(BTreeSet::from_iter(moves), BTreeSet::from_iter(expected), "{}", asked.position);
    let found = ending(board, stones);
    for (id, name) in IDS.into_iter().enumerate() {
        let bit = Ids::named(name).unwrap();
        let has = |ids: Ids| !ids.and(bit).is_empty();
        let found = (has(found.over), has(found.mover_wins), has(found.other_wins));
        let end = asked.end(id);
        let expected = (end.is_some(), end == Some(End::MoverWins), end == Some(End::OtherWins));
        assert_eq!(found, expected, "{} {name}", asked.position);
    }
}

/// The rules of the game and of the checker, and recorded games.
fn compare_ends(seed: u64, count: usize) {
    let boards = PlainBoard::all();
    let own = |plain: &PlainBoard| loa_checker::Board::new(plain.files as u32, plain.ranks as u32);
    let own: Vec<_> = boards.iter().map(|plain| own(plain).unwrap()).collect();
    let mut ends = [0; 4];
    ask(seed, &boards, count, |number, asked| {
        let id = number % IDS.len();
        compare_rules(&asked, id);
        if number % 8 == 0 {
            compare_moves(&asked, rules_of(id));
            let place = 6 * (asked.plain.files - 3) + asked.plain.ranks - 3;
            compare_checker(&asked, &own[place]);
        }
        ends[asked.end(id).map_or(0, |end| 1 + end as usize)] += 1;
    });
    assert!(ends.iter().all(|&seen| seen > count / 200), "{ends:?}");
}

#[test]
fn games_end_where_the_plain_definition_ends_them() {
    compare_ends(1, 500_000);
}

/// `cargo test --test crates -- --ignored plain_twin`
#[test]
#[ignore = "takes minutes"]
fn games_end_there_a_hundred_million_times() {
    compare_ends(2, 100_000_000);
}

/// Answers without a table, and by the tables of 4x4, within three plies.
#[test]
fn tables_and_what_needs_none_say_what_the_plain_definition_says() {
    let (empty, boards) = (tempfile::tempdir().unwrap(), PlainBoard::all());
    let without: Vec<_> =
        (0..IDS.len()).map(|id| Tablebase::open(empty.path(), rules_of(id))).collect();
    let (mut known, mut won) = (0, 0);
    let mut compare = |asked: &Asked<'_>, id: usize, tables: &Tablebase| {
        let Ok(answer) = tables.answer(&asked.position) else {
            return;
        };
        let what = || format!("{} under {}: {answer:?}", asked.position, IDS[id]);
        match asked.end(id) {
            Some(end) => assert_eq!(answer, value_of(end), "{}", what()),
            None => {
                let plies = answer.plies().map_or(0, u32::from);
                let is = |wdl: Wdl, within: u32| answer.wdl() == wdl && plies <= within;
                assert_eq!(asked.wins(id, 1), is(Wdl::Win, 1), "{}", what());
                assert_eq!(asked.wins(id, 3), is(Wdl::Win, 3), "{}", what());
                assert_eq!(asked.loses(id, 2), is(Wdl::Loss, 2), "{}", what());
                won += u32::from(is(Wdl::Win, 3));
            }
        }
        known += 1;
    };
    ask(3, &boards, 30_000, |number, asked| {
        let id = number % IDS.len();
        compare(&asked, id, &without[id]);
    });
    let small = [PlainBoard::new(4, 4)];
    for preset in Preset::ALL {
        let tables = Tablebase::embedded(preset.rules);
        let id = IDS.iter().position(|id| *id == preset.rules.id()).unwrap();
        ask(4, &small, 2_000, |_, asked| compare(&asked, id, &tables));
    }
    assert!(known > 20_000 && won > 3_000, "{known} {won}");
}

/// Wins and losses that the engine calls certain, within three plies.
#[test]
fn the_engine_is_certain_where_the_plain_definition_is() {
    let boards = PlainBoard::all();
    let (mut won, mut lost) = (0, 0);
    for preset in Preset::ALL {
        let id = IDS.iter().position(|id| *id == preset.rules.id()).unwrap();
        let mut estimator = Estimator::new(preset, None).unwrap();
        ask(5, &boards, 1_000, |_, asked| {
            if asked.end(id).is_some() {
                return;
            }
            let moves = estimator.to_depth(&Game::new(preset, asked.position), 3);
            let best = Score::from(moves[0].worth);
            let what = || format!("{} under {}: {best:?}", asked.position, preset.name);
            let wins_in = |plies: u32| matches!(best, Score::Win(Some(found)) if found <= plies);
            assert_eq!(wins_in(1), asked.wins(id, 1), "{}", what());
            assert_eq!(wins_in(3), asked.wins(id, 3), "{}", what());
            let loses = matches!(best, Score::Loss(Some(found)) if found <= 2);
            assert_eq!(loses, asked.loses(id, 2), "{}", what());
            (won, lost) = (won + u32::from(wins_in(3)), lost + u32::from(loses));
        });
    }
    assert!(won > 500 && lost > 50, "{won} {lost}");
}

/// The answers of a certificate about positions outside its walk.
#[test]
fn a_certificate_claims_of_other_positions_what_the_plain_definition_says() {
    let boards = [PlainBoard::new(5, 5)];
    let bytes = std::fs::read(project().join("data/proofs/5x5.proof")).unwrap();
    let all = Guide::read(bytes).unwrap();
    let mut bounds = [0; 5];
    for (id, name) in IDS.iter().enumerate().take(9) {
        let guide = all.under(rules_of(id).into()).unwrap();
        ask(6 + id as u64, &boards, 2_000, |_, asked| {
            // The winner is Black, who is to move, in the first position, and White in the second.
            let position = asked.position;
            let turned =
                Position::new(position.board(), position.us(), position.them(), Color::White);
            let what = || format!("{position} under {name}");
            let (first, second) = (guide.bound(&position), guide.bound(&turned.unwrap()));
            match asked.end(id) {
                Some(end) => {
                    assert_eq!(first, (end == End::OtherWins).then_some(0), "{}", what());
                    assert_eq!(second, (end == End::MoverWins).then_some(0), "{}", what());
                }
                None => {
                    for plies in [1, 3] {
                        let claimed = first.is_some_and(|bound| bound <= plies);
                        assert_eq!(claimed, asked.wins(id, plies), "{}: {first:?}", what());
                    }
                    let claimed = second.is_some_and(|bound| bound <= 2);
                    assert_eq!(claimed, asked.loses(id, 2), "{}: {second:?}", what());
                    let holds = second != Some(4) || asked.loses(id, 4);
                    assert!(holds, "within four plies: {}", what());
                }
            }
            for bound in [first, second].into_iter().flatten() {
                bounds[bound.min(4) as usize] += 1;
            }
        });
    }
    assert!(bounds.iter().all(|&seen| seen > 30), "{bounds:?}");
}
