//! Rules: the results of connections and of positions without a legal move.

use std::fmt;
use std::str::FromStr;

use super::value::Value;

/// The connections that count after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Connection {
    /// Both sides'; the side that has moved wins if both are connected.
    Mover,
    /// Both sides'; a draw if both are connected.
    Draw,
    /// Only that of the side that has moved.
    Own,
}

/// The result for a side without a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoMove {
    Pass,
    Loss,
    Draw,
}

/// Result rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    connection: Connection,
    pub(super) no_move: NoMove,
    misere: bool,
}

impl Rules {
    /// Returns all fifteen.
    pub fn all() -> impl Iterator<Item = Self> {
        let connections = [Connection::Mover, Connection::Draw, Connection::Own];
        let no_moves = [NoMove::Pass, NoMove::Loss, NoMove::Draw];
        connections
            .into_iter()
            .flat_map(move |connection| no_moves.map(|no_move| (connection, no_move)))
            .flat_map(|(connection, no_move)| {
                [false, true].map(|misere| Self { connection, no_move, misere })
            })
            .filter(|rules| !(rules.misere && rules.connection == Connection::Own))
    }

    /// Returns the value of a position for the side to move if a connection has ended the game. The
    /// other side has just moved.
    pub(super) fn finished(self, us_connected: bool, them_connected: bool) -> Option<Value> {
        let (ours, theirs) = if self.misere {
            (Value::FINISHED_LOSS, Value::FINISHED_WIN)
        } else {
            (Value::FINISHED_WIN, Value::FINISHED_LOSS)
        };
        match (self.connection, us_connected, them_connected) {
            (Connection::Draw, true, true) => Some(Value::FINISHED_DRAW),
            (_, _, true) => Some(theirs),
            (Connection::Mover | Connection::Draw, true, false) => Some(ours),
            (Connection::Own, true, false) | (_, false, false) => None,
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.connection {
            Connection::Mover => "mover",
            Connection::Draw => "draw",
            Connection::Own => "own",
        })?;
        f.write_str(match self.no_move {
            NoMove::Pass => "-pass",
            NoMove::Loss => "-loss",
            NoMove::Draw => "-draw",
        })?;
        f.write_str(if self.misere { "-misere" } else { "" })
    }
}

impl FromStr for Rules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Self::all();
        let rules = all.find(|rules| rules.to_string() == text);
        rules.ok_or_else(|| {
            format!("'{text}' is not a rules id, such as mover-pass or draw-loss-misere")
        })
    }
}
