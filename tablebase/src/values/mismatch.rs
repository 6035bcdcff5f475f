//! Values that their successors contradict.

use loa_solver::internal::Cell;
use loa_solver::{Color, Index, Position, Value};

/// A value that its successors contradict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position} is stored as {stored}, its successors make it {implied}")]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// Its value in the table.
    pub stored: Value,
    /// The value that its successors imply.
    pub implied: Value,
}

/// A value of a known material that its successors contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    at: u64,
    stored: u16,
    implied: u16,
}

impl Wrong {
    /// Returns the contradiction between the stored and the implied value at an index.
    pub(crate) const fn new(at: u64, stored: Cell, implied: Cell) -> Wrong {
        Wrong { at, stored: stored.code(), implied: implied.code() }
    }

    /// Returns the fields as numbers.
    pub(crate) fn to_numbers(self) -> [u64; 3] {
        [self.at, self.stored.into(), self.implied.into()]
    }

    /// Reads numbers written by [`Wrong::to_numbers`].
    pub(crate) fn from_numbers(numbers: &[u64]) -> Option<Wrong> {
        let &[at, stored, implied] = numbers else {
            return None;
        };
        Some(Wrong { at, stored: stored as u16, implied: implied as u16 })
    }

    /// Returns the position with both values.
    pub(crate) fn mismatch(self, index: &Index) -> Option<Mismatch> {
        let (us, them) = index.position(self.at);
        let position = Position::new(index.board(), us, them, Color::Black);
        Some(Mismatch {
            position: position.ok()?,
            stored: Cell::from_code(self.stored).value(),
            implied: Cell::from_code(self.implied).value(),
        })
    }
}
