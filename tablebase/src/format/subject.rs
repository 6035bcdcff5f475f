//! The subject of a table.

use std::fmt;

use loa_solver::{Board, Material, Rules};

/// The subject of a table: the positions whose values it stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableSubject {
    /// The rules of the values.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// The material, side to move first.
    pub material: Material,
}

impl fmt::Display for TableSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableSubject { rules, board, material } = self;
        write!(f, "{material} on {board} under {rules}")
    }
}
