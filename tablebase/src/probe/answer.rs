//! The answer of tables to a question about a position.

use std::cmp::Ordering;
use std::fmt;

use loa_solver::{Value, Wdl};

/// The value of a position to the side to move, as far as tables store it.
///
/// Answers are ordered from the worst to the best. A win of unknown distance is worse than any
/// other win, and a loss of unknown distance better than any other loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The value with its distance.
    Exact(Value),
    /// The result, if the tables do not store its distance.
    Wdl(Wdl),
}

impl Answer {
    /// Returns the result.
    pub const fn wdl(self) -> Wdl {
        match self {
            Answer::Exact(value) => value.wdl(),
            Answer::Wdl(wdl) => wdl,
        }
    }

    /// Returns the distance to the end in plies; `None` for a draw and if tables do not store it.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Answer::Exact(value) => value.plies(),
            Answer::Wdl(_) => None,
        }
    }

    /// Returns the value; `None` if tables do not store its distance.
    pub const fn value(self) -> Option<Value> {
        match self {
            Answer::Exact(value) => Some(value),
            Answer::Wdl(_) => None,
        }
    }

    /// Returns the answer for the side that moves into this position, one ply earlier.
    #[must_use]
    pub const fn for_mover(self) -> Answer {
        match self {
            Answer::Exact(value) => Answer::Exact(value.for_mover()),
            Answer::Wdl(wdl) => Answer::Wdl(wdl.for_mover()),
        }
    }

    /// Returns the value in words whose subject is the side to move: `wins in 3`, `draws` or
    /// `loses in 4`, and `wins` or `loses` if the tables store no distance.
    pub fn verdict(self) -> String {
        let verb = self.wdl().verb();
        match self.plies() {
            Some(plies) => format!("{verb} in {plies}"),
            None => verb.to_owned(),
        }
    }
}

impl From<Value> for Answer {
    fn from(value: Value) -> Answer {
        Answer::Exact(value)
    }
}

impl Ord for Answer {
    fn cmp(&self, other: &Answer) -> Ordering {
        let unknown_is = |wdl| match wdl {
            Wdl::Loss => Ordering::Greater,
            Wdl::Draw | Wdl::Win => Ordering::Less,
        };
        self.wdl().cmp(&other.wdl()).then_with(|| match (self, other) {
            (Answer::Exact(a), Answer::Exact(b)) => a.cmp(b),
            (Answer::Wdl(_), Answer::Wdl(_)) => Ordering::Equal,
            (Answer::Wdl(wdl), Answer::Exact(_)) => unknown_is(*wdl),
            (Answer::Exact(_), Answer::Wdl(wdl)) => unknown_is(*wdl).reverse(),
        })
    }
}

impl PartialOrd for Answer {
    fn partial_cmp(&self, other: &Answer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Exact(value) => value.fmt(f),
            Answer::Wdl(wdl) => wdl.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_ordered_from_the_worst_to_the_best() {
        let ordered = [
            Answer::Exact(Value::Loss(0)),
            Answer::Exact(Value::Loss(8)),
            Answer::Wdl(Wdl::Loss),
            Answer::Exact(Value::Draw),
            Answer::Wdl(Wdl::Win),
            Answer::Exact(Value::Win(9)),
            Answer::Exact(Value::Win(0)),
        ];
        for (i, a) in ordered.iter().enumerate() {
            for (j, b) in ordered.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} {b}");
            }
        }
    }
}
