//! The lines of a board, and the moves along each.
//!
//! A stone moves as far as its line has stones, over its own and never over the
//! enemy's, so the moves along a line depend on the stones of this line alone. A
//! line has at most eight squares, so each side's stones on it are a *pattern* of
//! eight bits. The moves of every pattern among every pattern of the enemy are
//! worked out once for a family.
//!
//! A pattern is read off a set in the 8x8 frame by a multiplication. A rank is
//! shifted down. On a diagonal every square has a file of its own, so the sum
//! of the frame's rows is its pattern; multiplying by a one in every row leaves
//! that sum in the top row. On a file, square 8r + f goes to 56 + r by the
//! multiplier's bit 7(8 - r) - f, and no two products of the others meet there.

use crate::game::board::Board;
use crate::game::line::Axis;

/// The most quiet moves along one line, and the most captures: three stones in
/// the middle of eight squares have five.
pub(crate) const MOST_QUIET: usize = 5;
pub(crate) const MOST_CAPTURES: usize = 2;
/// The most lines of two squares or more that a board has.
pub(crate) const MOST_LINES: usize = 42;

/// The number of lines for each moving stone from which it pays to look first for
/// the lines that the stones are on; measured on 5x5 and 8x8.
const SPARSE_FROM: usize = 8;

/// One line of a board.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) squares: u64,
    multiplier: u64,
    shift: u32,
}

impl Line {
    fn new(axis: Axis, squares: u64) -> Line {
        let first = squares.trailing_zeros();
        let (multiplier, shift) = match axis {
            Axis::Rank => (1, first / 8 * 8),
            Axis::File => (0x0102_0408_1020_4080 >> first, 56),
            Axis::Rising | Axis::Falling => (0x0101_0101_0101_0101, 56),
        };
        Line { squares, multiplier, shift }
    }

    /// Returns the pattern of a set in the 8x8 frame.
    #[inline(always)]
    pub(crate) fn pattern(&self, set: u64) -> u8 {
        ((set & self.squares).wrapping_mul(self.multiplier) >> self.shift) as u8
    }

    /// Returns the square of each bit of a pattern; 64 where there is none.
    fn squares_by_bit(&self) -> [u8; 8] {
        let mut by_bit = [64; 8];
        for square in (0..64).filter(|square| self.squares >> square & 1 != 0) {
            by_bit[self.pattern(1 << square).trailing_zeros() as usize] = square;
        }
        by_bit
    }
}

/// Moves of one kind along a line among one pattern of the enemy, by the pattern of
/// one's own stones: each as the bits of the pattern that it leads from and to.
pub(crate) struct Steps {
    starts: Box<[u16; 257]>,
    pub(crate) steps: Vec<(u8, u8)>,
}

impl Steps {
    /// Returns the numbers of the steps of a pattern of one's own stones.
    #[inline(always)]
    pub(crate) fn range(&self, own: u8) -> (usize, usize) {
        let own = usize::from(own);
        (self.starts[own].into(), self.starts[own + 1].into())
    }

    /// Lists the steps of all patterns of at most `most` stones on the squares
    /// `extent`, either those that land on the enemy or those that do not.
    fn new(extent: u8, enemy: u8, most: u32, captures: bool) -> Steps {
        let mut starts = Box::new([0; 257]);
        let mut steps = Vec::new();
        for own in 0..=255u8 {
            if own & !(extent & !enemy) == 0 && own.count_ones() <= most {
                let all = steps_of(extent, own, enemy);
                steps.extend(all.filter(|(_, to)| (enemy >> to & 1 != 0) == captures));
            }
            starts[usize::from(own) + 1] = steps.len() as u16;
        }
        Steps { starts, steps }
    }
}

/// Lists the moves along a line by the rules, as the bits they lead from and to.
fn steps_of(extent: u8, own: u8, enemy: u8) -> impl Iterator<Item = (u8, u8)> {
    let distance = (own | enemy).count_ones() as i32;
    let both = move |from| [(from, from + distance), (from, from - distance)];
    let stones = (0..8).filter(move |from| own >> from & 1 != 0);
    let allowed = stones.flat_map(both).filter(move |&(from, to)| {
        let between = from.min(to) + 1..from.max(to);
        (0..8).contains(&to)
            && extent >> to & 1 != 0
            && own >> to & 1 == 0
            && between.into_iter().all(|bit| enemy >> bit & 1 == 0)
    });
    allowed.map(|(from, to)| (from as u8, to as u8))
}

/// All moves along a line among one pattern of the enemy.
pub(crate) struct PatternMoves {
    pub(crate) quiet: Steps,
    pub(crate) captures: Steps,
}

/// The lines of two squares or more of a board, for sides of certain sizes.
pub(crate) struct Lines {
    own: u32,
    lines: Vec<(Line, [u8; 8], usize)>,
    /// Moves by the shape of a line (the bits of a pattern that are squares of it), and
    /// by the enemy's pattern; `None` if no enemy of the size has it.
    by_shape: Vec<Vec<Option<PatternMoves>>>,
}

impl Lines {
    /// Works out the moves of `own` stones among `enemies`.
    pub(crate) fn new(board: Board, own: u32, enemies: u32) -> Lines {
        let (mut lines, mut extents, mut by_shape) = (Vec::new(), Vec::new(), Vec::new());
        for axis in Axis::ALL {
            let mut left = board.mask();
            while let Some(square) = left.first() {
                let squares = axis.line(square) & board.mask();
                left -= squares;
                if squares.count() < 2 {
                    continue;
                }
                let line = Line::new(axis, squares.0);
                let extent = line.pattern(u64::MAX);
                let shape =
                    extents.iter().position(|&known| known == extent).unwrap_or_else(|| {
                        extents.push(extent);
                        by_shape.push(moves_of_shape(extent, own, enemies));
                        extents.len() - 1
                    });
                lines.push((line, line.squares_by_bit(), shape));
            }
        }
        Lines { own, lines, by_shape }
    }

    /// Returns whether most lines have none of the stones that move.
    pub(crate) fn are_sparse(&self) -> bool {
        self.lines.len() > SPARSE_FROM * self.own as usize
    }

    /// Returns every line with the squares of its pattern's bits and the moves along it
    /// among these enemies.
    pub(crate) fn among(
        &self,
        enemies: u64,
    ) -> impl Iterator<Item = (Line, &[u8; 8], &PatternMoves)> {
        self.lines.iter().map(move |(line, by_bit, shape)| {
            let moves = &self.by_shape[*shape][usize::from(line.pattern(enemies))];
            let moves = moves.as_ref().expect("as many enemies as announced");
            (*line, by_bit, moves)
        })
    }
}

fn moves_of_shape(extent: u8, own: u32, enemies: u32) -> Vec<Option<PatternMoves>> {
    let possible = |enemy: u8| enemy & !extent == 0 && enemy.count_ones() <= enemies;
    let moves = |enemy: u8| PatternMoves {
        quiet: Steps::new(extent, enemy, own, false),
        captures: Steps::new(extent, enemy, own, true),
    };
    (0..=255).map(|enemy| possible(enemy).then(|| moves(enemy))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_the_squares_of_their_line() {
        for board in Board::all() {
            let lines = Lines::new(board, 1, 1);
            assert!(lines.lines.len() <= MOST_LINES);
            for (line, by_bit, _) in &lines.lines {
                let set = 0x9d2c_5680_9908_b0df & board.mask().0;
                let on_line = |bit: &usize| by_bit[*bit] < 64 && set >> by_bit[*bit] & 1 != 0;
                let pattern = (0..8).filter(on_line).map(|bit| 1 << bit).sum::<u8>();
                assert_eq!(line.pattern(set), pattern, "{board} {:#x}", line.squares);
            }
        }
    }

    #[test]
    fn no_line_has_more_moves_than_there_is_room_for() {
        let (mut quiet, mut captures) = (0, 0);
        for moves in moves_of_shape(255, 8, 8).iter().flatten() {
            for own in 0..=255 {
                let count = |steps: &Steps| steps.range(own).1 - steps.range(own).0;
                quiet = quiet.max(count(&moves.quiet));
                captures = captures.max(count(&moves.captures));
            }
        }
        assert_eq!((quiet, captures), (MOST_QUIET, MOST_CAPTURES));
    }
}
