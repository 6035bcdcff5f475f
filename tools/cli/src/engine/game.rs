//! A game as far as it has been played: what a question to the engine is about.
//!
//! It is what somebody else tells, who also decides when it is over: it may go on
//! after an end, and of a referee that tells positions alone nobody knows the
//! moves between them. A [game that is played or recorded
//! here](crate::record::Game) is legal from its start to its end.

use loa_solver::{Move, ParseMoveError, Position, Rules};

/// A position with those before it, which it must not repeat.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Never empty; the last is the one in hand.
    positions: Vec<Position>,
}

impl Game {
    /// A game that begins here.
    pub(crate) fn new(root: Position) -> Game {
        Game {
            positions: vec![root],
        }
    }

    /// A game of these positions, of which there is at least one.
    pub(crate) fn of(positions: Vec<Position>) -> Game {
        Game { positions }
    }

    /// The game after a move.
    pub(crate) fn play(&mut self, played: Move) {
        let after = self.position().play_unchecked(played);
        self.positions.push(after);
    }

    /// The game after a move in text.
    ///
    /// # Errors
    /// When it is not a legal one.
    pub(crate) fn play_text(&mut self, rules: Rules, text: &str) -> Result<(), ParseMoveError> {
        let played = rules.parse_move(&self.position(), text)?;
        self.play(played);
        Ok(())
    }

    /// The game goes on with a position that somebody else tells of.
    pub(crate) fn go_on(&mut self, position: Position) {
        self.positions.push(position);
    }

    /// The position in hand.
    pub(crate) fn position(&self) -> Position {
        self.positions[self.positions.len() - 1]
    }

    /// All positions, oldest first.
    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }
}
