//! The lines through the squares that one side leaves free, and the landing squares of the other
//! side's stones along each.

use loa_solver::internal::members;
use loa_solver::{Axis, Bitboard, Board};

/// Marks that a stone cannot move.
pub(super) const NOWHERE: u8 = u8::MAX;
/// Landings on the waiting side's stones: this constant plus the stone's number.
pub(super) const TAKES: u8 = 64;

/// The line along one axis through one free square.
#[derive(Clone, Copy, Default)]
pub(super) struct AxisLine {
    /// The line's free squares, by number.
    pub(super) free: u64,
    /// Both landings of a stone on the square, for each count of the mover's stones on the line: a
    /// free square, [`TAKES`] and more, or [`NOWHERE`].
    pub(super) landings: [[u8; 2]; 8],
}

/// The free squares of a board and the lines through each.
#[derive(Default)]
pub(super) struct WaitingLines {
    /// The free squares, lowest first. A square's index in this list is its number.
    pub(super) squares: Vec<u8>,
    /// The lines by square and axis.
    pub(super) lines: Vec<[AxisLine; 4]>,
}

impl WaitingLines {
    /// Moves on to another waiting side.
    pub(super) fn set_waiting(&mut self, board: Board, waiting: Bitboard) {
        let free = board.mask() - waiting;
        let mut numbers = [NOWHERE; 64];
        for (set, first) in [(free, 0), (waiting, TAKES)] {
            for (number, square) in (first..).zip(members(set.0)) {
                numbers[square as usize] = number;
            }
        }
        self.squares.clear();
        self.lines.clear();
        for square in free {
            self.squares.push(square.index() as u8);
            self.lines.push(Axis::ALL.map(|axis| {
                let squares = (axis.line(square) & board.mask()).0;
                line(square.index(), axis, squares, waiting.0, &numbers)
            }));
        }
    }
}

/// Returns the line with these squares along an axis through a free square. A stone moves as many
/// squares as the line has stones, and not over the waiting side's.
fn line(square: u32, axis: Axis, squares: u64, waiting: u64, numbers: &[u8; 64]) -> AxisLine {
    let waiting_on_it = (squares & waiting).count_ones() as usize;
    let free =
        members(squares & !waiting).fold(0, |free, square| free | 1 << numbers[square as usize]);
    let mut landings = [[NOWHERE; 2]; 8];
    let step = axis.step() as i32;
    for (direction, step) in [step, -step].into_iter().enumerate() {
        let mut at = square as i32;
        for steps in 1..8 {
            at += step;
            if !(0..64).contains(&at) || squares >> at & 1 == 0 {
                break;
            }
            if steps > waiting_on_it {
                landings[steps - waiting_on_it][direction] = numbers[at as usize];
            }
            if waiting >> at & 1 != 0 {
                break;
            }
        }
    }
    AxisLine { free, landings }
}
