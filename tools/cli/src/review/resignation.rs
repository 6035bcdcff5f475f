//! That a game was given up, and what it was worth.

use loa_solver::{Color, Position};
use loa_tablebase::{Answer, Wdl};

use super::choices::Choice;
use crate::effect::Effect;

/// That a game was given up after its moves.
pub(crate) struct Resignation {
    pub(crate) color: Color,
    pub(crate) position: Position,
    /// The first of the best moves, if it was on who resigned to move.
    pub(crate) best: Option<Choice>,
    /// `None` if the tables do not cover the position.
    pub(crate) effect: Option<Effect>,
}

impl Resignation {
    /// What a game that is given up is worth.
    pub(crate) const VALUE: Answer = Answer::Wdl(Wdl::Loss);

    /// Given up by `color` in a position with these moves, if they are known.
    pub(super) fn of(color: Color, position: Position, choices: &[Choice]) -> Resignation {
        let best = choices.first().copied();
        let is_its_turn = position.turn() == color;
        let worth = best.map(|best| match is_its_turn {
            true => best.value,
            false => Answer::Wdl(best.value.wdl().for_mover()),
        });
        Resignation {
            color,
            position,
            best: best.filter(|_| is_its_turn),
            effect: worth.map(|worth| Effect::of(Resignation::VALUE, worth)),
        }
    }
}
