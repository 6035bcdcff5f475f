//! The rules that decide values.
//!
//! A *rules id* names one of the fifteen sets of rules, such as `mover-pass`, `draw-loss-misere` or
//! `own-draw`.

use std::fmt;
use std::str::FromStr;

/// The result of a move that connects both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Connection {
    /// Both connected: the mover wins.
    Mover,
    /// Both connected: a draw.
    Draw,
    /// Only the mover's own connection counts (the literal wording of 1969).
    Own,
}

/// The result for a player who has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NoMove {
    /// The turn passes, which takes a ply; a draw if neither side can move.
    Pass,
    /// The player loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// The rules that a table's values depend on; one of the fifteen rules ids.
///
/// The default is `mover-pass`. [`Preset`](crate::Preset) reads the names of presets.
///
/// # Examples
/// ```
/// use loa_solver::{Connection, NoMove, Position, Rules, Termination, Value};
///
/// let rules: Rules = "draw-pass".parse()?;
/// assert_eq!((rules.connection(), rules.no_move()), (Connection::Draw, NoMove::Pass));
/// assert_eq!(Rules::all().count(), 15);
///
/// // White is to move, and Black has just connected.
/// let position: Position = "o2o/1xx1/4/o3 o".parse()?;
/// let end = rules.termination(&position);
/// assert_eq!(end, Some((Termination::ThemConnected, Value::Loss(0))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(crate) connection: Connection,
    pub(crate) no_move: NoMove,
    pub(crate) misere: bool,
}

/// Text that is not a rules id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a rules id: expected mover-, draw- or own-, then pass, loss or draw, and -misere \
     except with own, such as mover-pass"
)]
pub struct ParseRulesError(String);

/// The fifteen rules with their ids, the normal games first, then the misere games.
const ALL: [(&str, Rules); 15] = [
    ("mover-pass", Rules::new(Connection::Mover, NoMove::Pass, false)),
    ("mover-loss", Rules::new(Connection::Mover, NoMove::Loss, false)),
    ("mover-draw", Rules::new(Connection::Mover, NoMove::Draw, false)),
    ("draw-pass", Rules::new(Connection::Draw, NoMove::Pass, false)),
    ("draw-loss", Rules::new(Connection::Draw, NoMove::Loss, false)),
    ("draw-draw", Rules::new(Connection::Draw, NoMove::Draw, false)),
    ("own-pass", Rules::new(Connection::Own, NoMove::Pass, false)),
    ("own-loss", Rules::new(Connection::Own, NoMove::Loss, false)),
    ("own-draw", Rules::new(Connection::Own, NoMove::Draw, false)),
    ("mover-pass-misere", Rules::new(Connection::Mover, NoMove::Pass, true)),
    ("mover-loss-misere", Rules::new(Connection::Mover, NoMove::Loss, true)),
    ("mover-draw-misere", Rules::new(Connection::Mover, NoMove::Draw, true)),
    ("draw-pass-misere", Rules::new(Connection::Draw, NoMove::Pass, true)),
    ("draw-loss-misere", Rules::new(Connection::Draw, NoMove::Loss, true)),
    ("draw-draw-misere", Rules::new(Connection::Draw, NoMove::Draw, true)),
];

impl Rules {
    pub(crate) const fn new(connection: Connection, no_move: NoMove, misere: bool) -> Rules {
        Rules { connection, no_move, misere }
    }

    /// Returns all fifteen rules, the normal games first, then the misere games.
    pub fn all() -> impl Iterator<Item = Rules> {
        ALL.into_iter().map(|(_, rules)| rules)
    }

    /// Returns the rules id, such as `mover-pass`.
    pub fn id(self) -> &'static str {
        let found = ALL.iter().find(|(_, rules)| *rules == self);
        found.expect("own rules are never made misere").0
    }

    /// Returns the result of a move that connects both sides.
    pub const fn connection(self) -> Connection {
        self.connection
    }

    /// Returns the result for a player without a legal move.
    pub const fn no_move(self) -> NoMove {
        self.no_move
    }

    /// `true` if a connection loses instead of winning.
    pub const fn is_misere(self) -> bool {
        self.misere
    }
}

impl Default for Rules {
    /// `mover-pass`.
    fn default() -> Rules {
        Rules::new(Connection::Mover, NoMove::Pass, false)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads a rules id; [`Preset`](crate::Preset) also reads presets.
    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let found = ALL.iter().find(|(id, _)| *id == text);
        found.map(|&(_, rules)| rules).ok_or_else(|| ParseRulesError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_back() {
        for rules in Rules::all() {
            assert_eq!(rules.id().parse::<Rules>().unwrap(), rules);
            let [connection, no_move, ..] = rules.id().split('-').collect::<Vec<_>>()[..] else {
                panic!("{rules} has fewer than two parts")
            };
            assert_eq!(format!("{:?}", rules.connection).to_lowercase(), connection);
            assert_eq!(format!("{:?}", rules.no_move).to_lowercase(), no_move);
            assert_eq!(rules.id().ends_with("misere"), rules.misere);
        }
        assert_eq!(Rules::default().id(), "mover-pass");
    }

    #[test]
    fn a_preset_is_not_a_rules_id() {
        let error = "club".parse::<Rules>().unwrap_err().to_string();
        assert!(error.starts_with("'club' is not a rules id"), "{error}");
        assert!(!error.contains("preset"), "{error}");
    }
}
