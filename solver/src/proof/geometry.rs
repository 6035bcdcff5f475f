//! Lines, moves and connections in one move, on raw sets of squares.

use crate::game::bitboard::{Bitboard, take_lowest};
use crate::game::board::Board;
use crate::game::line::Axis;
use crate::game::moves::Move;
use crate::game::square::Square;

/// A move of a stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The square that the stone leaves, or 64 for [`Step::PASS`].
    pub(super) from: u8,
    /// The square that the stone lands on.
    pub(super) to: u8,
    /// True if an enemy stone is taken.
    pub(super) capture: bool,
}

impl Step {
    pub(super) const PASS: Step = Step {
        from: 64,
        to: 64,
        capture: false,
    };

    pub(super) fn as_move(self) -> Move {
        let square = |index: u8| Square::from_index(index.into());
        match (square(self.from), square(self.to)) {
            (Some(from), Some(to)) => Move::Stone {
                from,
                to,
                capture: self.capture,
            },
            _ => Move::Pass,
        }
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

/// The lines of one board.
pub(super) struct Geometry {
    pub(super) board: Board,
    pub(super) mask: u64,
    /// The lines by square, then axis.
    lines: Box<[[u64; 4]; 64]>,
}

const STEPS: [u32; 4] = [
    Axis::ALL[0].step(),
    Axis::ALL[1].step(),
    Axis::ALL[2].step(),
    Axis::ALL[3].step(),
];

/// Returns the bits above `low` and below `high`.
#[inline(always)]
fn strictly_between(low: u32, high: u32) -> u64 {
    ((1 << high) - 1) & !((2 << low) - 1)
}

impl Geometry {
    pub(super) fn new(board: Board) -> Geometry {
        let mask = board.mask();
        let mut lines = Box::new([[0; 4]; 64]);
        for square in Bitboard::ALL {
            lines[square.index() as usize] = Axis::ALL.map(|axis| (axis.line(square) & mask).0);
        }
        Geometry {
            board,
            mask: mask.0,
            lines,
        }
    }

    /// Calls `found` with every move of a stone of `us`.
    #[inline(always)]
    pub(super) fn for_each_move(&self, us: u64, them: u64, mut found: impl FnMut(Step)) {
        let occupied = us | them;
        let mut left = us;
        while left != 0 {
            let from = take_lowest(&mut left);
            let lines = &self.lines[from as usize];
            for axis in 0..4 {
                let line = lines[axis];
                let distance = STEPS[axis] * (line & occupied).count_ones();
                let open = line & !us;
                // The frame has 64 bits, and a shift that leaves the line meets
                // no bit of it.
                if from + distance < 64 {
                    let to = from + distance;
                    if open >> to & 1 != 0 && line & them & strictly_between(from, to) == 0 {
                        let capture = them >> to & 1 != 0;
                        found(Step {
                            from: from as u8,
                            to: to as u8,
                            capture,
                        });
                    }
                }
                if from >= distance {
                    let to = from - distance;
                    if open >> to & 1 != 0 && line & them & strictly_between(to, from) == 0 {
                        let capture = them >> to & 1 != 0;
                        found(Step {
                            from: from as u8,
                            to: to as u8,
                            capture,
                        });
                    }
                }
            }
        }
    }

    /// Returns whether a stone of `us` can move.
    pub(super) fn can_move(&self, us: u64, them: u64) -> bool {
        let mut any = false;
        self.for_each_move(us, them, |_| any = true);
        any
    }

    /// Returns whether some move to one of the given squares connects `us`. If `alone`,
    /// the move must not leave the other side connected.
    #[inline(always)]
    pub(super) fn connects(&self, us: u64, them: u64, squares: u64, alone: bool) -> bool {
        let joins = |from, to| joined(us, them, from, to, alone);
        self.any_arrival(us, them, squares, |from, to, _| joins(from, to))
    }

    /// Returns the moves to one of the given squares that connect `us`.
    #[inline(always)]
    pub(super) fn threats(&self, us: u64, them: u64, squares: u64, alone: bool) -> Threats {
        let mut threats = Threats::default();
        self.any_arrival(us, them, squares, |from, to, line| {
            if joined(us, them, from, to, alone) {
                threats.any = true;
                if !(alone && them >> to & 1 != 0) {
                    threats.lines[threats.count] = line;
                    threats.count += 1;
                }
            }
            threats.count == threats.lines.len()
        });
        threats
    }

    /// Calls `found` with the squares and the line of every move to one of the given
    /// squares, until it returns true. Returns whether it did.
    #[inline(always)]
    fn any_arrival(
        &self,
        us: u64,
        them: u64,
        squares: u64,
        mut found: impl FnMut(u32, u32, u64) -> bool,
    ) -> bool {
        let occupied = us | them;
        let mut left = squares & self.mask & !us;
        while left != 0 {
            let to = take_lowest(&mut left);
            let lines = &self.lines[to as usize];
            for axis in 0..4 {
                let line = lines[axis];
                let distance = STEPS[axis] * (line & occupied).count_ones();
                let sources = line & us;
                if to >= distance
                    && sources >> (to - distance) & 1 != 0
                    && line & them & strictly_between(to - distance, to) == 0
                    && found(to - distance, to, line)
                {
                    return true;
                }
                if to + distance < 64
                    && sources >> (to + distance) & 1 != 0
                    && line & them & strictly_between(to, to + distance) == 0
                    && found(to + distance, to, line)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// The moves of a side that connect it.
#[derive(Clone, Copy, Default)]
pub(super) struct Threats {
    /// True if there is one.
    pub(super) any: bool,
    /// The lines of some of those that connect the side whatever happens elsewhere, as
    /// long as the other side is not connected.
    lines: [u64; 8],
    count: usize,
}

impl Threats {
    /// Returns whether one of them surely remains after a move of the other side that
    /// takes no stone and does not connect that side.
    #[inline(always)]
    pub(super) fn outlast(&self, step: Step) -> bool {
        let touched = 1 << step.from | 1 << step.to;
        let lines = &self.lines[..self.count];
        lines.iter().any(|line| line & touched == 0)
    }
}

fn joined(us: u64, them: u64, from: u32, to: u32, alone: bool) -> bool {
    let (us, them) = (us & !(1 << from) | 1 << to, them & !(1 << to));
    Bitboard(us).is_connected() && !(alone && Bitboard(them).is_connected())
}

/// Returns the squares on which a stone of `set`, moved there, could leave the set
/// connected: those next to every group, or to every group but one of a single stone,
/// which could be the stone that moves.
#[inline(always)]
pub(super) fn connecting_squares(set: u64) -> u64 {
    let (mut beside_all, mut beside_all_but_one) = (u64::MAX, 0);
    let mut left = set;
    while left != 0 {
        let mut group = left & left.wrapping_neg();
        let single = group;
        let beside = loop {
            let beside = Bitboard(group).neighbourhood().0;
            let grown = beside & set;
            if grown == group {
                break beside;
            }
            group = grown;
        };
        left &= !group;
        let skipped = if group == single {
            beside_all & !beside
        } else {
            0
        };
        beside_all_but_one = beside_all_but_one & beside | skipped;
        beside_all &= beside;
        if beside_all | beside_all_but_one == 0 {
            return 0;
        }
    }
    beside_all | beside_all_but_one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::{Color, Position};

    /// Positions with three to six stones of each side on `board`.
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
                    found.push(step.as_move());
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
                let told = geometry.connects(us, them, connecting_squares(us), alone);
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
                let near = connecting_squares(us);
                let threats = geometry.threats(us, them, near, alone);
                assert_eq!(threats.any, geometry.connects(us, them, near, alone));
                let mut replies = Vec::new();
                geometry.for_each_move(them, us, |step| replies.push(step));
                for step in replies.into_iter().filter(|step| !step.capture) {
                    let (them, us) = step.apply(them, us);
                    if open(Bitboard(us)) && open(Bitboard(them)) {
                        let still = geometry.connects(us, them, near, alone);
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
