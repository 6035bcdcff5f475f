//! Values with or without a distance: engines claim wins of unknown distance.

use std::cmp::Ordering;
use std::fmt;

use loa_solver::{Value, Wdl};

/// The value of a position for the side to move, with its distance if known.
///
/// Values are ordered from worst to best. A win of unknown distance is worse than any
/// other win, and a loss of unknown distance better than any other loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Known {
    /// The value with its distance.
    Exact(Value),
    /// A result of unknown distance.
    Wdl(Wdl),
}

impl Known {
    /// Returns the result.
    pub(crate) const fn wdl(self) -> Wdl {
        match self {
            Known::Exact(value) => value.wdl(),
            Known::Wdl(wdl) => wdl,
        }
    }

    /// Returns the distance to the end in plies; `None` for a draw and if it is unknown.
    pub(crate) const fn plies(self) -> Option<u16> {
        match self {
            Known::Exact(value) => value.plies(),
            Known::Wdl(_) => None,
        }
    }
}

impl From<Value> for Known {
    fn from(value: Value) -> Known {
        Known::Exact(value)
    }
}

impl Ord for Known {
    fn cmp(&self, other: &Known) -> Ordering {
        let unknown_is = |wdl| match wdl {
            Wdl::Loss => Ordering::Greater,
            Wdl::Draw | Wdl::Win => Ordering::Less,
        };
        self.wdl().cmp(&other.wdl()).then_with(|| match (self, other) {
            (Known::Exact(a), Known::Exact(b)) => a.cmp(b),
            (Known::Wdl(_), Known::Wdl(_)) => Ordering::Equal,
            (Known::Wdl(wdl), Known::Exact(_)) => unknown_is(*wdl),
            (Known::Exact(_), Known::Wdl(wdl)) => unknown_is(*wdl).reverse(),
        })
    }
}

impl PartialOrd for Known {
    fn partial_cmp(&self, other: &Known) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Exact(value) => value.fmt(f),
            Known::Wdl(wdl) => wdl.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_ordered_from_the_worst_to_the_best() {
        let ordered = [
            Known::Exact(Value::Loss(0)),
            Known::Exact(Value::Loss(8)),
            Known::Wdl(Wdl::Loss),
            Known::Exact(Value::Draw),
            Known::Wdl(Wdl::Win),
            Known::Exact(Value::Win(9)),
            Known::Exact(Value::Win(0)),
        ];
        for (i, a) in ordered.iter().enumerate() {
            for (j, b) in ordered.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} {b}");
            }
        }
    }
}
