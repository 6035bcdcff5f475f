//! Values with those of their successors, and the value that successors imply, move by move.

use loa_solver::{Index, Position, Rules, Value};

use super::codes::{CellSource, MemoryValues};

/// The values of one material, and the values that they depend on.
pub(crate) struct LinkedValues<'a, V = MemoryValues> {
    pub(crate) rules: Rules,
    pub(crate) values: &'a V,
    /// The values after a quiet move or a pass.
    pub(crate) twin: &'a V,
    /// The values after a capture; `None` if it leaves a lone stone, which needs no table.
    pub(crate) lower: Option<&'a V>,
}

impl<V: CellSource> LinkedValues<'_, V> {
    /// Returns the index that numbers the values.
    pub(super) fn index(&self) -> &Index {
        self.values.index()
    }

    /// Returns the value that the successors of a position imply, looked up one by one.
    pub(super) fn implied(&self, position: &Position) -> Value {
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
