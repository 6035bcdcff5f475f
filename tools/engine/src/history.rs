//! The positions of a game so far.

use loa_record::Game;
use loa_solver::{Move, ParseMoveError, Position, Rules};

/// A position with the earlier positions, which it must not repeat.
///
/// Another program plays the game and decides when it is over. So a history may continue after an
/// end, and if only positions are given, the moves between them are unknown. A [`Game`], by
/// contrast, is legal from its start to its end.
#[derive(Clone, Debug)]
pub struct History {
    /// Never empty; the last position is the current one.
    positions: Vec<Position>,
}

impl History {
    /// Returns the history of a game that begins at `root`.
    pub fn new(root: Position) -> History {
        History { positions: vec![root] }
    }

    /// Adds a legal move.
    pub fn play(&mut self, played: Move) {
        let after = self.position().play_unchecked(played);
        self.positions.push(after);
    }

    /// Adds a move given as text.
    ///
    /// # Errors
    /// If the text is not a legal move.
    pub fn play_text(&mut self, rules: Rules, text: &str) -> Result<(), ParseMoveError> {
        let played = rules.parse_move(&self.position(), text)?;
        self.play(played);
        Ok(())
    }

    /// Adds a position.
    pub fn push(&mut self, position: Position) {
        self.positions.push(position);
    }

    /// Returns the current position.
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
