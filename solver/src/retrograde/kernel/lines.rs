//! The lines of a board, and what moves along one.
//!
//! A stone moves as far as its line has stones, over its own and never over
//! the enemy's: what moves along a line depends on the stones of this line
//! alone. A line has at most eight squares, so each side's stones on it are a
//! *pattern* of eight bits; and for every pattern of the enemy the moves of
//! every pattern of one's own are worked out once for a family.
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

/// From so many lines a moving stone on it pays to find out first which lines
/// the stones are on; measured on 5x5 and 8x8.
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
        Line {
            squares,
            multiplier,
            shift,
        }
    }

    /// The pattern of a set in the 8x8 frame.
    #[inline(always)]
    pub(crate) fn pattern(&self, set: u64) -> u8 {
        ((set & self.squares).wrapping_mul(self.multiplier) >> self.shift) as u8
    }

    /// The square of each bit of a pattern; 64 for none.
    fn squares_by_bit(&self) -> [u8; 8] {
        let mut by_bit = [64; 8];
        for square in (0..64).filter(|square| self.squares >> square & 1 != 0) {
            by_bit[self.pattern(1 << square).trailing_zeros() as usize] = square;
        }
        by_bit
    }
}

/// Moves along one line among one pattern of the enemy: from and to which bit
/// of the pattern, by the pattern of one's own.
pub(crate) struct Steps {
    starts: Box<[u16; 257]>,
    pub(crate) steps: Vec<(u8, u8)>,
}

impl Steps {
    /// Which of the steps belong to a pattern of one's own stones.
    #[inline(always)]
    pub(crate) fn range(&self, own: u8) -> (usize, usize) {
        let own = usize::from(own);
        (self.starts[own].into(), self.starts[own + 1].into())
    }

    /// The steps on the squares `extent` of patterns of at most `most` stones
    /// that land on the enemy, or that do not.
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

/// The moves along a line, from the rules: from and to which bit.
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

/// What moves along a line among one pattern of the enemy.
pub(crate) struct Program {
    pub(crate) quiet: Steps,
    pub(crate) captures: Steps,
}

/// The lines of a board of two squares or more, for sides of certain sizes.
pub(crate) struct Lines {
    own: u32,
    lines: Vec<(Line, [u8; 8], usize)>,
    /// By which bits of a pattern are squares of the line, and by the enemy's
    /// pattern; `None` if no enemy of the size has it.
    programs: Vec<Vec<Option<Program>>>,
}

impl Lines {
    /// For moves of `own` stones among `enemies`.
    pub(crate) fn new(board: Board, own: u32, enemies: u32) -> Lines {
        let (mut lines, mut extents, mut programs) = (Vec::new(), Vec::new(), Vec::new());
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
                let shape = extents.iter().position(|&known| known == extent);
                let shape = shape.unwrap_or_else(|| {
                    extents.push(extent);
                    programs.push(programs_of(extent, own, enemies));
                    extents.len() - 1
                });
                lines.push((line, line.squares_by_bit(), shape));
            }
        }
        Lines {
            own,
            lines,
            programs,
        }
    }

    /// Whether most lines have none of the stones that move.
    pub(crate) fn are_sparse(&self) -> bool {
        self.lines.len() > SPARSE_FROM * self.own as usize
    }

    /// Every line with the squares of its pattern's bits and the moves along
    /// it among these enemies.
    pub(crate) fn among(&self, enemies: u64) -> impl Iterator<Item = (Line, &[u8; 8], &Program)> {
        self.lines.iter().map(move |(line, by_bit, shape)| {
            let program = &self.programs[*shape][usize::from(line.pattern(enemies))];
            let program = program.as_ref().expect("as many enemies as announced");
            (*line, by_bit, program)
        })
    }
}

fn programs_of(extent: u8, own: u32, enemies: u32) -> Vec<Option<Program>> {
    let possible = |enemy: u8| enemy & !extent == 0 && enemy.count_ones() <= enemies;
    let program = |enemy: u8| Program {
        quiet: Steps::new(extent, enemy, own, false),
        captures: Steps::new(extent, enemy, own, true),
    };
    (0..=255)
        .map(|enemy| possible(enemy).then(|| program(enemy)))
        .collect()
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
        for program in programs_of(255, 8, 8).iter().flatten() {
            for own in 0..=255 {
                let count = |steps: &Steps| steps.range(own).1 - steps.range(own).0;
                quiet = quiet.max(count(&program.quiet));
                captures = captures.max(count(&program.captures));
            }
        }
        assert_eq!((quiet, captures), (MOST_QUIET, MOST_CAPTURES));
    }
}
