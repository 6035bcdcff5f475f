//! The successors of a position, and the value that they imply, move by move.

use loa_solver::{Index, Position, Rules, Value};

use super::codes::{CellSource, MemoryValues};

/// The values that the values of one material depend on.
pub(crate) struct Successors<'a, V = MemoryValues> {
    pub(crate) rules: Rules,
    /// The numbering of the material itself.
    pub(crate) index: &'a Index,
    /// The values after a quiet move or a pass.
    pub(crate) twin: &'a V,
    /// The values after a capture; `None` if it leaves a lone stone, which needs no table.
    pub(crate) lower: Option<&'a V>,
}

impl<V: CellSource> Successors<'_, V> {
    /// Returns the value that the successors of a position imply, looked up one by one.
    pub(crate) fn value(&self, position: &Position) -> Value {
        if let Some((_, value)) = self.rules.termination(position) {
            return value;
        }
        let after_stones =
            position.stone_moves().map(|m| self.stored(&position.play_unchecked(m)).for_mover());
        let best = after_stones.max();
        // A position without moves that is not terminal must be a pass.
        best.unwrap_or_else(|| self.stored(&position.passed()).for_mover())
    }

    /// Returns the value of a successor. A lone stone has no table.
    pub(super) fn stored(&self, position: &Position) -> Value {
        let quiet = position.material() == self.twin.index().material();
        let table = if quiet { Some(self.twin) } else { self.lower };
        let Some(table) = table else {
            let settled = self.rules.value_without_table(position);
            return settled.expect("a lone stone is connected");
        };
        let place = table.index().of(position.us(), position.them());
        table.get(place).value()
    }
}
