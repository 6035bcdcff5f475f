//! How a game ends.

use std::fmt;

use loa_solver::{Color, Termination};

use super::name;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) why: Why,
    /// Who has won; `None` if the game is drawn.
    pub(crate) winner: Option<Color>,
}

/// What has ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// A connection, or that there is no move, with the side to move.
    Rules {
        over: Termination,
        turn: Color,
    },
    /// A position has come back, for the last time it may.
    Repetition {
        mover: Color,
        times: usize,
    },
    Resignation(Color),
}

impl End {
    /// `us-connected` and so on, seen from the side to move, `repetition` or
    /// `resignation`.
    pub(crate) const fn reason(self) -> &'static str {
        match self.why {
            Why::Rules { over, .. } => over.name(),
            Why::Repetition { .. } => "repetition",
            Why::Resignation(_) => "resignation",
        }
    }

    /// `black`, `white` or `draw`.
    pub(crate) fn result(self) -> &'static str {
        self.winner.map_or("draw", name)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{} wins: ", name(winner))?,
            None => f.write_str("a draw: ")?,
        }
        match self.why {
            Why::Rules { over, turn } => match over {
                Termination::UsConnected => write!(f, "{} is connected", name(turn)),
                Termination::ThemConnected => write!(f, "{} is connected", name(turn.other())),
                Termination::BothConnected => f.write_str("both sides are connected"),
                Termination::NoMove => write!(f, "{} has no move", name(turn)),
                Termination::NeitherCanMove => f.write_str("neither side can move"),
            },
            Why::Repetition { mover, times: 2 } => {
                write!(f, "{} has repeated a position", name(mover))
            }
            Why::Repetition { times, .. } => write!(f, "the position has occurred {times} times"),
            Why::Resignation(color) => write!(f, "{} resigns", name(color)),
        }
    }
}
