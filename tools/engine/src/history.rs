//! The positions of a game so far.

use loa_record::Game;
use loa_solver::{Move, ParseMoveError, Position, Rules};

/// A position with those before it, which it must not repeat.
///
/// Somebody else plays the game and decides when it is over, so that a history may go
/// on after an end, and from positions alone the moves between them are not known. A
/// [`Game`] is legal from its start to its end.
#[derive(Clone, Debug)]
pub struct History {
    /// Never empty; the last is the present one.
    positions: Vec<Position>,
}

impl History {
    /// Returns the history of a game that begins here.
    pub fn new(root: Position) -> History {
        History { positions: vec![root] }
    }

    /// Adds a legal move.
    pub fn play(&mut self, played: Move) {
        let after = self.position().play_unchecked(played);
        self.positions.push(after);
    }

    /// Adds a move in text.
    ///
    /// # Errors
    /// When the text is not a legal move.
    pub fn play_text(&mut self, rules: Rules, text: &str) -> Result<(), ParseMoveError> {
        let played = rules.parse_move(&self.position(), text)?;
        self.play(played);
        Ok(())
    }

    /// Adds a position.
    pub fn push(&mut self, position: Position) {
        self.positions.push(position);
    }

    /// Returns the present position.
    pub fn position(&self) -> Position {
        self.positions[self.positions.len() - 1]
    }

    /// Returns all positions, the oldest first.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }
}

impl From<&Game> for History {
    fn from(game: &Game) -> History {
        let positions = game.positions().to_vec();
        History { positions }
    }
}
