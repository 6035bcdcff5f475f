//! The game on a board under rules: moves, and the values of finished positions.

use std::ops::ControlFlow;

use super::board::{Board, Geometry, Set};
use super::rules::Rules;
use super::sets::squares_of;
use super::symmetry::Symmetries;

/// A board with its rules.
pub(super) struct Game {
    pub(super) rules: Rules,
    pub(super) geometry: Geometry,
    pub(super) symmetries: Symmetries,
}

impl Game {
    pub(super) fn new(board: Board, rules: Rules) -> Self {
        Self { rules, geometry: Geometry::new(board), symmetries: Symmetries::new(board) }
    }

    /// Visits the squares from and to of every move of `us`: along each line through a stone, in
    /// both directions, by the number of stones on the line, not across enemy stones and not onto
    /// an own stone.
    #[inline]
    pub(super) fn visit_moves<B>(
        &self,
        us: Set,
        them: Set,
        mut visit: impl FnMut(Set, Set) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for square in squares_of(us) {
            for line in self.geometry.lines(square) {
                let distance = (line.squares & (us | them)).count_ones() as usize;
                for jumps in &line.jumps {
                    let jump = jumps[distance];
                    if jump.to & !us != 0 && jump.between & them == 0 {
                        visit(1 << square, jump.to)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether `us` can move.
    pub(super) fn can_move(&self, us: Set, them: Set) -> bool {
        self.visit_moves(us, them, |_, _| ControlFlow::Break(())).is_break()
    }

    /// Visits the possible sets of `them` before the quiet move that led to the current set.
    ///
    /// A stone on a square came from an empty square on a line through it. A quiet move along a
    /// line does not change the number of stones on that line, so the stone moved by the current
    /// number. The squares between are the same from either end. So a quiet move is undone by a
    /// quiet move along the same line: the earlier sets are those that `them` can move to now
    /// without captures. Counts of other lines do change, but the move does not depend on them.
    #[inline]
    pub(super) fn visit_unmoves(&self, us: Set, them: Set, mut visit: impl FnMut(Set)) {
        let _: ControlFlow<()> = self.visit_moves(them, us, |now, before| {
            if before & us == 0 {
                visit(them ^ now ^ before);
            }
            ControlFlow::Continue(())
        });
    }
}
