//! Compares the engine with its naive twin, the tables and a random player.

mod minimax;
mod proofs;
mod random_player;
mod with_tables;

use loa_record::random::Pcg64;
use loa_record::{Basis, Game, Worth};
use loa_solver::{Board, Color, Move, Position, Preset, Rules, Stop, Value};

use self::minimax::minimax;
use super::budget::Budget;
use super::engine::{AlphaBeta, Thought};
use super::score;
use super::search::AlphaBetaSearch;
use super::tables::Tables;
use super::transpositions::Transpositions;
use crate::protocol::command::Go;
use crate::protocol::reply::{Info, Score};

fn preset(name: &str) -> Preset {
    name.parse().unwrap()
}

/// Returns the score of a value in tables.
fn score_of(value: Value) -> Score {
    Worth::from(value).into()
}

fn board(name: &str) -> Board {
    name.parse().unwrap()
}

/// Returns a game of this number of random moves, or fewer if the game ends.
fn random_game(preset: Preset, board: Board, plies: usize, chance: &mut Pcg64) -> Game {
    let mut game = Game::new(preset, board.start());
    for _ in 0..plies {
        let moves = game.legal_moves();
        let after = |&&played: &&Move| {
            let after = game.position().play_unchecked(played);
            preset.rules.termination(&after).is_none()
        };
        let open: Vec<&Move> = moves.iter().filter(after).collect();
        match chance.pick(&open) {
            None => break,
            Some(&&played) => game.play(played).unwrap(),
        }
    }
    game
}

fn engine(preset: Preset, tables: Option<Tables>) -> AlphaBeta {
    AlphaBeta::new(preset, tables, 1).unwrap()
}

fn think(engine: &mut AlphaBeta, game: &Game, go: &Go) -> (Thought, Vec<Info>) {
    let mut infos = Vec::new();
    let thought = engine.think(game, go, &Stop::default(), &mut |info| infos.push(info));
    (thought, infos)
}

fn to_depth(depth: u32) -> Go {
    Go { depth: Some(depth), ..Go::default() }
}

fn to_nodes(nodes: u64) -> Go {
    Go { nodes: Some(nodes), ..Go::default() }
}

/// Compares the search with its twin at every depth from 1, from positions of
/// random games.
fn assert_finds_what_minimax_does(board: Board, preset: Preset, deepest: u32, games: usize) {
    let mut chance = Pcg64::of(board.squares().into(), &[]);
    let mut memory = Transpositions::new(1).unwrap();
    for plies in 0..games {
        let game = random_game(preset, board, plies, &mut chance);
        let (stop, endless) = (Stop::default(), Go::default());
        let budget = Budget::new(&endless, Color::Black, &stop);
        let rules = (preset.rules, preset.repetition);
        let moves = preset.rules.moves(game.position());
        let mut search = AlphaBetaSearch::new(rules, &game, moves, None, &mut memory, &budget);
        for depth in 1..=deepest {
            let Ok(found) = search.search(depth) else { panic!("nothing stops it") };
            let mut path = game.positions().to_vec();
            let expected = minimax(preset, &mut path, depth, 0);
            assert_eq!(found.score, expected, "{} {} {depth}", game.position(), preset.name);
            // The line leads to the score's value.
            let mut end = *game.position();
            for &played in &found.line {
                assert!(preset.rules.moves(&end).contains(&played));
                end = end.play_unchecked(played);
            }
        }
    }
}

#[test]
fn search_finds_what_plain_minimax_does() {
    for rules in ["club", "soucie", "misere", "draw-draw", "own-pass", "draw-loss-misere"] {
        assert_finds_what_minimax_does(board("4x4"), preset(rules), 4, 10);
        assert_finds_what_minimax_does(board("3x5"), preset(rules), 4, 8);
        assert_finds_what_minimax_does(board("5x5"), preset(rules), 3, 6);
    }
}

#[test]
fn a_pass_is_searched_like_a_move() {
    let stuck: Position = "6ox/6oo/8/8/8/8/oo6/xo6 x".parse().unwrap();
    for (rules, expected) in [("club", "pass"), ("own-pass", "pass")] {
        let mut engine = engine(preset(rules), None);
        let game = Game::new(preset(rules), stuck);
        let (thought, infos) = think(&mut engine, &game, &to_depth(3));
        assert_eq!(thought.best.unwrap().to_string(), expected);
        let scores: Vec<Score> = infos.iter().filter_map(|info| info.score).collect();
        for (depth, score) in (1..).zip(scores) {
            let twin = minimax(preset(rules), &mut vec![stuck], depth, 0);
            assert_eq!(score, score::reported(twin), "{rules} {depth}");
        }
    }
    for (rules, score) in [("openspiel", Score::Loss(Some(0))), ("playstrategy", Score::Draw)] {
        let mut engine = engine(preset(rules), None);
        let (thought, _) = think(&mut engine, &Game::new(preset(rules), stuck), &to_depth(3));
        assert_eq!((thought.best, thought.worth.basis), (None, Basis::Over));
        assert_eq!(thought.score, score);
    }
}

/// Scores of one depth favour the side that moves last: from the start of 8x8 they are -26, +85,
/// +91 and -24.
#[test]
fn an_estimate_is_the_mean_of_two_whole_depths() {
    let mut engine = engine(preset("club"), None);
    let game = Game::new(preset("club"), board("8x8").start());
    let (thought, infos) = think(&mut engine, &game, &to_depth(4));
    let points = |info: &Info| Worth::from(info.score.unwrap()).score.unwrap();
    let [.., before, last] = &infos[..] else { panic!("four depths") };
    let mean = (points(before) + points(last)) / 2;
    assert_eq!((thought.score, thought.depth), (Score::Estimate(mean), 4));
    // A depth that was searched in part changes nothing.
    let (_, whole) = think(&mut engine, &game, &to_depth(5));
    let nodes = whole.last().unwrap().nodes.unwrap();
    let (part, infos) = think(&mut engine, &game, &to_nodes(nodes - 1));
    assert_eq!(infos.last().unwrap().depth, Some(5));
    assert_eq!((part.score, part.depth), (thought.score, 4));
}

#[test]
fn every_board_is_played_under_all_rules() {
    for rules in Rules::all() {
        let preset = preset(rules.id());
        let mut engine = engine(preset, None);
        for start in Board::all().flat_map(|board| [board.start(), board.scrambled()]) {
            let mut game = Game::new(preset, start);
            for _ in 0..3 {
                let (thought, infos) = think(&mut engine, &game, &to_nodes(100));
                let over = rules.termination(game.position());
                assert_eq!(thought.best.is_none(), over.is_some(), "{rules} {start}");
                let Some(best) = thought.best else { break };
                assert!(rules.moves(game.position()).contains(&best), "{rules} {start}");
                assert_eq!(infos[infos.len() - 1].pv[0], best.to_string());
                game.play(best).unwrap();
            }
        }
    }
}

#[test]
fn answers_depend_on_the_question_alone() {
    let preset = preset("club");
    let mut chance = Pcg64::of(5, &[]);
    let games: Vec<Game> =
        (0..6).map(|plies| random_game(preset, board("8x8"), plies, &mut chance)).collect();
    let mut reused = engine(preset, None);
    for go in [to_depth(3), to_nodes(1500)] {
        for game in games.iter().chain(games.iter().rev()) {
            let timeless = |(thought, infos): (Thought, Vec<Info>)| {
                let infos =
                    infos.into_iter().map(|info| (info.depth, info.score, info.nodes, info.pv));
                (thought, infos.collect::<Vec<_>>())
            };
            let fresh = timeless(think(&mut engine(preset, None), game, &go));
            assert_eq!(timeless(think(&mut reused, game, &go)), fresh);
            let nodes = fresh.1.last().unwrap().2.unwrap();
            assert!(go.nodes.is_none_or(|most| nodes <= most));
        }
    }
}

#[test]
fn a_search_ends_when_the_sign_is_set() {
    let stop = Stop::default();
    stop.set();
    let mut engine = engine(preset("club"), None);
    let game = Game::new(preset("club"), board("8x8").start());
    let thought = engine.think(&game, &Go::default(), &stop, &mut |_| {});
    assert!(thought.best.is_some(), "a move in any case");
    stop.wait();
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let preset = preset("club");
    let texts = |words: &str| words.split(' ').map(str::to_owned).collect();
    let asked = |words: &str| Go { searchmoves: texts(words), ..to_depth(3) };
    let start = Game::new(preset, board("4x4").start());
    let tables = || Some(Tables::new(loa_tablebase::Tablebase::embedded(preset.rules), true));
    for mut engine in [engine(preset, None), engine(preset, tables())] {
        // All moves that win in three plies play to d3 or b3; the others win later or not at all.
        let (thought, infos) = think(&mut engine, &start, &asked("c1-a1 b1-z9 b4-b3 B1:d1 c1-a1"));
        let best = thought.best.unwrap().to_string();
        assert!(["c1-a1", "b1-d1"].contains(&best.as_str()), "{best}");
        assert_ne!(thought.score, Score::Win(Some(3)));
        let said: Vec<&str> = infos.iter().filter_map(|info| info.string.as_deref()).collect();
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[1].starts_with("go searchmoves: b4-b3 is not a legal move"), "{said:?}");
        let (none, _) = think(&mut engine, &start, &asked("b4-b3"));
        assert_eq!(none.best, None);
    }
    // A proof answers only if its move is asked for. A single move is searched for the whole time.
    let mut engine = engine(preset, None);
    let time = Some(std::time::Duration::from_millis(400));
    let timed = |searchmoves| Go { movetime: time, searchmoves, ..Go::default() };
    let (proved, _) = think(&mut engine, &start, &timed(Vec::new()));
    assert_eq!(proved.worth.basis, Basis::Proof, "{proved:?}");
    let same = texts(&proved.best.unwrap().to_string());
    assert_eq!(think(&mut engine, &start, &timed(same)).0.worth, proved.worth);
    let (other, _) = think(&mut engine, &start, &timed(texts("b1-d1")));
    assert_eq!(
        (other.best.unwrap().to_string().as_str(), other.worth.basis),
        ("b1-d1", Basis::Search)
    );
    let large = Game::new(preset, board("8x8").start());
    let (single, _) = think(&mut engine, &large, &timed(texts("b1-h1")));
    assert!(single.depth > 1, "{single:?}");
}
