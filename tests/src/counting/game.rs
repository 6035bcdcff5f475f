//! The game on a board under rules: moves, and what a finished position is
//! worth.

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

    /// Visits the squares from and to of every move of `us`: along each line
    /// through a stone, both ways, by as many squares as the line has stones,
    /// not across enemy stones and not onto an own one.
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

    /// Visits what the stones of `them` may have been before the quiet move
    /// with which they came to where they are.
    ///
    /// A stone that is now on a square came from an empty one on a line
    /// through it. A quiet move along a line takes no stone off the line and
    /// puts none on it, so it went as many squares as the line has stones now;
    /// and what lies between the two squares is the same from either end. So
    /// quiet moves can be taken back by quiet moves along the same line: what
    /// may have been is where the stones of `them` could go to now, captures
    /// left out. Counts of other lines do change, but no move depends on them.
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
