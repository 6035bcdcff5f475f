//! The end of a game.

use std::fmt;

use loa_solver::{Color, Repetition, Termination};

use crate::repetition::occurrences_to_end;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct End {
    /// The cause of the end.
    pub cause: EndCause,
    /// The winner; `None` if the game is drawn.
    pub winner: Option<Color>,
}

/// The cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum EndCause {
    /// A connection, or a position without a legal move.
    Rules {
        /// The reason, seen by the side to move.
        over: Termination,
        /// The side to move.
        turn: Color,
    },
    /// A position that has occurred often enough to end the game.
    Repetition {
        /// The side whose move led to the position.
        mover: Color,
        /// The rule of repetition.
        rule: Repetition,
    },
    /// A side resigned.
    Resignation(Color),
    /// A side forfeited the game.
    Forfeit(Color),
    /// A side lost on time.
    Time(Color),
}

/// A way in which a side loses a game that the rules have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Concession {
    /// The side resigned.
    Resignation,
    /// The side forfeited the game.
    Forfeit,
    /// The side ran out of time.
    Time,
}

impl End {
    /// Returns the end by a resignation.
    pub const fn resignation(color: Color) -> End {
        End::concession(color, Concession::Resignation)
    }

    pub(crate) const fn concession(color: Color, how: Concession) -> End {
        let cause = match how {
            Concession::Resignation => EndCause::Resignation(color),
            Concession::Forfeit => EndCause::Forfeit(color),
            Concession::Time => EndCause::Time(color),
        };
        End { cause, winner: Some(color.other()) }
    }

    /// Returns the name of the reason: `us-connected` and so on, seen by the side to move,
    /// `repetition`, `resignation`, `forfeit` or `time`.
    pub const fn reason(self) -> &'static str {
        match self.cause {
            EndCause::Rules { over, .. } => over.name(),
            EndCause::Repetition { .. } => "repetition",
            EndCause::Resignation(_) => "resignation",
            EndCause::Forfeit(_) => "forfeit",
            EndCause::Time(_) => "time",
        }
    }

    /// Returns `black`, `white` or `draw`.
    pub fn result(self) -> &'static str {
        self.winner.map_or("draw", Color::name)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: ")?,
            None => f.write_str("a draw: ")?,
        }
        match self.cause {
            EndCause::Rules { over, turn } => match over {
                Termination::UsConnected => write!(f, "{turn} is connected"),
                Termination::ThemConnected => write!(f, "{} is connected", turn.other()),
                Termination::BothConnected => f.write_str("both sides are connected"),
                Termination::NoMove => write!(f, "{turn} has no move"),
                Termination::NeitherCanMove => f.write_str("neither side can move"),
            },
            EndCause::Repetition { mover, rule: Repetition::Loss } => {
                write!(f, "{mover} has repeated a position")
            }
            EndCause::Repetition { rule: Repetition::BoardDraw, .. } => {
                f.write_str("the board has occurred before")
            }
            EndCause::Repetition { rule, .. } => {
                write!(f, "the position has occurred {} times", occurrences_to_end(rule))
            }
            EndCause::Resignation(color) => write!(f, "{color} resigns"),
            EndCause::Forfeit(color) => write!(f, "{color} forfeits"),
            EndCause::Time(color) => write!(f, "{color} loses on time"),
        }
    }
}
