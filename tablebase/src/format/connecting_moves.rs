//! The moves that would connect a leader if the follower's stones allow them.

use loa_solver::{Axis, Bitboard, Board};

/// The moves that would connect the leader, one array for each field, so that all moves are
/// examined together.
#[derive(Default)]
pub(super) struct ConnectingMoves {
    /// The line of each move, and the squares strictly between its ends.
    lines: Vec<u64>,
    between: Vec<u64>,
    /// Stones of the follower that must stand on the line for the move.
    lacking: Vec<u64>,
}

impl ConnectingMoves {
    pub(super) fn clear(&mut self) {
        for column in [&mut self.lines, &mut self.between, &mut self.lacking] {
            column.clear();
        }
    }

    /// Adds the moves of a leader that is not connected.
    pub(super) fn find(&mut self, board: Board, leader: u64) {
        for from in Bitboard(leader) {
            let joining = Bitboard(leader).without(from).joining();
            for axis in Axis::ALL {
                let line = axis.line(from) & board.mask();
                let line_free = line - Bitboard(leader);
                let line = line.0;
                for to in line_free & joining {
                    let (low, high) = (from.min(to).index(), from.max(to).index());
                    let between = line & ((1 << high) - 1) & !((2 << low) - 1);
                    let stones = (high - low) / axis.step();
                    let lacking = stones.checked_sub((leader & line).count_ones());
                    if let Some(lacking) = lacking {
                        self.push(line, between, lacking.into());
                    }
                }
            }
        }
    }

    fn push(&mut self, line: u64, between: u64, lacking: u64) {
        self.lines.push(line);
        self.between.push(between);
        self.lacking.push(lacking);
    }

    /// Returns the squares on which a lowest stone makes one of the moves possible, given the upper
    /// stones.
    #[inline(always)]
    pub(super) fn possible(&self, upper: u64) -> u64 {
        let all = self.lines.iter().zip(&self.between).zip(&self.lacking);
        all.fold(0, |squares, ((&line, &between), &lacking)| {
            let stones = u64::from((upper & line).count_ones());
            let beside = when(stones == lacking, !line);
            let upon = when(stones + 1 == lacking, line & !between);
            squares | when(upper & between == 0, beside | upon)
        })
    }
}

/// Returns `set` if the condition holds, else the empty set, without a branch.
#[inline(always)]
const fn when(condition: bool, set: u64) -> u64 {
    set & (condition as u64).wrapping_neg()
}
