//! The moves of one side in figures.

use loa_solver::Color;

use super::effect::Effects;
use super::game_review::Ply;

/// The moves of one side in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of moves.
    pub moves: usize,
    /// The effects of those whose positions the tables cover.
    pub effects: Effects,
}

impl Summary {
    /// Returns the figures of a side.
    pub fn of(plies: &[Ply], color: Color) -> Summary {
        let mut summary = Summary::default();
        for ply in plies.iter().filter(|ply| ply.color == color) {
            summary.moves += 1;
            if let Some(assessment) = ply.assessment {
                summary.effects.add(assessment.effect);
            }
        }
        summary
    }
}
