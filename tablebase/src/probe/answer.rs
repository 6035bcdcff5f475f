//! What tables tell of a position.

use std::fmt;

use loa_solver::Value;

/// Win, draw or loss for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// Neither side can force a win.
    Draw,
    /// The side to move loses.
    Loss,
}

impl Outcome {
    /// `win`, `draw` or `loss`.
    pub const fn category(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        }
    }

    /// The same for the side that moves into such a position.
    pub const fn before(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Outcome {
        match value {
            Value::Win(_) => Outcome::Win,
            Value::Draw => Outcome::Draw,
            Value::Loss(_) => Outcome::Loss,
        }
    }
}

/// What a position is worth to the side to move, as far as the tables tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The value, with its distance.
    Exact(Value),
    /// A win or loss in a number of plies that the tables do not tell.
    Somehow(Outcome),
}

impl Answer {
    /// Win, draw or loss.
    pub fn outcome(self) -> Outcome {
        match self {
            Answer::Exact(value) => value.into(),
            Answer::Somehow(outcome) => outcome,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn category(self) -> &'static str {
        self.outcome().category()
    }

    /// Plies to the end; `None` for a draw, and where tables do not tell.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Answer::Exact(value) => value.plies(),
            Answer::Somehow(_) => None,
        }
    }

    /// The value; `None` where tables do not tell the distance.
    pub const fn value(self) -> Option<Value> {
        match self {
            Answer::Exact(value) => Some(value),
            Answer::Somehow(_) => None,
        }
    }

    /// The same one ply earlier, to the side that moves into this position.
    pub const fn before(self) -> Answer {
        match self {
            Answer::Exact(value) => Answer::Exact(value.before()),
            Answer::Somehow(outcome) => Answer::Somehow(outcome.before()),
        }
    }

    /// How good it is, larger being better. What is known exactly is better than
    /// a win somehow, if a win, and worse than a loss somehow, if a loss.
    pub const fn goodness(self) -> i32 {
        match self {
            Answer::Exact(value) => value.goodness(),
            Answer::Somehow(Outcome::Win) => 1,
            Answer::Somehow(Outcome::Draw) => 0,
            Answer::Somehow(Outcome::Loss) => -1,
        }
    }
}

impl From<Value> for Answer {
    fn from(value: Value) -> Answer {
        Answer::Exact(value)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Exact(value) => value.fmt(f),
            Answer::Somehow(outcome) => f.write_str(outcome.category()),
        }
    }
}
