//! Compares wins that the engine proves with the built-in tables.

use std::time::Duration;

use loa_tablebase::{Tablebase, Wdl};

use super::super::proofs::Proofs;
use super::*;

fn in_time(milliseconds: u64) -> Go {
    Go { movetime: Some(Duration::from_millis(milliseconds)), ..Go::default() }
}

/// A win in 15 plies by the tables.
const LONG: &str = "o2o/x3/2o1/x1xo x";

#[test]
fn wins_alone_are_proved_and_by_moves_that_keep_them() {
    let preset = preset("club");
    let tables = Tablebase::embedded(preset.rules);
    let mut chance = Pcg64::of(3, &[]);
    let mut counts = [0; 2];
    for plies in 0..24 {
        let game = random_game(preset, board("4x4"), plies % 6, &mut chance);
        let (stop, go) = (Stop::default(), in_time(400));
        let budget = Budget::new(&go, game.position().turn(), &stop);
        let found = Proofs { preset, bytes: 1 << 20, last: None }.answer(&game, &budget);
        let position = *game.position();
        let wdl = tables.answer(&position).unwrap().wdl();
        if let Some(answer) = found {
            assert_eq!(wdl, Wdl::Win, "{position}");
            let after = position.play_unchecked(answer.played);
            let kept = tables.answer(&after).unwrap();
            assert!(matches!(kept, loa_solver::Value::Loss(_)), "{position}");
            let distance = tables.answer(&position).unwrap().plies().unwrap();
            assert!(answer.plies >= u32::from(distance), "{position}");
        }
        counts[usize::from(wdl == Wdl::Win)] += 1;
        if wdl == Wdl::Win {
            assert!(found.is_some(), "{position}");
        }
    }
    assert!(counts[0] > 3 && counts[1] > 3, "{counts:?}");
}

#[test]
fn a_long_win_is_proved_within_the_time_and_then_played_out() {
    let preset = preset("club");
    let mut engine = engine(preset, None);
    let tables = Tablebase::embedded(preset.rules);
    let mut game = Game::new(preset, LONG.parse().unwrap());
    let mut plies = 0;
    while preset.rules.termination(game.position()).is_none() {
        let best = if plies % 2 == 0 {
            let (thought, infos) = think(&mut engine, &game, &in_time(2000));
            assert!(matches!(thought.score, Score::Win(_)), "{thought:?}");
            assert_eq!(infos.len(), 1, "no other search");
            thought.best.unwrap()
        } else {
            // The longest defence according to the tables.
            let probe = tables.probe(game.position()).unwrap();
            probe.moves[0].played
        };
        game.play(best).unwrap();
        plies += 1;
        assert!(plies < 60);
    }
    assert!(plies >= 15 && plies % 2 == 1, "{plies}");
}

#[test]
fn no_proof_is_looked_for_without_a_clock() {
    let mut engine = engine(preset("club"), None);
    let game = Game::new(preset("club"), LONG.parse().unwrap());
    let (thought, _) = think(&mut engine, &game, &to_depth(2));
    assert!(matches!(thought.score, Score::Estimate(_)), "{thought:?}");
}
