//! The order in which moves are tried. With the best moves first, less of the rest is searched.

use loa_solver::{Move, Square};

use super::budget::MOST_PLIES;

/// Moves that cut off the search elsewhere: *killers* at the same ply, and by *history* with the
/// same squares, at any ply.
pub(super) struct Ordering {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
}

const FIRST: i32 = i32::MAX;
const KILLER: i32 = 1 << 30;
const MOST_HISTORY: i32 = 1 << 24;
/// A small preference for captures, until history has larger numbers.
const CAPTURE: i32 = 1 << 8;

impl Ordering {
    pub(super) fn new() -> Ordering {
        Ordering { killers: vec![[None; 2]; MOST_PLIES as usize + 1], history: vec![0; 64 * 64] }
    }

    /// Returns the priority of a move; the highest is tried first. `known` is the best move of an
    /// earlier search of the position.
    pub(super) fn priority(&self, played: Move, ply: u32, known: Option<Move>) -> i32 {
        if known == Some(played) {
            return FIRST;
        }
        let killers = &self.killers[ply as usize];
        if let Some(place) = killers.iter().position(|&killer| killer == Some(played)) {
            return KILLER - place as i32;
        }
        match played {
            Move::Pass => 0,
            Move::Stone { from, to, capture } => {
                self.history[index(from, to)] + if capture { CAPTURE } else { 0 }
            }
        }
    }

    /// Notes a move that cut off the search.
    pub(super) fn reward(&mut self, played: Move, ply: u32, depth: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
        if let Move::Stone { from, to, .. } = played {
            let history = &mut self.history[index(from, to)];
            *history = (*history + (depth * depth) as i32).min(MOST_HISTORY);
        }
    }
}

fn index(from: Square, to: Square) -> usize {
    (64 * from.index() + to.index()) as usize
}
