//! Certificates in memory: a proof as positions with ranks.

use crate::game::moves::Move;
use crate::game::position::{Color, Position};

use super::goal::RuleSet;
use super::key::{key_of, stones_of};

/// A proof that a player wins from a position: stored positions, with the
/// loser to move, and their ranks. `PROOF.md` says when it is valid, and
/// describes the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules ids under each of which it proves the win.
    pub rules: RuleSet,
    /// The position that is won, with the side to move.
    pub start: Position,
    /// The player who wins.
    pub winner: Color,
    /// The first move, if the winner is to move at the start.
    pub first_move: Option<Move>,
    /// Plies after which the winner has won at the latest.
    pub plies: u32,
    /// Canonical keys with their ranks, sorted by key.
    pub positions: Vec<Stored>,
}

/// A stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The canonical key.
    pub key: u128,
    /// The moves that the winner needs at most: at least 2.
    pub rank: u16,
}

impl Certificate {
    /// The rank stored for a position with the loser to move.
    pub fn rank(&self, position: &Position) -> Option<u16> {
        let key = key_of(position.board(), position.us(), position.them());
        let place = self
            .positions
            .binary_search_by_key(&key, |stored| stored.key);
        place.ok().map(|place| self.positions[place].rank)
    }

    /// The stored positions, the loser to move, with their ranks.
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
