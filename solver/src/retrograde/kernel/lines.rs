//! The lines of a board, and the moves along each.
//!
//! A stone moves by the number of stones on its line, over its own side's stones but never over the
//! enemy's. So the moves along a line depend only on the stones of this line. Each of its squares,
//! at most eight, is free, own or enemy. Read as digits to the base three, from the line's lowest
//! square, they give the number of a *row*, which stores the moves. The squares of both sides add
//! to this number one by one, so the rows of a set on all lines are a sum of a few vectors.
//!
//! Lines of one direction and length share their rows, which count squares from the line's first.
//! So all rows are fewer than 33,000 on 8x8, and take 19 kB on 5x5.

use super::instructions::DepositBits;
use crate::game::bitboard::members;
use crate::game::board::Board;
use crate::game::line::Axis;

/// The maximum number of quiet moves along one line, and of captures: three stones in the middle of
/// eight squares have five.
pub(crate) const MOST_QUIET: usize = 5;
const MOST_CAPTURES: usize = 2;
/// The maximum number of lines of two squares or more on a board.
pub(crate) const MOST_LINES: usize = 42;

/// A move: six bits for the square that it starts from, six for the square that it leads to, and
/// four for its set among those examined together.
#[derive(Clone, Copy)]
pub(crate) struct CompactMove(pub(super) u16);

/// Moves both squares of a move by one when added to it.
const BY_A_SQUARE: u16 = 1 << 6 | 1;

/// A one for each of two captures.
pub(crate) const BOTH: u32 = 1 << 16 | 1;

impl CompactMove {
    /// Returns the two squares. Exchanging them makes the move.
    #[inline(always)]
    pub(crate) const fn squares(self) -> u64 {
        // `wrapping_shl` uses the lowest six bits.
        1u64.wrapping_shl(self.0 as u32) ^ 1u64.wrapping_shl(self.0 as u32 >> 6)
    }

    #[inline(always)]
    pub(crate) const fn to(self) -> usize {
        self.0 as usize >> 6 & 63
    }

    #[inline(always)]
    pub(crate) const fn owner(self) -> usize {
        self.0 as usize >> 12
    }
}

/// The quiet moves along a line, followed by unused entries.
pub(crate) type Quiet = [u16; 8];

/// Adds a shift to all moves of a row.
#[inline(always)]
pub(crate) fn shifted(row: &Quiet, shift: &Quiet) -> Quiet {
    std::array::from_fn(
        #[inline(always)]
        |at| row[at].wrapping_add(shift[at]),
    )
}

/// All rows by their numbers. Rows are copied whole, so their lengths are stored separately.
pub(crate) struct Rows {
    pub(crate) quiet: Box<[Quiet; NUMBERS]>,
    pub(crate) quiet_counts: Box<[u8; NUMBERS]>,
    /// Captures: 16 bits for each of two, and above them their number.
    pub(crate) captures: Box<[u64; NUMBERS]>,
}

/// Space for the numbers of rows. Memory is used only for rows that exist.
const NUMBERS: usize = 1 << 16;

impl Rows {
    fn new() -> Rows {
        Rows {
            quiet: bytemuck::zeroed_box(),
            quiet_counts: bytemuck::zeroed_box(),
            captures: bytemuck::zeroed_box(),
        }
    }

    /// Generates the moves of a row from the rules.
    fn set(&mut self, number: usize, shape: LineShape, own: u64, enemy: u64) {
        let (len, step) = (shape.len as i32, shape.axis.step() as i32);
        let stones = (own | enemy).count_ones() as i32;
        // Work files store the order of moves: along falling diagonals by file, as along other
        // lines.
        let is_falling = shape.axis == Axis::Falling;
        let distance = if is_falling { -stones } else { stones };
        let has = |set: u64, at: i32| set >> at & 1 != 0;
        let (mut quiet, mut captures) = (0, 0);
        for at in 0..len {
            let from = if is_falling { len - 1 - at } else { at };
            for to in [from + distance, from - distance] {
                let is_move = has(own, from)
                    && (0..len).contains(&to)
                    && !has(own, to)
                    && (from.min(to) + 1..from.max(to)).all(|at| !has(enemy, at));
                let step = ((from * step) | ((to * step) << 6)) as u16;
                if is_move && has(enemy, to) {
                    self.captures[number] |= u64::from(step) << (16 * captures);
                    captures += 1;
                } else if is_move {
                    self.quiet[number][quiet] = step;
                    quiet += 1;
                }
            }
        }
        assert!(quiet <= MOST_QUIET && captures <= MOST_CAPTURES);
        self.quiet_counts[number] = quiet as u8;
        self.captures[number] |= (captures as u64) << 32;
    }
}

/// The numbers with the digit one for each square of a pattern, by the pattern.
static DIGITS: [u16; 256] = {
    let mut digits = [0; 256];
    let mut squares = 1;
    while squares < 256usize {
        let lowest = squares.trailing_zeros();
        digits[squares] = digits[squares & (squares - 1)] + 3u16.pow(lowest);
        squares += 1;
    }
    digits
};

/// The properties that lines with the same rows share.
#[derive(Clone, Copy, PartialEq)]
struct LineShape {
    axis: Axis,
    len: u32,
}

/// Space for one number for each line, and for padding.
pub(crate) const LANES: usize = 48;

/// Space for the lines of a board with up to twelve files and ranks together, such as 6x6: two
/// vectors instead of three.
const FEW_LANES: usize = 32;

/// Numbers of rows, by line.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct RowNumbers(pub(super) [u16; LANES]);

impl RowNumbers {
    pub(crate) const NONE: RowNumbers = RowNumbers([0; LANES]);

    /// Returns the first numbers, [`LANES`] at most.
    #[inline(always)]
    fn first<const N: usize>(&self) -> [u16; N] {
        *self.0.first_chunk().expect("N is at most LANES")
    }
}

/// The rows of a set, in the order of their lines, in groups of four. The row of an empty line
/// fills the last group.
#[derive(Clone, Copy)]
pub(crate) struct Lanes {
    numbers: RowNumbers,
    lines: [u8; LANES],
    len: usize,
}

impl Lanes {
    const NONE: Lanes = Lanes { numbers: RowNumbers::NONE, lines: [0; LANES], len: 0 };

    /// `true` if the list is long enough that testing a few moves first pays off.
    #[inline(always)]
    pub(crate) fn are_many(&self) -> bool {
        self.len > MANY
    }

    /// Calls `look` with every row and its line.
    #[inline(always)]
    pub(crate) fn for_each(&self, most: usize, mut look: impl FnMut(usize, usize)) {
        let len = self.len.min(most);
        let fours = self.numbers.0[..len].as_chunks::<4>().0.iter();
        for (numbers, lines) in fours.zip(self.lines.as_chunks::<4>().0) {
            for lane in 0..4 {
                look(numbers[lane].into(), lines[lane].into());
            }
        }
    }
}

/// From this many lines for each moving stone on, finding the lines with stones pays off.
const SPARSE_FROM: usize = 6;

/// From this many lines on, testing a few moves first pays off.
const MANY: usize = 16;

/// The line of no squares.
const NO_LINE: usize = LANES - 1;

/// The lines of two squares or more of a board, for a number of stones that move.
pub(crate) struct BoardLines {
    /// The squares of each line, and how many lines the board has.
    squares: [u64; LANES],
    len: usize,
    pub(crate) rows: Rows,
    /// Numbers to add to the moves of a row for each line: all quiet moves, or two captures.
    pub(crate) shifts: Box<([Quiet; 256], [u32; 256])>,
    /// All lines, with the rows of an empty board.
    all: Lanes,
    /// The lines through each square as bits, and the maximum number of lines that the stones can
    /// be on. `None` if that is most of the lines.
    through: Option<(Box<[u64; 64]>, usize)>,
    /// For each rank and its own squares, the numbers to add to the numbers of rows.
    ranks: Vec<[RowNumbers; 256]>,
    instructions: Option<DepositBits>,
}

impl BoardLines {
    /// Generates the moves of `own` stones among `enemies`.
    pub(crate) fn new(board: Board, own: u32, enemies: u32) -> BoardLines {
        let (mut squares, mut rows, mut all, mut next) = (Vec::new(), Rows::new(), Lanes::NONE, 0);
        let mut shifts = Box::new(([[0; 8]; 256], [0; 256]));
        let mut shapes = Vec::<(LineShape, u16)>::new();
        for axis in Axis::ALL {
            let mut left = board.mask();
            while let Some(square) = left.first() {
                let line = axis.line(square) & board.mask();
                left -= line;
                let shape = LineShape { axis, len: line.count() };
                if shape.len < 2 {
                    continue;
                }
                let known = shapes.iter().find(|(known, _)| *known == shape);
                let first = known.map_or(next, |&(_, first)| first);
                if known.is_none() {
                    shapes.push((shape, first));
                    add_rows(&mut rows, first, shape, (own, enemies));
                    next += 3u16.pow(shape.len);
                }
                let number = squares.len();
                all.numbers.0[number] = first;
                let shift = square.index() as u16 * BY_A_SQUARE;
                (shifts.0[number], shifts.1[number]) = ([shift; 8], u32::from(shift) * BOTH);
                all.lines[number] = number as u8;
                squares.push(line.0);
            }
        }
        all.len = squares.len().next_multiple_of(4);
        let sparse = squares.len() > SPARSE_FROM * own as usize;
        let through = sparse.then(|| {
            let of_square = |square: usize| {
                let lines = (0..).zip(&squares).filter(|&(_, line)| line >> square & 1 != 0);
                lines.fold(0, |all, (line, _)| all | 1u64 << line)
            };
            (Box::new(std::array::from_fn(of_square)), 4 * own as usize)
        });
        let mut padded = [0; LANES];
        padded[..squares.len()].copy_from_slice(&squares);
        let ranks = (0..board.ranks()).map(|rank| numbers_of_rank(rank, &squares)).collect();
        BoardLines {
            squares: padded,
            len: squares.len(),
            rows,
            shifts,
            all,
            through,
            ranks,
            instructions: DepositBits::detect(),
        }
    }

    /// Counts the lines.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the numbers after adding the squares of a set, in the 8x8 frame, as own squares.
    #[inline(always)]
    fn with(&self, numbers: &RowNumbers, set: u64) -> RowNumbers {
        if self.len <= FEW_LANES {
            self.with_first::<FEW_LANES>(numbers, set)
        } else {
            self.with_first::<LANES>(numbers, set)
        }
    }

    /// Does this for the first `N` numbers. The others become zero.
    #[inline(always)]
    fn with_first<const N: usize>(&self, numbers: &RowNumbers, mut set: u64) -> RowNumbers {
        let mut sum = numbers.first::<N>();
        for rank in &self.ranks {
            for (number, more) in sum.iter_mut().zip(rank[set as usize & 255].first::<N>()) {
                *number = number.wrapping_add(more);
            }
            set >>= 8;
        }
        let mut all = RowNumbers::NONE;
        all.0[..N].copy_from_slice(&sum);
        all
    }

    /// Returns the rows of an empty pattern among these enemies.
    #[inline(always)]
    pub(crate) fn among(&self, enemies: u64) -> RowNumbers {
        self.with(&self.with(&self.all.numbers, enemies), enemies)
    }

    /// Returns space for the rows of a set.
    pub(crate) fn room(&self) -> Lanes {
        Lanes { len: self.through.as_ref().map_or(self.all.len, |(_, len)| *len), ..self.all }
    }

    /// Sets the rows of a set along the lines from `first` on, given those of the empty pattern.
    #[inline(always)]
    pub(crate) fn set(&self, lanes: &mut Lanes, empty: &RowNumbers, set: u64, first: usize) {
        let Some((through, len)) = &self.through else {
            lanes.numbers = self.with(empty, set);
            if first > 0 {
                // The row of an empty line.
                for (number, line) in lanes.numbers.0.iter_mut().zip(0..LANES as u16) {
                    *number = if line < first as u16 { 0 } else { *number };
                }
            }
            return;
        };
        let lines = members(set).fold(0, |all, square| all | through[square as usize]);
        let mut lines = lines & u64::MAX << first;
        for lane in 0..(*len).min(LANES) {
            let line = (lines | 1 << NO_LINE).trailing_zeros() as usize;
            lines &= lines.wrapping_sub(1);
            lanes.numbers.0[lane] = self.number(empty, set, line.min(NO_LINE)) as u16;
            lanes.lines[lane] = line as u8;
        }
    }

    /// Returns a set's row on one line, given those of the empty pattern.
    #[inline(always)]
    pub(crate) fn number(&self, empty: &RowNumbers, set: u64, line: usize) -> usize {
        let digits = match self.instructions {
            Some(instructions) => {
                DIGITS[instructions.extract(set, self.squares[line]) as usize & 255]
            }
            None => {
                let ranks = self.ranks.iter().zip(set.to_le_bytes());
                ranks.map(|(rank, squares)| rank[usize::from(squares)].0[line]).sum()
            }
        };
        empty.0[line].wrapping_add(digits).into()
    }
}

/// Sets the rows of a shape, numbered from `first`, for sides of up to these sizes.
fn add_rows(rows: &mut Rows, first: u16, shape: LineShape, (most_own, most_enemies): (u32, u32)) {
    let patterns = 0..1usize << shape.len;
    for enemy in patterns.clone().filter(|enemy| enemy.count_ones() <= most_enemies) {
        let is_met = |own: &usize| own & enemy == 0 && own.count_ones() <= most_own;
        for own in patterns.clone().filter(is_met) {
            let number = first + DIGITS[own] + 2 * DIGITS[enemy];
            rows.set(number.into(), shape, own as u64, enemy as u64);
        }
    }
}

/// Returns the numbers that all sets of squares of a rank add to the numbers of rows.
fn numbers_of_rank(rank: u32, lines: &[u64]) -> [RowNumbers; 256] {
    std::array::from_fn(|squares| {
        let set = (squares as u64) << (8 * rank);
        let mut numbers = RowNumbers::NONE;
        for (number, &line) in numbers.0.iter_mut().zip(lines) {
            let digits = members(line).zip(0..).filter(|(square, _)| set >> square & 1 != 0);
            *number = digits.map(|(_, bit)| 3u16.pow(bit)).sum();
        }
        numbers
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_lead_to_the_same_rows() {
        for (board, own) in Board::all().flat_map(|board| [(board, 2), (board, 9)]) {
            let mut lines = BoardLines::new(board, own, 9);
            assert!(lines.len() <= MOST_LINES);
            let leader = 0x0041_0800_2000_1204 & board.mask().0;
            let free = members(board.mask().0 & !leader);
            let set = free.step_by(4).take(own as usize).fold(0, |set, square| set | 1 << square);
            let empty = lines.among(leader);
            let numbers = lines.with(&empty, set);
            for instructions in [None, DepositBits::detect()] {
                lines.instructions = instructions;
                for (line, &number) in numbers.0[..lines.len()].iter().enumerate() {
                    assert_eq!(lines.number(&empty, set, line), usize::from(number), "{board}");
                }
            }
            for first in [0, 1, lines.len() / 2, lines.len() - 1] {
                let is_met = |&line: &usize| lines.squares[line] & set != 0;
                let met = (first..lines.len()).filter(is_met);
                let expected: Vec<_> = met.map(|line| (numbers.0[line].into(), line)).collect();
                let mut found = Vec::new();
                let mut lanes = lines.room();
                lines.set(&mut lanes, &empty, set, first);
                lanes.for_each(LANES, |number, line| {
                    if lines.squares.get(line).is_some_and(|line| line & set != 0) && number > 0 {
                        found.push((number, line));
                    }
                });
                assert_eq!(found, expected, "{board}");
            }
        }
    }
}
