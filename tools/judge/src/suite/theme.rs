//! The themes of problems.

use std::fmt;
use std::str::FromStr;

use loa_solver::Value;
use serde::{Deserialize, Serialize};

/// The theme of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Theme {
    /// Only one move of many wins.
    OnlyWin,
    /// The win is nearly as long as any with the same material.
    LongWin,
    /// The greedy player gives the win away.
    Greedy,
    /// Only one move of many draws.
    OnlyDraw,
}

/// Text that is not the name of a theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a theme: expected only-win, long-win, greedy or only-draw")]
#[non_exhaustive]
pub struct ThemeError(pub String);

/// The minimum number of plies of a win for a problem.
const SHORTEST_WIN: u16 = 3;

impl Theme {
    /// All themes, in the order of suites.
    pub const ALL: [Theme; 4] = [Theme::OnlyWin, Theme::LongWin, Theme::Greedy, Theme::OnlyDraw];

    /// Returns the name of the theme, such as `only-win`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::OnlyWin => "only-win",
            Theme::LongWin => "long-win",
            Theme::Greedy => "greedy",
            Theme::OnlyDraw => "only-draw",
        }
    }

    /// Returns whether a position of this value can have the theme.
    pub(super) fn may_have(self, value: Value) -> bool {
        match value {
            Value::Win(plies) => self != Theme::OnlyDraw && plies >= SHORTEST_WIN,
            Value::Draw => self == Theme::OnlyDraw,
            Value::Loss(_) => false,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Theme, ThemeError> {
        let mut themes = Theme::ALL.into_iter();
        let theme = themes.find(|theme| theme.name() == text);
        theme.ok_or_else(|| ThemeError(text.to_owned()))
    }
}
