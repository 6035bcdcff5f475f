//! Won positions of tables, counted over all placements.

use loa_solver::{Bitboard, Board, Control, Material, Symmetry};
use loa_tablebase::{Tablebase, WonPosition};
use rayon::prelude::*;

use crate::failure::{Failure, failure};

/// Placements in which the side to move wins and the game is not over, and their moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Won {
    /// The number of placements.
    pub(super) placements: u64,
    /// The number of legal moves in all of them.
    pub(super) moves: u64,
    /// The number of moves that win.
    pub(super) winning: u64,
    /// The placements with a single winning move, then all others by the share of moves that win:
    /// up to a quarter, a half, three quarters, and all.
    pub(super) by_share: [u64; 5],
    /// The placements with a stone of the side to move on a square, and of the other side.
    pub(super) squares: [[u64; 64]; 2],
}

impl Won {
    pub(super) const NONE: Won =
        Won { placements: 0, moves: 0, winning: 0, by_share: [0; 5], squares: [[0; 64]; 2] };

    /// Counts the won positions of one table, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// If a table is missing or damaged, more than `memory` bytes are needed, or the work is stopped.
    pub(super) fn of(
        tables: &Tablebase,
        (board, material): (Board, Material),
        memory: Option<u64>,
        control: &Control<'_>,
    ) -> Result<Won, Failure> {
        let all = tables.winning_moves(board, material, memory, &control.stop)?;
        control.begin("counting winning moves", all.blocks());
        let counted = (0..all.blocks()).into_par_iter().try_fold(
            || Won::NONE,
            |mut sum, block| {
                let weight = all.weight(block);
                all.each_win(block, &mut |won| sum.add(&won, weight));
                control.step();
                (!control.is_stopped()).then_some(sum)
            },
        );
        let counted = counted.try_reduce(|| Won::NONE, |sum, other| Some(sum.with(&other)));
        let mut won = counted.ok_or_else(|| failure!(Interrupted, "interrupted"))?;
        won.complete_images(board);
        Ok(won)
    }

    fn add(&mut self, won: &WonPosition, weight: u64) {
        self.placements += weight;
        self.moves += u64::from(won.moves) * weight;
        self.winning += u64::from(won.winning) * weight;
        let class = if won.winning == 1 { 0 } else { (4 * won.winning).div_ceil(won.moves) };
        self.by_share[class as usize] += weight;
        for (counts, stones) in
            self.squares.iter_mut().zip([won.position.us(), won.position.them()])
        {
            stones.into_iter().for_each(|square| counts[square.index() as usize] += weight);
        }
    }

    /// Spreads the counts of squares over the images of the positions counted.
    fn complete_images(&mut self, board: Board) {
        for counts in &mut self.squares {
            let counted = *counts;
            for square in board.mask() {
                let images = Symmetry::all(board).map(|symmetry| {
                    let image = symmetry.apply(board, Bitboard::default().with(square));
                    image.into_iter().map(|image| counted[image.index() as usize]).sum::<u64>()
                });
                counts[square.index() as usize] =
                    images.clone().sum::<u64>() / images.count() as u64;
            }
        }
    }

    /// Returns the sum of two counts.
    pub(super) fn with(mut self, other: &Won) -> Won {
        self.placements += other.placements;
        self.moves += other.moves;
        self.winning += other.winning;
        let counts = self.by_share.iter_mut().chain(self.squares.as_flattened_mut());
        let others = other.by_share.iter().chain(other.squares.as_flattened());
        counts.zip(others).for_each(|(count, more)| *count += more);
        self
    }
}
