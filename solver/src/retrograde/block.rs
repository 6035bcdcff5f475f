//! One leader's block while the other side moves.
//!
//! The waiting side stands on the leader L; the mover's stones M range over all
//! sets of the free squares. Squares are *compact* here: square i is the i-th
//! free square in the order of the board, so that M is a number of as many bits
//! as there are free squares, its rank is its entry in the block, and a move is
//! the exchange of two bits.
//!
//! How far a stone moves depends on M only through how many of M's stones its
//! line has. So for every free square and direction the landing square is
//! worked out once for every distance; enumerating the moves of a set is then a
//! popcount and two look-ups for every stone and axis.
//!
//! A quiet move leaves the count of its own line as it was, and the squares it
//! passes are the same in both directions. So the quiet moves of M lead exactly
//! to the sets from which a quiet move leads to M: unmoves need no code of
//! their own.

use std::ops::ControlFlow;

use crate::board::{Axis, Board, line};
use crate::rank::take_lowest;

/// Nothing to land on: off the board, or behind an enemy stone.
const NONE: u8 = 255;
/// Landing on the i-th stone of the leader is `CAPTURE + i`.
const CAPTURE: u8 = 128;

/// Names a stone and a direction: 8 x the stone's place among its side's
/// stones + 2 x the axis, + 1 if backwards.
pub(crate) type MoveCode = u8;

/// Where a stone lands.
#[derive(Clone, Copy)]
pub(crate) enum Landing {
    /// On a free square; this is the set of the mover's stones afterwards.
    Quiet(u64),
    /// On the leader's stone of this number; this is the set of the mover's
    /// other stones.
    Capture(u64, usize),
}

/// What the moves around one leader depend on.
pub(crate) struct Block {
    board: Board,
    /// The leader's stones, in the 8x8 frame.
    pub(crate) leader: u64,
    /// The free squares in the 8x8 frame, by compact square.
    squares: [u8; 64],
    /// The free squares of a line, by compact square and axis.
    lines: [[u64; 4]; 64],
    /// The leader's stones on that line.
    enemies: [[u8; 4]; 64],
    /// Landing by compact square, direction and distance.
    landings: [[[u8; 9]; 8]; 64],
}

impl Block {
    pub(crate) fn new(board: Board) -> Block {
        Block {
            board,
            leader: 0,
            squares: [0; 64],
            lines: [[0; 4]; 64],
            enemies: [[0; 4]; 64],
            landings: [[[NONE; 9]; 8]; 64],
        }
    }

    /// Turns to another leader.
    pub(crate) fn set_leader(&mut self, leader: u64) {
        self.leader = leader;
        let mut compact = [NONE; 64];
        let mut free = self.board.mask() & !leader;
        for number in 0..free.count_ones() as usize {
            let square = take_lowest(&mut free) as usize;
            self.squares[number] = square as u8;
            compact[square] = number as u8;
        }
        let mut stones = leader;
        for number in 0..leader.count_ones() as u8 {
            compact[take_lowest(&mut stones) as usize] = CAPTURE + number;
        }
        let free = (self.board.mask() & !leader).count_ones() as usize;
        for number in 0..free {
            for axis in Axis::ALL {
                self.set_line(&compact, number, axis);
            }
        }
    }

    /// Walks the line through a free square, both ways.
    fn set_line(&mut self, compact: &[u8; 64], number: usize, axis: Axis) {
        let start = u32::from(self.squares[number]);
        let on_line = line(axis, start) & self.board.mask();
        let (mut own, mut enemies) = (1 << number, 0);
        for backwards in [false, true] {
            let landings = &mut self.landings[number][2 * axis as usize + usize::from(backwards)];
            *landings = [NONE; 9];
            let step = if backwards {
                axis.step().wrapping_neg()
            } else {
                axis.step()
            };
            let (mut square, mut blocked) = (start.wrapping_add(step), false);
            let mut distance = 1;
            while square < 64 && on_line >> square & 1 != 0 {
                let there = compact[square as usize];
                if !blocked {
                    landings[distance] = there;
                }
                if there >= CAPTURE {
                    enemies += 1;
                    blocked = true;
                } else {
                    own |= 1 << there;
                }
                square = square.wrapping_add(step);
                distance += 1;
            }
        }
        self.lines[number][axis as usize] = own;
        self.enemies[number][axis as usize] = enemies;
    }

    /// The squares of a compact set in the 8x8 frame.
    #[inline]
    pub(crate) fn on_board(&self, mut set: u64) -> u64 {
        let mut squares = 0;
        while set != 0 {
            squares |= 1 << self.squares[take_lowest(&mut set) as usize];
        }
        squares
    }

    /// The square of the leader's stone of this number.
    pub(crate) fn stone(&self, number: usize) -> u64 {
        let mut stones = self.leader;
        for _ in 0..number {
            take_lowest(&mut stones);
        }
        stones & stones.wrapping_neg()
    }

    /// Visits the moves of the stones of `set` whose codes are `first` or
    /// more, in the order of their codes, until told to stop.
    #[inline(always)]
    pub(crate) fn moves<B>(
        &self,
        set: u64,
        first: MoveCode,
        mut visit: impl FnMut(MoveCode, Landing) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut left = set;
        for _ in 0..first / 8 {
            left &= left - 1;
        }
        let mut code = first & !7;
        while left != 0 {
            let stone = take_lowest(&mut left) as usize;
            for axis in 0..4 {
                let own = (self.lines[stone][axis] & set).count_ones() as usize;
                let distance = own + self.enemies[stone][axis] as usize;
                for direction in [2 * axis, 2 * axis + 1] {
                    let code = code + direction as u8;
                    let landing = self.landings[stone][direction][distance];
                    if landing == NONE || code < first {
                        continue;
                    }
                    let others = set ^ 1 << stone;
                    if landing >= CAPTURE {
                        visit(code, Landing::Capture(others, (landing - CAPTURE) as usize))?;
                    } else if set >> landing & 1 == 0 {
                        visit(code, Landing::Quiet(others | 1 << landing))?;
                    }
                }
            }
            code += 8;
        }
        ControlFlow::Continue(())
    }

    /// Visits the sets that a quiet move leads to from `set`, which are also
    /// the sets from which a quiet move leads to it.
    #[inline(always)]
    pub(crate) fn quiet_neighbours(&self, set: u64, mut visit: impl FnMut(u64)) {
        let _ = self.moves::<()>(set, 0, |_, landing| {
            if let Landing::Quiet(neighbour) = landing {
                visit(neighbour);
            }
            ControlFlow::Continue(())
        });
    }
}
