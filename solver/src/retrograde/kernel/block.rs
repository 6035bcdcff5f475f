//! One leader's block while the other side moves.
//!
//! The waiting side stands on the leader L; the mover's stones M range over all sets of the free
//! squares. A set is numbered *compactly* among the free squares, bit i for the i-th. The rank of
//! its compact set is its entry in the block. A move exchanges two squares.
//!
//! The moves along a line depend on M only through M's pattern on that line, and on L only through
//! L's. So a block stores the number of a row of [`BoardLines`] for each line, and listing the
//! moves of a set takes one look-up for each line.
//!
//! A quiet move does not change the number of stones on its line, and the squares it passes are the
//! same in both directions. So the quiet moves of M lead exactly to the sets from which a quiet
//! move leads to M: unmoves need no separate code (S3).

use super::lines::{
    BoardLines, CompactMove, LANES, Lanes, MOST_LINES, MOST_QUIET, Quiet, RowNumbers, Rows, shifted,
};
use super::scatter::CompactSquares;
use crate::game::board::Board;

/// The code of a quiet move of a set: [`MOST_QUIET`] times its line, plus its place among the moves
/// along the line.
pub(crate) type MoveCode = u8;

/// Returns the line of a code, and the move's place along it.
#[inline(always)]
pub(crate) fn split(code: MoveCode) -> (usize, usize) {
    let code = usize::from(code);
    (code / MOST_QUIET, code % MOST_QUIET)
}

/// Codes that the moves of a set can have.
pub(crate) const MOVE_CODES: usize = MOST_LINES * MOST_QUIET;

/// One leader, and the moves of the other side around it.
pub(crate) struct Block<'a> {
    board: Board,
    lines: &'a BoardLines,
    /// The leader's stones, in the 8x8 frame.
    pub(crate) leader: u64,
    free: CompactSquares,
    /// The rows of the mover's empty pattern.
    empty: RowNumbers,
}

impl<'a> Block<'a> {
    pub(crate) fn new(board: Board, lines: &'a BoardLines) -> Block<'a> {
        Block { board, lines, leader: 0, free: CompactSquares::default(), empty: RowNumbers::NONE }
    }

    /// Moves on to another leader.
    pub(crate) fn set_leader(&mut self, leader: u64) {
        self.leader = leader;
        self.free.set(self.board.mask().0 & !leader);
        self.empty = self.lines.among(leader);
    }

    /// Returns the squares of a compact set in the 8x8 frame.
    #[inline(always)]
    pub(crate) fn on_board(&self, set: u64) -> u64 {
        self.free.spread(set)
    }

    /// Returns the compact set of some free squares.
    #[inline(always)]
    pub(crate) fn compact(&self, set: u64) -> u64 {
        self.free.compact(set)
    }

    /// Returns space for the rows of a set.
    pub(crate) fn lanes(&self) -> Lanes {
        self.lines.room()
    }

    /// Sets the rows of a set along the lines from `first` on.
    #[inline(always)]
    pub(crate) fn set_lanes(&self, lanes: &mut Lanes, set: u64, first: usize) {
        self.lines.set(lanes, &self.empty, set, first);
    }

    #[inline(always)]
    pub(crate) fn rows(&self) -> &'a Rows {
        &self.lines.rows
    }

    /// Returns the shift of the moves of a row, for each line.
    #[inline(always)]
    pub(crate) fn shifts(&self) -> &'a ([Quiet; 256], [u32; 256]) {
        &self.lines.shifts
    }

    /// Returns the set that the quiet move of `set` with this code leads to.
    #[inline(always)]
    pub(crate) fn after_quiet(&self, set: u64, code: MoveCode) -> u64 {
        let (line, along) = split(code);
        let row = self.lines.number(&self.empty, set, line);
        set ^ CompactMove(self.rows().quiet[row][along].wrapping_add(self.shifts().0[line][0]))
            .squares()
    }

    /// `true` if `set` has a quiet move with this code.
    pub(crate) fn is_quiet(&self, set: u64, code: MoveCode) -> bool {
        let (line, along) = split(code);
        let count = |line| self.rows().quiet_counts[self.lines.number(&self.empty, set, line)];
        line < self.lines.len() && along < count(line).into()
    }

    /// `true` if a stone of `set` can move.
    pub(crate) fn can_move(&self, set: u64) -> bool {
        let (mut can_move, rows) = (false, self.rows());
        let mut lanes = self.lanes();
        self.set_lanes(&mut lanes, set, 0);
        lanes.for_each(LANES, |row, _| {
            can_move |= rows.quiet_counts[row] > 0 || rows.captures[row] > 0;
        });
        can_move
    }
}

/// The quiet moves of one set along some lines, in the order of their codes.
pub(crate) struct QuietMoves {
    steps: [u16; ROOM + 8],
    codes: [MoveCode; ROOM + 8],
    len: usize,
}

/// Space for the moves of one set: a power of two, so that no index needs a bounds check.
const ROOM: usize = MOVE_CODES.next_power_of_two();

impl QuietMoves {
    pub(crate) const NONE: QuietMoves = QuietMoves { steps: [0; _], codes: [0; _], len: 0 };

    /// Lists the moves along the first lines of a set.
    #[inline(always)]
    pub(crate) fn list(&mut self, block: &Block<'_>, lanes: &Lanes, most_lines: usize) {
        let (rows, mut len) = (block.rows(), 0);
        lanes.for_each(
            most_lines,
            #[inline(always)]
            |row, line| {
                let at = len % ROOM;
                let moves = shifted(&rows.quiet[row], &block.shifts().0[line]);
                self.steps[at..at + 8].copy_from_slice(&moves);
                self.codes[at..at + 8].copy_from_slice(&CODES[line]);
                len += usize::from(rows.quiet_counts[row]);
            },
        );
        self.len = len;
    }

    /// Counts the moves.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the set that a move of `set` leads to; `set` itself if the move does not exist.
    #[inline(always)]
    pub(crate) fn after(&self, set: u64, at: usize) -> u64 {
        set ^ CompactMove(if at < self.len { self.steps[at] } else { 0 }).squares()
    }

    /// Returns the code of a move.
    #[inline(always)]
    pub(crate) fn code(&self, at: usize) -> MoveCode {
        self.codes[at]
    }
}

/// The codes of the moves along each line.
static CODES: [[MoveCode; 8]; 256] = {
    let mut codes = [[0; 8]; 256];
    let mut at = 0;
    while at < MOST_LINES * 8 {
        codes[at / 8][at % 8] = (at / 8 * MOST_QUIET + at % 8) as MoveCode;
        at += 1;
    }
    codes
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::bitboard::Bitboard;
    use crate::game::moves::Move;
    use crate::game::position::{Color, Position};
    use crate::index::rank::{choose, unrank_within};
    use crate::retrograde::kernel::group::{GROUP, SetGroup};

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

    fn check(block: &Block<'_>, sets: &[u64]) {
        let mut group = SetGroup::new(block);
        group.set(block, sets.iter().map(|&set| block.on_board(set)));
        let (mut quiet_of, mut captures_of) = (vec![Vec::new(); GROUP], vec![Vec::new(); GROUP]);
        group.list_quiet(block);
        for step in group.steps() {
            quiet_of[step.owner()].push(group.after(step));
        }
        group.list_captures(block);
        for step in group.steps() {
            let (set, _) = group.get(step.owner());
            captures_of[step.owner()].push((set & !group.after(step), 1 << step.to()));
        }
        for (owner, &compact) in sets.iter().enumerate() {
            let (set, lanes) = group.get(owner);
            assert_eq!(block.compact(set), compact);
            let sides = [set, block.leader].map(Bitboard);
            let position = Position::new(block.board, sides[0], sides[1], Color::Black).unwrap();
            let (quiet, captures) = naive(&position);
            captures_of[owner].sort_unstable();
            assert_eq!(captures_of[owner], captures, "{position}");
            let mut moves = QuietMoves::NONE;
            moves.list(block, lanes, LANES);
            let one_by_one: Vec<_> = (0..moves.len()).map(|at| moves.after(set, at)).collect();
            assert_eq!(one_by_one, quiet_of[owner], "{position}");
            let codes: Vec<_> = (0..moves.len()).map(|at| moves.code(at)).collect();
            let expected: Vec<_> =
                (0..=MoveCode::MAX).filter(|&code| block.is_quiet(set, code)).collect();
            assert_eq!(codes, expected, "{position}");
            assert!(codes.iter().zip(&one_by_one).all(|(&code, &after)| {
                let mut lanes = block.lanes();
                let (line, along) = split(code);
                block.set_lanes(&mut lanes, set, line);
                moves.list(block, &lanes, LANES);
                block.after_quiet(set, code) == after && moves.after(set, along) == after
            }));
            quiet_of[owner].sort_unstable();
            assert_eq!(quiet_of[owner], quiet, "{position}");
            assert_eq!(block.can_move(set), position.has_stone_move());
        }
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        for board in Board::all() {
            for (own, enemies) in [(1, 1), (2, 3), (4, 4), (5, 2), (3, 5)] {
                if own + enemies > board.squares() {
                    continue;
                }
                let lines = BoardLines::new(board, own, enemies);
                let mut block = Block::new(board, &lines);
                let leaders = choose(board.squares(), enemies);
                let sets = choose(board.squares() - enemies, own);
                for pick in 0..20u64 {
                    let pick = pick.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
                    block.set_leader(unrank_within(pick % leaders, enemies, board.mask().0));
                    let compact = u64::MAX >> (64 - (board.squares() - enemies));
                    let ranks =
                        (0..GROUP as u64).map(|pick| (pick * 0x9e37_79b9 + pick / 3) % sets);
                    let sets: Vec<_> =
                        ranks.map(|rank| unrank_within(rank, own, compact)).collect();
                    check(&block, &sets);
                }
            }
        }
    }
}
