//! One leader's block while the other side moves.
//!
//! The waiting side stands on the leader L; the mover's stones M range over all
//! sets of the free squares. Squares are *compact* here: square i is the i-th
//! free square in the order of the board, so that M is a number of as many bits
//! as there are free squares, its rank is its entry in the block, and a move is
//! the exchange of two bits.
//!
//! The moves along a line depend on M only through M's pattern on that line. So
//! the moves of every pattern of every line are written out once for a block, as
//! compact bits, and listing the moves of a set takes one look-up a line.
//!
//! The number of moves that a look-up gives is hard to predict, and a wrong
//! prediction costs the processor more than copying a few moves. So every look-up
//! copies as many entries as a line can have at most; the moves of the next line
//! overwrite the entries that are not moves. Where the board has many more lines
//! than the mover has stones, only lines with a stone are looked up.
//!
//! A quiet move leaves the count of its own line as it was, and the squares it
//! passes are the same in both directions. So the quiet moves of M lead exactly
//! to the sets from which a quiet move leads to M: unmoves need no code of their
//! own (S3).

use super::lines::{Lines, MOST_CAPTURES, MOST_LINES, MOST_QUIET};
use super::moves::{BlockLine, Moves};
use super::scatter::Deposit;
use crate::game::bitboard::{members, take_lowest};
use crate::game::board::Board;

/// The name of a quiet move of a set: [`MOST_QUIET`] times the number of the line,
/// plus the number of the move along it.
pub(crate) type MoveCode = u8;

/// Returns the line of a code and the number of the move along it.
#[inline(always)]
fn split(code: MoveCode) -> (usize, usize) {
    let code = usize::from(code);
    (code / MOST_QUIET, code % MOST_QUIET)
}

/// The number of codes.
pub(crate) const MOVE_CODES: usize = MOST_LINES * MOST_QUIET;

/// A capture of a set.
#[derive(Clone, Copy, Default)]
pub(crate) struct Capture {
    /// The compact square of the stone that captures.
    pub(crate) from: u8,
    /// The number of the stone that is taken, among the leader's.
    pub(crate) stone: u8,
}

/// The quiet moves for which a list has room.
pub(crate) const MOST_NEIGHBOURS: usize = MOVE_CODES + MOST_QUIET;
/// A buffer for the quiet moves of a set.
pub(crate) type QuietMoves = [u64; MOST_NEIGHBOURS];
/// A buffer for the codes of quiet moves.
pub(crate) type MoveCodes = [MoveCode; MOST_NEIGHBOURS];
/// A buffer for the captures of a set.
pub(crate) type CaptureMoves = [Capture; MOST_LINES * MOST_CAPTURES + MOST_CAPTURES];

/// One leader, and the moves of the other side around it.
pub(crate) struct Block<'a> {
    board: Board,
    geometry: &'a Lines,
    /// The leader's stones, in the 8x8 frame.
    pub(crate) leader: u64,
    /// The free squares in the 8x8 frame, by compact square.
    pub(crate) squares: Vec<u8>,
    /// The way from compact squares to the 8x8 frame.
    frame: Deposit,
    /// For every quiet move, the compact squares that are exchanged.
    quiet: Moves<'a, u64, MOST_QUIET>,
    captures: Moves<'a, Capture, MOST_CAPTURES>,
}

impl<'a> Block<'a> {
    pub(crate) fn new(board: Board, geometry: &'a Lines) -> Block<'a> {
        let sparse = geometry.are_sparse();
        Block {
            board,
            geometry,
            leader: 0,
            squares: Vec::new(),
            frame: Deposit::default(),
            quiet: Moves::new(sparse),
            captures: Moves::new(sparse),
        }
    }

    /// Turns to another leader.
    pub(crate) fn set_leader(&mut self, leader: u64) {
        self.leader = leader;
        self.squares.clear();
        // A free square's compact number, or the number of the leader's stone.
        let mut numbers = [0; 65];
        let mut squares = self.board.mask().0;
        while squares != 0 {
            let square = take_lowest(&mut squares);
            let below = (1 << square) - 1;
            if leader >> square & 1 != 0 {
                numbers[square as usize] = (leader & below).count_ones() as u8;
            } else {
                numbers[square as usize] = self.squares.len() as u8;
                self.squares.push(square as u8);
            }
        }
        self.frame.set(self.board.mask().0 & !leader);
        self.quiet.clear();
        self.captures.clear();
        for (line, by_bit, moves) in self.geometry.among(leader) {
            let number = |bit: u8| numbers[usize::from(by_bit[usize::from(bit % 8)])];
            self.quiet.add(line, &moves.quiet, |from, to| 1 << number(from) | 1 << number(to));
            if !moves.captures.steps.is_empty() {
                self.captures.add(line, &moves.captures, |from, to| Capture {
                    from: number(from),
                    stone: number(to),
                });
            }
        }
        self.quiet.pad();
        self.captures.pad();
    }

    /// Returns the squares of a compact set in the 8x8 frame.
    #[inline(always)]
    pub(crate) fn on_board(&self, set: u64) -> u64 {
        self.frame.apply(set)
    }

    /// Lists the sets that a quiet move leads to from `set`, which are also the sets
    /// from which a quiet move leads to it.
    #[inline(always)]
    pub(crate) fn quiet_neighbours<'m>(
        &self,
        set: u64,
        buffer: &'m mut QuietMoves,
    ) -> &'m mut [u64] {
        let count = self.quiet.gather(self.on_board(set), buffer);
        let moves = &mut buffer[..count];
        for neighbour in &mut *moves {
            *neighbour ^= set;
        }
        moves
    }

    /// Returns the set that the quiet move of `set` with this code leads to.
    #[inline(always)]
    pub(crate) fn after_quiet(&self, set: u64, code: MoveCode) -> u64 {
        let (line, along) = split(code);
        let (start, _) = self.quiet.lines[line].range(self.on_board(set));
        set ^ self.quiet.moves[start + along]
    }

    /// Returns whether `set` has a quiet move with this code.
    pub(crate) fn is_quiet(&self, set: u64, code: MoveCode) -> bool {
        let (line, along) = split(code);
        let range = |line: &BlockLine<'_>| line.range(self.on_board(set));
        let range = self.quiet.lines.get(line).map(range);
        range.is_some_and(|(start, end)| along < end - start)
    }

    /// Returns the code of the first quiet move of `set`, after the one with the code
    /// `tried`, that leads to a wanted set. Meant for moves of which few are wanted:
    /// all are listed first, because one loop is easier to predict than one a line.
    #[inline(always)]
    pub(crate) fn later_quiet(
        &self,
        set: u64,
        tried: MoveCode,
        buffer: &mut (QuietMoves, MoveCodes),
        wanted: impl Fn(u64) -> bool,
    ) -> Option<MoveCode> {
        let (moves, codes) = buffer;
        let (first, along) = split(tried);
        let squares = self.on_board(set);
        let count = self.quiet.gather_from(first, squares, moves, |line, at| {
            let of_line = codes[at..at + MOST_QUIET].iter_mut();
            for (code, along) in of_line.zip(0..) {
                *code = (line * MOST_QUIET) as MoveCode + along;
            }
        });
        let later = moves[..count].iter().zip(codes).skip(along + 1);
        let mut found = later.filter(|&(&exchange, _)| wanted(set ^ exchange));
        found.next().map(|(_, &mut code)| code)
    }

    /// Lists the captures of `set`.
    #[inline(always)]
    pub(crate) fn captures<'m>(&self, set: u64, buffer: &'m mut CaptureMoves) -> &'m [Capture] {
        let count = self.captures.gather(self.on_board(set), buffer);
        &buffer[..count]
    }

    /// Returns the code of the first quiet move of `set` that leads to a wanted set.
    /// Meant for moves of which many are wanted: they are tried one by one.
    #[inline(always)]
    pub(crate) fn first_quiet(
        &self,
        set: u64,
        wanted: impl FnMut(u64) -> bool,
    ) -> Option<MoveCode> {
        let squares = self.on_board(set);
        if self.quiet.sparse {
            let lines = members(self.quiet.through(squares));
            self.first_along(set, squares, lines.map(|line| line as usize), wanted)
        } else {
            self.first_along(set, squares, 0..self.quiet.lines.len(), wanted)
        }
    }

    /// Returns the code of the first move along some lines that leads to a wanted set.
    #[inline(always)]
    fn first_along(
        &self,
        set: u64,
        squares: u64,
        lines: impl Iterator<Item = usize>,
        mut wanted: impl FnMut(u64) -> bool,
    ) -> Option<MoveCode> {
        for line in lines {
            let (start, end) = self.quiet.lines[line].range(squares);
            for at in start..end {
                if wanted(set ^ self.quiet.moves[at]) {
                    return Some((line * MOST_QUIET + at - start) as MoveCode);
                }
            }
        }
        None
    }

    /// Returns whether a stone of `set` can move.
    pub(crate) fn can_move(&self, set: u64) -> bool {
        self.first_quiet(set, |_| true).is_some()
            || !self.captures(set, &mut [Capture::default(); _]).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::bitboard::Bitboard;
    use crate::game::moves::Move;
    use crate::game::position::{Color, Position};
    use crate::index::rank::{choose, unrank_within};

    /// Lists quiet moves and captures by walking the lines square by square.
    fn naive(position: &Position) -> (Vec<u64>, Vec<(u64, u64)>) {
        let (mut quiet, mut captures) = (Vec::new(), Vec::new());
        for m in position.stone_moves() {
            let Move::Stone { from, to, capture } = m else {
                continue;
            };
            if capture {
                captures.push((1 << from.index(), 1 << to.index()));
            } else {
                quiet.push(position.us.without(from).with(to).0);
            }
        }
        quiet.sort_unstable();
        captures.sort_unstable();
        (quiet, captures)
    }

    fn check(block: &Block<'_>, set: u64) {
        let (us, leader) = (block.on_board(set), block.leader);
        let sides = [us, leader].map(Bitboard);
        let position = Position::new(block.board, sides[0], sides[1], Color::Black).unwrap();
        let (quiet, captures) = naive(&position);
        let mut buffer = [0; _];
        let neighbours = block.quiet_neighbours(set, &mut buffer);
        let mut found: Vec<_> = neighbours.iter().map(|&set| block.on_board(set)).collect();
        found.sort_unstable();
        assert_eq!(found, quiet, "{position}");
        let mut buffer = [Capture::default(); _];
        let mut found: Vec<_> = block
            .captures(set, &mut buffer)
            .iter()
            .map(|capture| {
                let stone = unrank_within(u64::from(capture.stone), 1, leader);
                (block.on_board(1 << capture.from), stone)
            })
            .collect();
        found.sort_unstable();
        assert_eq!(found, captures, "{position}");
        // One by one, every quiet move is met once.
        let mut one_by_one = Vec::new();
        let mut buffer = ([0; _], [0; _]);
        let mut codes = (0..=MoveCode::MAX).filter(|&code| block.is_quiet(set, code));
        let mut next = block.first_quiet(set, |_| true);
        while let Some(code) = next {
            assert_eq!(codes.next(), Some(code), "{position}");
            one_by_one.push(block.on_board(block.after_quiet(set, code)));
            next = block.later_quiet(set, code, &mut buffer, |_| true);
        }
        assert_eq!(codes.next(), None, "{position}");
        one_by_one.sort_unstable();
        assert_eq!(one_by_one, quiet, "{position}");
        assert_eq!(block.can_move(set), position.has_stone_move());
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        for board in Board::all() {
            for (own, enemies) in [(1, 1), (2, 3), (4, 4), (5, 2), (3, 5)] {
                if own + enemies > board.squares() {
                    continue;
                }
                let lines = Lines::new(board, own, enemies);
                let mut block = Block::new(board, &lines);
                let leaders = choose(board.squares(), enemies);
                let sets = choose(board.squares() - enemies, own);
                for pick in 0..20u64 {
                    let pick = pick.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
                    block.set_leader(unrank_within(pick % leaders, enemies, board.mask().0));
                    let compact = u64::MAX >> (64 - (board.squares() - enemies));
                    for pick in 0..20 {
                        let rank = (pick * 0x9e37_79b9u64 + pick / 3) % sets;
                        check(&block, unrank_within(rank, own, compact));
                    }
                }
            }
        }
    }
}
