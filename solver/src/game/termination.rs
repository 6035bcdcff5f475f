//! Terminal positions and their values.

use std::fmt;

use crate::game::position::Position;
use crate::game::rules::{Connection, NoMove, Rules};
use crate::game::value::Value;

/// The reason why a position is terminal, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Termination {
    /// The side to move is connected; the other side is not.
    UsConnected,
    /// The side that has just moved is connected.
    ThemConnected,
    /// Both sides are connected.
    BothConnected,
    /// The side to move has no move, which ends the game under these rules.
    NoMove,
    /// Neither side can move, and the turn would pass forever.
    #[cfg_attr(feature = "serde", serde(rename = "dead"))]
    NeitherCanMove,
}

impl Termination {
    /// Returns `us-connected`, `them-connected`, `both-connected`, `no-move` or `dead`.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::UsConnected => "us-connected",
            Termination::ThemConnected => "them-connected",
            Termination::BothConnected => "both-connected",
            Termination::NoMove => "no-move",
            Termination::NeitherCanMove => "dead",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Rules {
    /// Returns the value to the side to move if these connections end the game. `us` and `them` say
    /// which sides are connected.
    #[inline]
    pub const fn connected_value(self, us: bool, them: bool) -> Option<Value> {
        let mover_wins = match (self.connection, us, them) {
            (_, false, false) | (Connection::Own, _, false) => return None,
            (Connection::Draw, true, true) => return Some(Value::Draw),
            (_, _, true) => true,
            (_, true, false) => false,
        };
        Some(if mover_wins != self.misere { Value::Loss(0) } else { Value::Win(0) })
    }

    /// Returns how a connection has ended the game, with the value to the side to move; `None` if
    /// no connection has ended it.
    pub fn connection_termination(self, position: &Position) -> Option<(Termination, Value)> {
        let (us, them) = (position.us.is_connected(), position.them.is_connected());
        let value = self.connected_value(us, them)?;
        let termination = match (us, them) {
            (true, true) if self.connection != Connection::Own => Termination::BothConnected,
            (_, true) => Termination::ThemConnected,
            _ => Termination::UsConnected,
        };
        Some((termination, value))
    }

    /// Returns how the game has ended, with the value to the side to move; `None` if the position
    /// is not terminal.
    pub fn termination(self, position: &Position) -> Option<(Termination, Value)> {
        let connection = self.connection_termination(position);
        if connection.is_some() || position.has_stone_move() {
            return connection;
        }
        match self.no_move {
            NoMove::Loss => Some((Termination::NoMove, Value::Loss(0))),
            NoMove::Draw => Some((Termination::NoMove, Value::Draw)),
            NoMove::Pass if position.passed().has_stone_move() => None,
            NoMove::Pass => Some((Termination::NeitherCanMove, Value::Draw)),
        }
    }

    /// Returns the value of a position that needs no table: a terminal position, or one in which a
    /// side has a single stone, which is always connected.
    ///
    /// Only under `own` rules does such a game continue, with the lone stone to move. Its owner
    /// wins with any move, because the stone remains one group.
    pub fn value_without_table(self, position: &Position) -> Option<Value> {
        if let Some((_, value)) = self.termination(position) {
            return Some(value);
        }
        if position.us.count() > 1 {
            return None;
        }
        // A pass is a move too: after it the side that has just moved is connected, and the
        // position is terminal.
        Some(Value::Win(1))
    }
}
