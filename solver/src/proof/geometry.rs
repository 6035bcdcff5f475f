//! Moves and connections in one move, on raw sets of squares.

use super::joins::Joins;
use crate::game::bitboard::{Bitboard, members, take_lowest};
use crate::game::board::Board;
use crate::game::line::{LINES, STEPS};
use crate::game::moves::targets;

/// A move of a stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The square that the stone leaves, or 64 for [`Step::PASS`].
    pub(super) from: u8,
    /// The square that the stone lands on.
    pub(super) to: u8,
    /// True if the step captures an enemy stone.
    pub(super) capture: bool,
}

impl Step {
    pub(super) const PASS: Step = Step { from: 64, to: 64, capture: false };

    #[inline(always)]
    pub(super) fn quiet(from: u32, to: u32) -> Step {
        Step { from: from as u8, to: to as u8, capture: false }
    }

    #[inline(always)]
    pub(super) fn capture(from: u32, to: u32) -> Step {
        Step { capture: true, ..Step::quiet(from, to) }
    }

    /// Returns the stones of the mover and of the other side after the step.
    #[inline(always)]
    pub(super) fn apply(self, us: u64, them: u64) -> (u64, u64) {
        if self == Step::PASS {
            return (us, them);
        }
        let to = 1 << self.to;
        (us & !(1 << self.from) | to, them & !to)
    }
}

/// The moves on one board.
pub(super) struct Geometry {
    pub(super) board: Board,
    mask: u64,
}

/// Returns the bits above `low` and below `high`.
#[inline(always)]
fn strictly_between(low: u32, high: u32) -> u64 {
    ((1 << high) - 1) & !((2 << low) - 1)
}

impl Geometry {
    pub(super) fn new(board: Board) -> Geometry {
        Geometry { board, mask: board.mask().0 }
    }

    /// Returns the squares that the stone of `us` on `from` can move to.
    #[inline(always)]
    pub(super) fn targets(&self, from: u32, us: u64, them: u64) -> u64 {
        targets(self.mask, from, us, them)
    }

    /// Calls `found` with every move of a stone of `us`.
    #[inline(always)]
    pub(super) fn for_each_move(&self, us: u64, them: u64, mut found: impl FnMut(Step)) {
        let mut left = us;
        while left != 0 {
            let from = take_lowest(&mut left);
            let mut targets = self.targets(from, us, them);
            while targets != 0 {
                let to = take_lowest(&mut targets);
                found(Step { from: from as u8, to: to as u8, capture: them >> to & 1 != 0 });
            }
        }
    }

    /// `true` if a stone of `us` can move.
    #[inline(always)]
    pub(super) fn can_move(&self, us: u64, them: u64) -> bool {
        members(us).any(|from| self.targets(from, us, them) != 0)
    }

    /// `true` if some move connects `us`, which has these joins. If `alone`, the move must not
    /// leave the other side connected.
    #[inline(always)]
    pub(super) fn connects(&self, us: u64, them: u64, joins: &Joins, alone: bool) -> bool {
        self.any_connection(us, them, joins, alone, |_, _| true)
    }

    /// Returns the moves that connect `us`, which has these joins.
    #[inline(always)]
    pub(super) fn threats(&self, us: u64, them: u64, joins: &Joins, alone: bool) -> Threats {
        let mut threats = Threats::default();
        self.any_connection(us, them, joins, alone, |to, line| {
            threats.any = true;
            if !(alone && them >> to & 1 != 0) {
                threats.lines[threats.count] = line;
                threats.count += 1;
            }
            threats.count == threats.lines.len()
        });
        threats
    }

    /// Calls `found` with the square and the line of every move that connects `us`, until it
    /// returns true. `true` if it has.
    #[inline(always)]
    fn any_connection(
        &self,
        us: u64,
        them: u64,
        joins: &Joins,
        alone: bool,
        mut found: impl FnMut(u32, u64) -> bool,
    ) -> bool {
        let is_allowed = |to: u32| !(alone && Bitboard(them & !(1 << to)).is_connected());
        let mut movers = us;
        for &(stone, squares) in joins.lone() {
            movers &= !stone;
            let from = stone.trailing_zeros();
            let mut targets = squares & self.targets(from, us, them);
            while targets != 0 {
                let to = take_lowest(&mut targets);
                if is_allowed(to) && found(to, line_through(from, to)) {
                    return true;
                }
            }
        }
        let squares = joins.beside_all & self.mask & !us;
        self.any_arrival(movers, squares, us | them, them, |from, to, line| {
            let after = us & !(1 << from) | 1 << to;
            Bitboard(after).is_connected() && is_allowed(to) && found(to, line)
        })
    }

    /// Calls `found` with the squares and the line of every move of one of `movers` to one of the
    /// given squares, until it returns true. `true` if it has.
    #[inline(always)]
    fn any_arrival(
        &self,
        movers: u64,
        squares: u64,
        occupied: u64,
        them: u64,
        mut found: impl FnMut(u32, u32, u64) -> bool,
    ) -> bool {
        let mut left = squares;
        while left != 0 {
            let to = take_lowest(&mut left);
            for (axis, &line) in LINES[to as usize].iter().enumerate() {
                let sources = line & movers;
                if sources == 0 {
                    continue;
                }
                let distance = STEPS[axis] * (line & occupied).count_ones();
                let (low, high) = (to.wrapping_sub(distance), to + distance);
                if low < 64
                    && sources >> low & 1 != 0
                    && line & them & strictly_between(low, to) == 0
                    && found(low, to, line)
                {
                    return true;
                }
                if high < 64
                    && sources >> high & 1 != 0
                    && line & them & strictly_between(to, high) == 0
                    && found(high, to, line)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// Returns the line through two squares, which must be on one line.
#[inline(always)]
fn line_through(from: u32, to: u32) -> u64 {
    let mut lines = LINES[from as usize].into_iter();
    lines.find(|line| line >> to & 1 != 0).unwrap_or(0)
}

/// The moves of a side that connect it.
#[derive(Clone, Copy, Default)]
pub(super) struct Threats {
    /// True if such a move exists.
    pub(super) any: bool,
    /// The lines of some moves that connect the side whatever happens elsewhere, unless the other
    /// side connects.
    lines: [u64; 8],
    count: usize,
}

impl Threats {
    /// `true` if one of these moves certainly remains after a move of the other side that captures
    /// nothing and does not connect that side.
    #[inline(always)]
    pub(super) fn outlast(&self, step: Step) -> bool {
        self.answers(step.from.into()) >> step.to & 1 == 0
    }

    /// Returns the squares on which a stone from `from` touches every line of a threat that its
    /// departure does not touch.
    #[inline(always)]
    pub(super) fn answers(&self, from: u32) -> u64 {
        let lines = self.lines[..self.count].iter();
        let untouched = lines.filter(|&line| line >> from & 1 == 0);
        untouched.fold(u64::MAX, |squares, line| squares & line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::moves::Move;
    use crate::game::position::{Color, Position};
    use crate::game::square::Square;

    fn as_move(step: Step) -> Move {
        let [from, to] = [step.from, step.to].map(|index| Square::from_index(index.into()));
        Move::Stone { from: from.unwrap(), to: to.unwrap(), capture: step.capture }
    }

    /// Returns positions with three to six stones of each side on `board`.
    fn random(board: Board, count: usize) -> Vec<Position> {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            state >> 16
        };
        let mut positions = Vec::new();
        while positions.len() < count {
            let us = Bitboard(next() & next()) & board.mask();
            let them = (Bitboard(next() & next()) & board.mask()) - us;
            positions.extend(Position::new(board, us, them, Color::Black));
        }
        positions
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        for board in [Board::new(5, 4), Board::new(8, 8)] {
            let board = board.unwrap();
            let geometry = Geometry::new(board);
            for position in random(board, 300) {
                let mut found = Vec::new();
                geometry.for_each_move(position.us().0, position.them().0, |step| {
                    found.push(as_move(step));
                });
                found.sort_unstable();
                let mut expected: Vec<_> = position.stone_moves().collect();
                expected.sort_unstable();
                assert_eq!(found, expected, "{position}");
            }
        }
    }

    #[test]
    fn connections_in_one_move_are_all_found() {
        let (mut found, board) = (0, Board::new(4, 5).unwrap());
        let geometry = Geometry::new(board);
        for position in random(board, 3000) {
            let (us, them) = (position.us().0, position.them().0);
            for alone in [false, true] {
                let expected = position.stone_moves().any(|m| {
                    let after = position.play_unchecked(m);
                    after.them().is_connected() && !(alone && after.us().is_connected())
                });
                let told = geometry.connects(us, them, &Joins::of(us), alone);
                assert_eq!(told, expected, "{position} {alone}");
                found += usize::from(told);
            }
        }
        assert!(found > 300, "{found}");
    }

    #[test]
    fn threats_that_outlast_a_reply_are_still_there() {
        let (mut outlast, mut gone, board) = (0, 0, Board::new(5, 5).unwrap());
        let geometry = Geometry::new(board);
        let open = |set: Bitboard| !set.is_connected();
        for position in random(board, 6000) {
            let (us, them) = (position.us().0, position.them().0);
            for alone in [false, true] {
                let joins = Joins::of(us);
                let threats = geometry.threats(us, them, &joins, alone);
                assert_eq!(threats.any, geometry.connects(us, them, &joins, alone));
                let mut replies = Vec::new();
                geometry.for_each_move(them, us, |step| replies.push(step));
                for step in replies.into_iter().filter(|step| !step.capture) {
                    let (them, us) = step.apply(them, us);
                    if open(Bitboard(us)) && open(Bitboard(them)) {
                        let still = geometry.connects(us, them, &joins, alone);
                        assert!(still || !threats.outlast(step), "{position} {step:?}");
                        outlast += u32::from(threats.outlast(step));
                        gone += u32::from(threats.any && !still);
                    }
                }
            }
        }
        assert!(outlast > 300 && gone > 300, "{outlast} {gone}");
    }
}
