//! The value of a position.

use std::cmp::{Ordering, Reverse};
use std::fmt;

use crate::game::wdl::Wdl;

/// The value of a position to the side to move: win, draw or loss, with the distance to the end in
/// plies under best play. A terminal position has distance 0.
///
/// Values are ordered from the worst to the best: quick losses, slow losses,
/// draws, slow wins, quick wins.
///
/// # Examples
/// ```
/// use loa_solver::{Value, Wdl};
///
/// let won = Value::Win(3);
/// assert_eq!((won.wdl(), won.plies()), (Wdl::Win, Some(3)));
/// assert!(Value::Win(1) > won && won > Value::Draw);
/// assert!(Value::Draw > Value::Loss(4) && Value::Loss(4) > Value::Loss(2));
/// // A move into a position that is lost in 2 wins in 3.
/// assert_eq!(Value::Loss(2).for_mover(), won);
/// assert_eq!(won.to_string(), "win in 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in this many plies.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses in this many plies.
    Loss(u16),
}

impl Value {
    /// Returns the distance to the end in plies; `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// Returns the result without the distance.
    pub const fn wdl(self) -> Wdl {
        match self {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        }
    }

    /// Returns the value to the side that moves into a position of this value, one ply earlier.
    #[must_use]
    pub const fn for_mover(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// Returns the value in words whose subject is the side to move: `wins in 3`, `draws` or
    /// `loses in 4`.
    pub fn verdict(self) -> String {
        let verb = self.wdl().verb();
        self.plies().map_or_else(|| verb.to_owned(), |plies| format!("{verb} in {plies}"))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Win(a), Value::Win(b)) => Reverse(a).cmp(&Reverse(b)),
            (Value::Loss(a), Value::Loss(b)) => a.cmp(b),
            _ => self.wdl().cmp(&other.wdl()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) => write!(f, "{} in {plies}", self.wdl()),
            None => self.wdl().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_value_has_no_longer_one() {
        assert_eq!(Value::Loss(u16::MAX).for_mover(), Value::Win(u16::MAX));
        assert_eq!(Value::Win(u16::MAX).for_mover(), Value::Loss(u16::MAX));
    }
}
