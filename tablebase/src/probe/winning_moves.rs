//! The winning moves of all positions of one table, for programs that count them.

use std::fmt;

use loa_solver::internal::{Leader, dispatch};
use loa_solver::{Board, Color, Material, Move, Position, Rules, Square, Stop, Wdl};

use super::error::ProbeError;
use super::table_values::held_bytes;
use super::tablebase::Tablebase;
use crate::values::codes::{CellSource, MemoryValues};
use crate::values::memory::check_memory;

/// The winning moves of all positions of one table: those that lead to losses in memory.
///
/// Positions come in blocks; all positions of a block have the same squares of the other side.
/// Symmetric copies are left out, except those that keep these squares. Weighted with
/// [`WinningMoves::weight`], the positions count all placements.
///
/// # Examples
///
/// ```
/// use loa_tablebase::{Stop, Tablebase};
///
/// let tables = Tablebase::embedded("mover-pass".parse()?);
/// let (board, material) = ("4x4".parse()?, "4v4".parse()?);
/// let all = tables.winning_moves(board, material, None, &Stop::default())?;
/// let start = "start 4x4".parse()?;
/// let mut placements = 0;
/// for block in 0..all.blocks() {
///     all.each_win(block, &mut |won| {
///         placements += all.weight(block);
///         if won.position == start {
///             assert_eq!((won.moves, won.winning), (12, 4));
///         }
///     });
/// }
/// assert_eq!(placements, 408_198);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WinningMoves {
    rules: Rules,
    twin: MemoryValues,
    lower: Option<MemoryValues>,
}

/// A won position in which the game is not over.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WonPosition {
    /// The position, with Black to move.
    pub position: Position,
    /// The number of legal moves; a pass is a move.
    pub moves: u32,
    /// The number of moves that win.
    pub winning: u32,
}

impl fmt::Debug for WinningMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WinningMoves")
            .field("board", &self.twin.index().board())
            .field("material", &self.twin.index().material().twin())
            .finish_non_exhaustive()
    }
}

impl WinningMoves {
    /// Counts the blocks.
    pub fn blocks(&self) -> u64 {
        self.twin.index().blocks()
    }

    /// Counts the placements that each position of a block represents.
    ///
    /// # Panics
    /// If the block does not exist.
    pub fn weight(&self, block: u64) -> u64 {
        self.twin.index().weight(block)
    }

    /// Passes the won positions of a block in which the game is not over to `take`.
    ///
    /// # Panics
    /// If the block does not exist.
    pub fn each_win(&self, block: u64, take: &mut dyn FnMut(WonPosition)) {
        let index = self.twin.index();
        let them = index.leaders().representative(block);
        let captured = |lower: &MemoryValues| {
            let leader = |square| lower.index().leaders().leader(them.without(square));
            them.into_iter().map(|square| (square, leader(square))).collect::<Vec<_>>()
        };
        let captured = self.lower.as_ref().map_or(Vec::new(), captured);
        dispatch!({
            let ended = [false, true]
                .map(|us| self.rules.connected_value(us, them.is_connected()).is_some());
            for us in index.followers(block) {
                if ended[usize::from(us.is_connected())] {
                    continue;
                }
                let position = Position::new(index.board(), us, them, Color::Black);
                let position = position.expect("the index numbers positions of the board");
                let won = self.won(block, &captured, position);
                if won.winning > 0 {
                    take(won);
                }
            }
        });
    }

    /// Counts the moves of a position that no connection has ended. All positions after quiet moves
    /// lie in one block of the twin. `captured` has the leader after the capture of each stone.
    #[inline(always)]
    fn won(&self, block: u64, captured: &[(Square, Leader)], position: Position) -> WonPosition {
        let quiet = |us| self.twin.get(self.twin.index().within(block, us)).is_loss();
        let (mut moves, mut winning) = (0, 0);
        for played in position.stone_moves() {
            let Move::Stone { from, to, capture } = played else { continue };
            let us = position.us().without(from).with(to);
            let is_lost = match (&self.lower, capture) {
                (_, false) => quiet(us),
                (Some(lower), true) => {
                    let leader = captured.iter().find(|(square, _)| *square == to);
                    leader.is_some_and(|&(_, leader)| {
                        lower.get(lower.index().of_leader(leader, us)).is_loss()
                    })
                }
                (None, true) => {
                    let after = position.play_unchecked(played);
                    let settled = self.rules.value_without_table(&after);
                    settled.expect("a lone stone is connected").wdl() == Wdl::Loss
                }
            };
            moves += 1;
            winning += u32::from(is_lost);
        }
        if moves == 0 && self.rules.termination(&position).is_none() {
            (moves, winning) = (1, u32::from(quiet(position.us())));
        }
        WonPosition { position, moves, winning }
    }
}

impl Tablebase {
    /// Returns the winning moves of all positions of one table. The losses that its moves lead to
    /// are in memory, with open cells for all other positions: a byte each, or two if distances are
    /// long.
    ///
    /// # Errors
    /// If a table is missing or damaged, if more than `memory` bytes are needed, by default all that
    /// is available, or if the work is stopped.
    pub fn winning_moves(
        &self,
        board: Board,
        material: Material,
        memory: Option<u64>,
        stop: &Stop,
    ) -> Result<WinningMoves, ProbeError> {
        let twin = self.find(board, material.twin(), material)?;
        let lower =
            material.captured().map(|lower| self.find(board, lower, material)).transpose()?;
        let needed = [Some(&twin), lower.as_ref()].into_iter().flatten();
        check_memory(needed.map(|table| held_bytes(table)).sum(), memory, twin.path())?;
        let losses = |table| {
            let losses = self.loss_blocks(board, table, stop)?;
            Ok::<_, ProbeError>(losses.into_values()?)
        };
        Ok(WinningMoves {
            rules: self.rules(),
            twin: losses(twin)?,
            lower: lower.map(losses).transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Numbering;

    use super::*;

    /// The moves are those of a probe of each position, passes among them.
    #[test]
    fn winning_moves_are_those_of_a_probe() {
        let board: Board = "4x4".parse().unwrap();
        for rules in ["mover-pass", "draw-draw", "own-loss", "mover-pass-misere"] {
            let tables = Tablebase::embedded(rules.parse().unwrap());
            for material in ["2v2", "4v2", "3v4"].map(|text| text.parse::<Material>().unwrap()) {
                let all = tables.winning_moves(board, material, None, &Stop::default()).unwrap();
                let index = Numbering::new(board).index(material.twin()).unwrap();
                for block in (0..all.blocks()).step_by(3) {
                    let (mut wins, mut expected) = (Vec::new(), Vec::new());
                    all.each_win(block, &mut |won| {
                        wins.push((won.position, won.moves, won.winning));
                    });
                    let them = index.leaders().representative(block);
                    for us in index.followers(block) {
                        let position = Position::new(board, us, them, Color::Black).unwrap();
                        let probe = tables.probe(&position).unwrap();
                        let is_over = tables.rules().termination(&position).is_some();
                        if !is_over && probe.value.wdl() == Wdl::Win {
                            let won = probe.moves.iter().filter(|m| m.value.wdl() == Wdl::Win);
                            let (moves, winning) = (probe.moves.len() as u32, won.count() as u32);
                            expected.push((position, moves, winning));
                        }
                    }
                    assert_eq!(wins, expected, "{material} under {rules}");
                }
            }
        }
    }

    #[test]
    fn too_little_memory_and_interruptions_are_errors() {
        let tables = Tablebase::embedded("mover-pass".parse().unwrap());
        let (board, material) = ("4x4".parse().unwrap(), "4v4".parse().unwrap());
        let found = |memory, stop: &Stop| {
            let found = tables.winning_moves(board, material, memory, stop);
            found.map(drop).unwrap_err().to_string()
        };
        assert!(found(Some(1 << 10), &Stop::default()).contains("memory"));
        assert_eq!(found(None, &Stop::when(|| true)), ProbeError::Interrupted.to_string());
    }
}
