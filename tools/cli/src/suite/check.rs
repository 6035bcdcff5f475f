//! The claims of a problem against what the tables tell.

use std::fmt;

use loa_solver::{Move, Value};

use super::problem::Problem;
use super::solution::Solution;
use super::theme::Theme;

/// A claim that is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    Value {
        claimed: Value,
        found: Value,
    },
    Distance {
        claimed: Value,
        found: Value,
    },
    /// Moves that keep the value and are not named.
    Missing(Vec<Move>),
    /// Moves that are named and do not keep the value.
    Added(Vec<Move>),
    Theme(Theme),
}

impl Wrong {
    /// What is claimed wrongly: `value`, `distance`, `moves` or `theme`.
    pub(crate) const fn claim(&self) -> &'static str {
        match self {
            Wrong::Value { .. } => "value",
            Wrong::Distance { .. } => "distance",
            Wrong::Missing(_) | Wrong::Added(_) => "moves",
            Wrong::Theme(_) => "theme",
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(Move::to_string).collect();
            names.join(" ")
        };
        match self {
            Wrong::Value { claimed, found } => write!(f, "it is a {found}, not a {claimed}"),
            Wrong::Distance { claimed, found } => write!(f, "it is a {found}, not a {claimed}"),
            Wrong::Missing(moves) => write!(f, "good moves are missing: {}", list(moves)),
            Wrong::Added(moves) => write!(f, "these moves are not good: {}", list(moves)),
            Wrong::Theme(theme) => write!(f, "it is no {}", theme.name()),
        }
    }
}

impl Problem {
    /// What this problem claims and the tables deny.
    pub(crate) fn wrongs(&self, solution: &Solution) -> Vec<Wrong> {
        let (claimed, found) = (self.value, solution.value());
        let mut wrongs = Vec::new();
        if claimed.wdl().name() != found.wdl().name() {
            // Which moves keep a value is another question when the value is
            // another.
            wrongs.push(Wrong::Value { claimed, found });
        } else {
            if claimed != found {
                wrongs.push(Wrong::Distance { claimed, found });
            }
            let without = |moves: &[Move], others: &[Move]| -> Vec<Move> {
                let rest = moves.iter().filter(|m| !others.contains(m));
                rest.copied().collect()
            };
            let missing = without(solution.good_moves(), &self.good_moves);
            let added = without(&self.good_moves, solution.good_moves());
            wrongs.extend((!missing.is_empty()).then_some(Wrong::Missing(missing)));
            wrongs.extend((!added.is_empty()).then_some(Wrong::Added(added)));
        }
        let themes = self.themes.iter().filter(|theme| !theme.is_of(solution));
        wrongs.extend(themes.map(|&theme| Wrong::Theme(theme)));
        wrongs
    }
}
