//! The levels: wins and losses are found in the order of their plies, from their successors.

use rayon::prelude::*;

use super::board::Set;
use super::family::{Family, Side};
use super::sets::{Orbit, squares_of};
use super::table::Rest;
use super::value::Value;

/// A position that a level finds: its index and its sets.
struct Found<'a> {
    index: usize,
    us: &'a Orbit,
    them: Set,
}

impl Family<'_> {
    /// Decides every position that can be decided, and returns the number of plies examined. Wins
    /// and losses by captures have up to `farthest_capture` plies.
    ///
    /// The losses of a level are examined before its wins. Meanwhile no count changes, so a thread
    /// can trust that a loss without open moves belongs to this level.
    pub(super) fn decide(&self, farthest_capture: u32) -> u32 {
        let mut plies = 0;
        loop {
            let mut found = 0;
            for side in 0..self.sides.len() {
                found += self.announce_losses(side, plies);
            }
            for side in 0..self.sides.len() {
                found += self.announce_wins(side, plies);
            }
            if found == 0 && plies >= farthest_capture {
                return plies;
            }
            plies += 1;
        }
    }

    /// Marks the predecessors of positions lost in `plies` as wins.
    fn announce_losses(&self, side: usize, plies: u32) -> usize {
        let lost = Value::loss(plies);
        self.each_of_value(side, lost, |found| {
            if self.sides[side].open_moves(found.index) > 0 {
                return 0;
            }
            let won = Value::win(plies + 1);
            self.visit_predecessors(side, found, |before, index| {
                before.table.improve(index, won);
            });
            1
        })
    }

    /// Removes moves to positions won in `plies` from the counts. A position without other moves is
    /// lost.
    fn announce_wins(&self, side: usize, plies: u32) -> usize {
        if plies == 0 {
            return 0;
        }
        let won = Value::win(plies);
        self.each_of_value(side, won, |found| {
            let lost = Value::loss(plies + 1);
            self.visit_predecessors(side, found, |before, index| {
                let by_capture = before.table.value(index);
                if by_capture.may_be_lost() && before.take_move(index) {
                    before.table.set_value(index, by_capture.min(lost));
                }
            });
            1
        })
    }

    /// Calls `announce` for every index of a side with this value, and sums the results.
    fn each_of_value(
        &self,
        side: usize,
        value: Value,
        announce: impl Fn(Found<'_>) -> usize + Sync,
    ) -> usize {
        let Side { table, column_sets, .. } = &self.sides[side];
        let squares = self.game.geometry.board.squares();
        let rows = table.sets.orbits.par_iter().enumerate();
        rows.map(|(row, us)| {
            let rest = Rest::of(us.set, squares);
            let first = row * table.columns;
            let entries = (first..).zip(column_sets);
            let mut announced = 0;
            for (index, &column_set) in entries {
                if table.value(index) == value {
                    let them = rest.on_board(column_set);
                    announced += announce(Found { index, us, them });
                }
            }
            announced
        })
        .sum()
    }

    /// Visits every index from which a quiet move or a pass leads to this one, once for each such
    /// move.
    fn visit_predecessors(
        &self,
        side: usize,
        found: Found<'_>,
        mut visit: impl FnMut(&Side, usize),
    ) {
        let before = self.twin(side);
        let Found { index, us, them } = found;
        let mut visit_indices = |mover: Set| {
            let membership = before.table.sets.membership(mover);
            for symmetry in squares_of(membership.symmetries() & us.transversal) {
                let other = self.game.symmetries.image(symmetry as usize, us.set);
                let index = before.table.index_in_row(membership.orbit(), other);
                visit(before, index);
            }
        };
        self.game.visit_unmoves(us.set, them, &mut visit_indices);
        if self.sides[side].by_pass(index) {
            visit_indices(them);
        }
    }
}
