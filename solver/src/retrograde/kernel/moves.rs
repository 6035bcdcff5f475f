//! The moves of one kind along all lines around one leader.

use super::lines::{Line, Steps};
use crate::game::bitboard::members;

/// A line of the block, and the place of its moves among all.
pub(super) struct BlockLine<'a> {
    line: Line,
    steps: &'a Steps,
    base: usize,
}

impl BlockLine<'_> {
    /// Returns the places of the moves that a set in the 8x8 frame has.
    #[inline(always)]
    pub(super) fn range(&self, squares: u64) -> (usize, usize) {
        let (start, end) = self.steps.range(self.line.pattern(squares));
        (self.base + start, self.base + end)
    }
}

/// All moves of one kind along all lines.
pub(super) struct Moves<'a, T, const MOST: usize> {
    pub(super) lines: Vec<BlockLine<'a>>,
    pub(super) moves: Vec<T>,
    /// The numbers of the lines through each square of the frame, as bits.
    through: Box<[u64; 64]>,
    /// True to look only at lines through the mover's stones.
    pub(super) sparse: bool,
}

impl<'a, T: Copy + Default, const MOST: usize> Moves<'a, T, MOST> {
    pub(super) fn new(sparse: bool) -> Moves<'a, T, MOST> {
        Moves { lines: Vec::new(), moves: Vec::new(), through: Box::new([0; 64]), sparse }
    }

    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.moves.clear();
        *self.through = [0; 64];
    }

    pub(super) fn add(&mut self, line: Line, steps: &'a Steps, of_step: impl Fn(u8, u8) -> T) {
        let base = self.moves.len();
        for square in members(line.squares) {
            self.through[square as usize] |= 1 << self.lines.len();
        }
        self.lines.push(BlockLine { line, steps, base });
        let steps = steps.steps.iter();
        self.moves.extend(steps.map(|&(from, to)| of_step(from, to)));
    }

    /// Makes room behind the last moves, so that the most that a line can have can be
    /// copied from anywhere.
    pub(super) fn pad(&mut self) {
        self.moves.resize(self.moves.len() + MOST, T::default());
    }

    /// Returns the numbers of the lines through the squares of a set in the frame, as
    /// bits.
    #[inline(always)]
    pub(super) fn through(&self, squares: u64) -> u64 {
        let through = members(squares).map(|square| self.through[square as usize]);
        through.fold(0, |lines, through| lines | through)
    }

    /// Copies the moves of a set in the frame to `all`, and returns their number.
    #[inline(always)]
    pub(super) fn gather<const N: usize>(&self, squares: u64, all: &mut [T; N]) -> usize {
        self.gather_from(0, squares, all, |_, _| ())
    }

    /// Copies the moves along the lines from `first` on, and returns their number.
    /// Calls `began` with the number of every line and the place of its first move.
    #[inline(always)]
    pub(super) fn gather_from<const N: usize>(
        &self,
        first: usize,
        squares: u64,
        all: &mut [T; N],
        mut began: impl FnMut(usize, usize),
    ) -> usize {
        let mut count = 0;
        let mut copy = |number, line: &BlockLine<'_>| {
            let (start, end) = line.range(squares);
            all[count..count + MOST].copy_from_slice(&self.moves[start..start + MOST]);
            began(number, count);
            count += end - start;
        };
        if self.sparse {
            let lines = members(self.through(squares) & u64::MAX << first);
            lines.for_each(|line| copy(line as usize, &self.lines[line as usize]));
        } else {
            let lines = self.lines.iter().enumerate().skip(first);
            lines.for_each(|(number, line)| copy(number, line));
        }
        count
    }
}
