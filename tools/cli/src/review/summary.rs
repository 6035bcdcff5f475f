//! A side's moves in figures.

use loa_solver::Color;

use super::judgement::Ply;
use crate::effect::Effects;

/// How one side has played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) moves: usize,
    /// Of those whose position the tables cover.
    pub(crate) effects: Effects,
}

impl Summary {
    /// The figures of a side.
    pub(crate) fn of(plies: &[Ply], color: Color) -> Summary {
        let mut summary = Summary::default();
        for ply in plies.iter().filter(|ply| ply.color == color) {
            summary.moves += 1;
            if let Some(judgement) = ply.judgement {
                summary.effects.add(judgement.effect);
            }
        }
        summary
    }
}
