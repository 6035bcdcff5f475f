//! The lines through the squares that one side leaves free, and the landing squares of the other
//! side's stones along each.

use loa_solver::internal::members;
use loa_solver::{Axis, Bitboard, Board};

/// The line along one axis through one free square.
#[derive(Clone, Copy, Default)]
pub(super) struct AxisLine {
    /// The line's free squares, by number.
    pub(super) free: u64,
    /// The landings of a stone on the square, by number, for each count of the mover's stones on
    /// the line.
    pub(super) landings: [u64; 8],
}

/// The free squares of a board and the lines through each.
#[derive(Default)]
pub(super) struct WaitingLines {
    /// The free squares, lowest first. A square's index in this list is its number. The waiting
    /// side's stones have the numbers that follow.
    pub(super) squares: Vec<u8>,
    /// The lines by square and axis.
    pub(super) lines: Vec<[AxisLine; 4]>,
    /// The axis of a move, by square and landing.
    pub(super) axes: Vec<[u8; 64]>,
}

impl WaitingLines {
    /// Moves on to another waiting side.
    pub(super) fn set_waiting(&mut self, board: Board, waiting: Bitboard) {
        let free = board.mask() - waiting;
        let mut numbers = [0; 64];
        for (number, square) in (0..).zip(members(free.0).chain(members(waiting.0))) {
            numbers[square as usize] = number;
        }
        self.squares.clear();
        self.lines.clear();
        self.axes.clear();
        for square in free {
            self.squares.push(square.index() as u8);
            let lines = Axis::ALL.map(|axis| {
                let squares = (axis.line(square) & board.mask()).0;
                line(square.index(), axis, squares, waiting.0, &numbers)
            });
            let mut axes = [0; 64];
            for (axis, line) in (0..).zip(&lines) {
                for landing in line.landings.into_iter().flat_map(members) {
                    axes[landing as usize] = axis;
                }
            }
            self.lines.push(lines);
            self.axes.push(axes);
        }
    }
}

/// Returns the line with these squares along an axis through a free square. A stone moves as many
/// squares as the line has stones, and not over the waiting side's.
fn line(square: u32, axis: Axis, squares: u64, waiting: u64, numbers: &[u8; 64]) -> AxisLine {
    let waiting_on_it = (squares & waiting).count_ones() as usize;
    let free =
        members(squares & !waiting).fold(0, |free, square| free | 1 << numbers[square as usize]);
    let mut landings = [0; 8];
    let step = axis.step() as i32;
    for step in [step, -step] {
        let mut at = square as i32;
        for steps in 1..8 {
            at += step;
            if !(0..64).contains(&at) || squares >> at & 1 == 0 {
                break;
            }
            if steps > waiting_on_it {
                landings[steps - waiting_on_it] |= 1 << numbers[at as usize];
            }
            if waiting >> at & 1 != 0 {
                break;
            }
        }
    }
    AxisLine { free, landings }
}
