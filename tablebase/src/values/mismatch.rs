//! Values that their successors contradict.

use loa_solver::{Board, Color, Position, Value};

use super::waiting::Visited;

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

impl Mismatch {
    /// Returns the difference between what a position holds and what is implied, if there
    /// is one.
    pub(crate) fn of(board: Board, looked: Visited) -> Option<Mismatch> {
        let (stored, implied) = (looked.stored.value(), looked.implied.value());
        let position = Position::new(board, looked.us, looked.them, Color::Black);
        (stored != implied).then_some(Mismatch {
            position: position.ok()?,
            stored,
            implied,
        })
    }
}
