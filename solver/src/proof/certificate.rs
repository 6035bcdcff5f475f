//! Certificates in memory.

use crate::game::moves::Move;
use crate::game::position::{Color, Position};

use super::goal::RuleSet;
use super::key::{key_of, stones_of};

/// A proof that a player wins from a position: stored positions, with the loser to
/// move, and their ranks. `PROOF.md` states when a certificate is valid, and describes
/// its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules ids; the win is proved under each of them.
    pub rules: RuleSet,
    /// The position that is won, with the side to move.
    pub start: Position,
    /// The player who wins.
    pub winner: Color,
    /// The first move, if the winner is to move at the start.
    pub first_move: Option<Move>,
    /// The most plies to the win.
    pub plies: u32,
    /// Canonical keys with their ranks, sorted by key.
    pub positions: Vec<Stored>,
}

/// A stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The canonical key.
    pub key: u128,
    /// The most moves that the winner needs; at least 2.
    pub rank: u16,
}

impl Certificate {
    /// Returns the rank stored for a position with the loser to move.
    pub fn rank(&self, position: &Position) -> Option<u16> {
        let key = self.key(position);
        let place = self
            .positions
            .binary_search_by_key(&key, |stored| stored.key);
        place.ok().map(|place| self.positions[place].rank)
    }

    /// Returns the canonical key of a position with the loser to move, the same for all
    /// its mirror images and turns.
    pub fn key(&self, position: &Position) -> u128 {
        key_of(position.board(), position.us(), position.them())
    }

    /// Returns the stored positions, with the loser to move, and their ranks.
    pub fn iter(&self) -> impl Iterator<Item = (Position, u16)> + '_ {
        self.positions.iter().map(|stored| {
            let (us, them) = stones_of(self.start.board(), stored.key);
            let position = Position {
                us,
                them,
                turn: self.winner.other(),
                ..self.start
            };
            (position, stored.rank)
        })
    }
}
