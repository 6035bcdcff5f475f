//! Resignations and their effect.

use loa_solver::{Color, Position};
use loa_tablebase::{Answer, Wdl};

use super::choices::Choice;
use super::effect::Effect;

/// A resignation after the moves of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resignation {
    /// The side that resigned.
    pub color: Color,
    /// The position in which it did.
    pub position: Position,
    /// The first of the best moves, if the side that resigned was to move.
    pub best: Option<Choice>,
    /// The effect, unless the tables do not cover the position.
    pub effect: Option<Effect>,
}

impl Resignation {
    /// The value of a resignation to the side that resigns.
    pub const VALUE: Answer = Answer::Wdl(Wdl::Loss);

    /// Returns the resignation of `color` in a position with these moves; none where
    /// the tables do not cover it.
    pub(super) fn of(color: Color, position: Position, choices: &[Choice]) -> Resignation {
        let best = choices.first().copied();
        let is_its_turn = position.turn() == color;
        let worth = best.map(|best| {
            if is_its_turn { best.value } else { Answer::Wdl(best.value.wdl().for_mover()) }
        });
        Resignation {
            color,
            position,
            best: best.filter(|_| is_its_turn),
            effect: worth.map(|worth| Effect::of(Resignation::VALUE, worth)),
        }
    }
}
