//! Claims of a problem that the tables contradict.

use std::fmt;

use loa_solver::{Move, Value};

use super::theme::Theme;

/// A claim of a problem that the tables contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongClaim {
    /// Another result.
    Value {
        /// The claim.
        claimed: Value,
        /// The value by the tables.
        found: Value,
    },
    /// Another distance.
    Distance {
        /// The claim.
        claimed: Value,
        /// The value by the tables.
        found: Value,
    },
    /// Moves that keep the value and are not named.
    Missing(Vec<Move>),
    /// Moves that are named and do not keep the value.
    Added(Vec<Move>),
    /// A theme that the position does not have.
    Theme(Theme),
}

impl WrongClaim {
    /// Returns the kind of the claim: `value`, `distance`, `moves` or `theme`.
    pub const fn claim(&self) -> &'static str {
        match self {
            WrongClaim::Value { .. } => "value",
            WrongClaim::Distance { .. } => "distance",
            WrongClaim::Missing(_) | WrongClaim::Added(_) => "moves",
            WrongClaim::Theme(_) => "theme",
        }
    }
}

impl fmt::Display for WrongClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(Move::to_string).collect();
            names.join(" ")
        };
        match self {
            WrongClaim::Value { claimed, found } => write!(f, "it is a {found}, not a {claimed}"),
            WrongClaim::Distance { claimed, found } => {
                write!(f, "it is a {found}, not a {claimed}")
            }
            WrongClaim::Missing(moves) => write!(f, "good moves are missing: {}", list(moves)),
            WrongClaim::Added(moves) => write!(f, "these moves are not good: {}", list(moves)),
            WrongClaim::Theme(theme) => write!(f, "it is no {}", theme.name()),
        }
    }
}
