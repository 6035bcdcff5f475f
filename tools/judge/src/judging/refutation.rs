//! Refutations of moves that give a win or a draw away.

use loa_record::review::Effect;
use loa_solver::Move;
use loa_tablebase::{Tablebase, Wdl};

use super::judged_move::JudgedMove;

/// The most plies of a refutation that are given.
const MOST_PLIES: usize = 5;

/// Returns for each move how it is refuted: best play after it, up to five plies, or
/// the reply alone that holds a draw; empty for a move that gives nothing away, and
/// where the tables have no answer.
pub fn refutations(tables: &Tablebase, moves: &[&JudgedMove<'_>]) -> Vec<Vec<Move>> {
    moves
        .iter()
        .map(|judged| match judged.effect {
            Effect::Blunder(_) => best_play(tables, judged),
            _ => Vec::new(),
        })
        .collect()
}

fn best_play(tables: &Tablebase, judged: &JudgedMove<'_>) -> Vec<Move> {
    let most = match judged.chosen.value.wdl() {
        Wdl::Draw => 1,
        Wdl::Win | Wdl::Loss => MOST_PLIES,
    };
    let mut position = judged.chosen.position;
    let mut line = Vec::new();
    while line.len() < most {
        let probe = tables.probe(&position).ok();
        let Some(best) = probe.and_then(|probe| probe.moves.into_iter().next()) else {
            break;
        };
        line.push(best.played);
        position = best.position;
    }
    line
}
