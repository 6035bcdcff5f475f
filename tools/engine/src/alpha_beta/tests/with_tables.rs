//! Compares the engine with the built-in tables.

use loa_solver::{Material, Numbering, Repetition};
use loa_tablebase::Tablebase;

use super::*;

/// Returns positions from all of 4x4.
fn spread(materials: &[(u32, u32)], each: u64) -> Vec<Position> {
    let numbering = Numbering::new(board("4x4"));
    let mut positions = Vec::new();
    for &(us, them) in materials {
        let index = numbering.index(Material::new(us, them)).unwrap();
        for number in 0..each {
            let (us, them) = index.position(number * 7919 % index.len());
            let turn = [Color::Black, Color::White][number as usize % 2];
            positions.push(Position::new(board("4x4"), us, them, turn).unwrap());
        }
    }
    positions
}

/// Returns a game that comes twice to the position in which `played` leads to a position of the game,
/// or once if repetition loses; `None` if the move captures or no reply lets it be taken back.
fn game_back(preset: Preset, position: Position, played: Move) -> Option<Game> {
    let back = |played| match played {
        Move::Stone { from, to, capture: false } => {
            Some(Move::Stone { from: to, to: from, capture: false })
        }
        _ => None,
    };
    let after = position.play_unchecked(played);
    let mut games = preset.rules.moves(&after).into_iter().filter_map(|reply| {
        let round = [reply, back(played)?, back(reply)?, played];
        let plies = if preset.repetition == Repetition::Loss { 3 } else { 7 };
        let mut game = Game::new(preset, after);
        for &next in round.iter().cycle().take(plies) {
            game.play(next).ok()?;
        }
        assert_eq!(*game.position(), position);
        Some(game)
    });
    games.next()
}

const ALL_4X4: [(u32, u32); 6] = [(4, 4), (3, 4), (4, 3), (3, 3), (2, 4), (4, 2)];

#[test]
fn with_tables_every_move_is_among_the_best() {
    for name in ["club", "tournament", "soucie", "misere"] {
        let preset = preset(name);
        let tables = Tablebase::embedded(preset.rules);
        let ours = Tables::new(Tablebase::embedded(preset.rules), true);
        let mut engine = engine(preset, Some(ours));
        for position in spread(&ALL_4X4, 60) {
            let value = tables.answer(&position).unwrap();
            let (thought, _) = think(&mut engine, &Game::new(preset, position), &to_depth(1));
            assert_eq!(thought.score, score_of(value), "{name} {position}");
            let Some(best) = thought.best else {
                assert!(preset.rules.termination(&position).is_some());
                continue;
            };
            let after = tables.answer(&position.play_unchecked(best)).unwrap();
            assert_eq!(after.for_mover(), value, "{name} {position} {best}");
        }
    }
}

#[test]
fn tables_below_the_root_are_found_by_the_search() {
    // No table of 4x4 has four against five stones; a capture leads to a table.
    let numbering = Numbering::new(board("4x4"));
    let index = numbering.index(Material::new(4, 5)).unwrap();
    let preset = preset("club");
    let tables = Tablebase::embedded(preset.rules);
    let mut deeper = 0;
    for number in 0..400 {
        let (us, them) = index.position(number * 7919 % index.len());
        let position = Position::new(board("4x4"), us, them, Color::White).unwrap();
        let ours = Tables::new(Tablebase::embedded(preset.rules), true);
        let mut engine = engine(preset, Some(ours));
        let (thought, infos) = think(&mut engine, &Game::new(preset, position), &to_depth(3));
        let mut end = position;
        let line = infos.last().map(|info| info.pv.clone()).unwrap_or_default();
        for text in &line {
            end = end.play_unchecked(preset.rules.parse_move(&end, text).unwrap());
        }
        let (Score::Win(Some(plies)) | Score::Loss(Some(plies))) = thought.score else {
            continue;
        };
        // The line ends where the tables know the rest.
        let rest = tables.answer(&end).unwrap().plies().unwrap();
        assert_eq!(line.len() as u32 + u32::from(rest), plies, "{position}");
        deeper += u32::from(plies > 3);
    }
    assert!(deeper > 5, "{deeper} that take more plies than were searched");
}

#[test]
fn an_engine_that_does_not_wait_uses_tables_once_they_are_read() {
    let preset = preset("club");
    let tables = Tables::new(Tablebase::embedded(preset.rules), false);
    let mut engine = engine(preset, Some(tables));
    let game = Game::new(preset, "1xx1/o2o/o2o/1xx1 x".parse().unwrap());
    let mut has_read = false;
    for _ in 0..2000 {
        let (thought, infos) = think(&mut engine, &game, &to_depth(1));
        assert!(thought.best.is_some());
        has_read = thought.score == Score::Win(Some(3)) && infos[0].nodes == Some(0);
        if has_read {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(has_read, "the tables are read meanwhile");
}

#[test]
fn repeated_positions_are_avoided_where_they_lose_and_sought_where_they_draw() {
    for name in ["soucie", "own-loss"] {
        let preset = preset(name);
        let tables = Tablebase::embedded(preset.rules);
        let mut seen = 0;
        for position in spread(&ALL_4X4, 40) {
            let value = tables.answer(&position).unwrap();
            let moves = preset.rules.moves(&position);
            if moves.len() < 2 || value.plies().is_none_or(|plies| plies < 2) {
                continue;
            }
            let ours = || Some(Tables::new(Tablebase::embedded(preset.rules), true));
            let alone = Game::new(preset, position);
            let (first, _) = think(&mut engine(preset, ours()), &alone, &to_depth(1));
            let Some(game) = game_back(preset, position, first.best.unwrap()) else {
                continue;
            };
            let (second, _) = think(&mut engine(preset, ours()), &game, &to_depth(1));
            match (preset.repetition, value) {
                (Repetition::Loss, _) => assert_ne!(second.best, first.best, "{position}"),
                (Repetition::Draw, Value::Loss(_)) => {
                    assert_eq!((second.best, second.score), (first.best, Score::Draw));
                }
                // Another win if one exists, and nothing worse than the draw.
                _ => assert!(!matches!(second.score, Score::Loss(_)), "{position}"),
            }
            seen += 1;
        }
        assert!(seen > 20, "{seen}");
    }
}
