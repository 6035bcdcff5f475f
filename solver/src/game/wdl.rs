//! Win, draw or loss.

use std::fmt;
use std::str::FromStr;

/// Win, draw or loss for the side to move, from the worst to the best.
///
/// # Examples
/// ```
/// use loa_solver::Wdl;
///
/// assert!(Wdl::Loss < Wdl::Draw && Wdl::Draw < Wdl::Win);
/// assert_eq!(Wdl::Loss.for_mover(), Wdl::Win);
/// assert_eq!(Wdl::Win.to_string(), "win");
/// assert_eq!("draw".parse(), Ok(Wdl::Draw));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

/// Text that is not a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a result: expected win, draw or loss")]
pub struct ParseWdlError(String);

impl Wdl {
    /// Returns `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        }
    }

    /// Returns `wins`, `draws` or `loses`: the verb for the side to move.
    pub const fn verb(self) -> &'static str {
        match self {
            Wdl::Win => "wins",
            Wdl::Draw => "draws",
            Wdl::Loss => "loses",
        }
    }

    /// Returns the result for the side that moves into a position of this result.
    #[must_use]
    pub const fn for_mover(self) -> Wdl {
        match self {
            Wdl::Win => Wdl::Loss,
            Wdl::Draw => Wdl::Draw,
            Wdl::Loss => Wdl::Win,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Wdl {
    type Err = ParseWdlError;

    fn from_str(text: &str) -> Result<Wdl, ParseWdlError> {
        let found = [Wdl::Loss, Wdl::Draw, Wdl::Win].into_iter().find(|wdl| wdl.name() == text);
        found.ok_or_else(|| ParseWdlError(text.to_owned()))
    }
}
