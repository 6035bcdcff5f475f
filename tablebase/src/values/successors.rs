//! All positions in which one set of squares waits, and what their successors make of
//! them.
//!
//! Let W be the squares of the waiting side and M those of the mover. After a
//! quiet move W is to move against M', and all those positions lie in one block
//! of the table led by W. A stone's landings depend on W and on how many stones
//! its line has, so they are listed once for W. The rank of M' follows from the
//! stones that stay: with q_1 < q_2 < .. for their numbers among the squares
//! free of W, and m of them below the landing d,
//!
//! > rank = sum over i <= m of C(q_i, i) + C(d, m + 1) + sum over i > m of C(q_i, i + 1)
//!
//! of which all but the middle term depends on the stone that moves and m alone.

use std::array::from_fn;

use loa_solver::index::choose;
use loa_solver::retrograde::Cell;
use loa_solver::{Axis, Bitboard, Color, Index, Position, Rules, Symmetry, Value};

use super::codes::{Cells, Values};

/// The values that those of one material depend on.
pub(crate) struct Successors<'a, V = Values> {
    pub(crate) rules: Rules,
    /// The numbering of the material itself.
    pub(crate) index: &'a Index,
    /// The values after a quiet move or a pass.
    pub(crate) twin: &'a V,
    /// The values after a capture; `None` if it leaves a lone stone, which needs no
    /// table.
    pub(crate) lower: Option<&'a V>,
}

impl<V: Cells> Successors<'_, V> {
    /// Returns what the successors of a position make it, move by move. A
    /// [`WaitingBlock`] returns the same faster, except where no stone can move.
    pub(crate) fn value(&self, position: &Position) -> Value {
        if let Some((_, value)) = self.rules.termination(position) {
            return value;
        }
        let after_stones = position
            .stone_moves()
            .map(|m| self.stored(&position.play_unchecked(m)).for_mover());
        let best = after_stones.max();
        // Only a side that passes is not terminal and yet has no stone to move.
        best.unwrap_or_else(|| self.stored(&position.passed()).for_mover())
    }

    /// Returns the value of a successor. A lone stone has no table.
    fn stored(&self, position: &Position) -> Value {
        let quiet = position.material() == self.twin.index().material();
        let table = if quiet { Some(self.twin) } else { self.lower };
        let Some(table) = table else {
            let settled = self.rules.value_without_table(position);
            return settled.expect("a lone stone is connected");
        };
        let place = table.index().of(position.us(), position.them());
        table.get(place).value()
    }
}

/// The most stones a line has.
const LONGEST_LINE: usize = 8;

/// The positions of one waiting side.
pub(crate) struct WaitingBlock<'a, V = Values> {
    successors: &'a Successors<'a, V>,
    waiting: u64,
    connected: bool,
    /// By square and axis: the squares of the line, and where a stone may land
    /// along it, by how many stones the line has.
    lines: Vec<[(u64, [u64; LONGEST_LINE + 1]); 4]>,
    /// C(n, k) at square x [`WaitingBlock::shares_a_square`] + k, where the square is
    /// the n-th free one.
    shares: Vec<u64>,
    /// The index of the first position with the waiting side to move.
    first: u64,
    targets: Vec<Target>,
    mover: Mover,
}

/// The block of the positions after the capture of one waiting stone.
struct Target {
    to_representative: Symmetry,
    orbit: u64,
}

/// The stones of the side to move, lowest first. Arrays of 64 hold whatever a board
/// holds, and an index below 64 needs no check.
struct Mover {
    stones: usize,
    squares: [u8; 64],
    /// The share of stone i, counted from 0, in the rank: C(q, i + 1).
    in_place: [u64; 64],
    /// The change of that, modulo 2^64, when a lower stone is gone, and when there is
    /// one more.
    lowered: [u64; 64],
    raised: [u64; 64],
    rank: u64,
    /// The rank of all stones but one without the landing's share, by how many
    /// of them are below the landing.
    others: [u64; 64],
}

impl<'a, V: Cells> WaitingBlock<'a, V> {
    pub(crate) fn new(successors: &'a Successors<'a, V>) -> WaitingBlock<'a, V> {
        let stones = successors.index.material().us() as usize;
        WaitingBlock {
            successors,
            waiting: 0,
            connected: false,
            lines: vec![Default::default(); 64],
            shares: vec![0; 64 * (stones + 2)],
            first: 0,
            targets: Vec::new(),
            mover: Mover {
                stones,
                squares: [0; 64],
                in_place: [0; 64],
                lowered: [0; 64],
                raised: [0; 64],
                rank: 0,
                others: [0; 64],
            },
        }
    }

    /// Turns to the squares that lead an orbit of the twin's table.
    pub(crate) fn set_waiting(&mut self, orbit: u64) {
        let twin = self.successors.twin.index();
        let board = twin.board();
        let waiting = twin.leaders().representative(orbit);
        self.waiting = waiting.0;
        self.connected = waiting.is_connected();
        self.first = orbit * twin.block_len();
        let each = self.shares_a_square();
        for (number, free) in (0..).zip(board.mask() - waiting) {
            let square = free.index() as usize;
            for k in 0..each {
                self.shares[square * each + k] = choose(number, k as u32);
            }
            for axis in Axis::ALL {
                let squares = (axis.line(free) & board.mask()).0;
                let landings = from_fn(|count| self.landings(square, axis, squares, count));
                self.lines[square][axis as usize] = (squares, landings);
            }
        }
        self.targets.clear();
        if let Some(lower) = &self.successors.lower {
            self.targets.extend(waiting.into_iter().map(|stone| {
                let leaders = lower.index().leaders();
                let leader = leaders.leader(waiting.without(stone));
                Target {
                    to_representative: leader.to_representative(),
                    orbit: leader.orbit(),
                }
            }));
        }
    }

    /// Returns the squares of the waiting side.
    pub(crate) fn waiting(&self) -> Bitboard {
        Bitboard(self.waiting)
    }

    /// Returns where a stone lands after `steps` steps either way on the squares of its
    /// line and not over the waiting side.
    fn landings(&self, square: usize, axis: Axis, line: u64, steps: usize) -> u64 {
        let landing = |step: i32| {
            let mut landing = square as i32;
            for walked in 1..=steps {
                landing += step;
                let on_line = (0..64).contains(&landing) && line >> landing & 1 != 0;
                if !on_line || walked < steps && self.waiting >> landing & 1 != 0 {
                    return 0;
                }
            }
            1 << landing
        };
        let step = axis.step() as i32;
        landing(step) | landing(-step)
    }

    /// Returns what its successors make the position with `us` to move.
    #[inline(always)]
    pub(crate) fn cell(&mut self, us: Bitboard) -> Cell {
        self.implied(us).unwrap_or_else(|| {
            let board = self.successors.index.board();
            let position = Position::new(board, us, self.waiting(), Color::Black);
            let value = position.map(|position| self.successors.value(&position));
            value.map_or(Cell::OPEN, Cell::from)
        })
    }

    /// Returns what its successors make the position with `us` to move; `None` if no
    /// connection has ended it and yet no stone can move.
    #[inline(always)]
    pub(crate) fn implied(&mut self, us: Bitboard) -> Option<Cell> {
        let rules = self.successors.rules;
        if let Some(value) = rules.connected_value(us.is_connected(), self.connected) {
            return Some(value.into());
        }
        let us = us.0;
        let (twin, occupied) = (self.successors.twin, us | self.waiting);
        let mut worst_for_them = u16::MAX;
        let mut can_move = false;
        self.set_mover(us);
        for stone in 0..self.mover.stones {
            let from = self.mover.squares[stone & 63];
            let mut landings = 0;
            for (line, by_count) in &self.lines[usize::from(from)] {
                landings |= by_count[(line & occupied).count_ones() as usize];
            }
            landings &= !us;
            can_move |= landings != 0;
            self.mover.take_out(stone);
            let others = us & !(1 << from);
            for to in members(landings & !self.waiting) {
                let below = (others & ((1 << to) - 1)).count_ones() as usize;
                let rank = self.mover.others[below & 63] + self.share(to, below + 1);
                worst_for_them = worst_for_them.min(twin.get(self.first + rank).goodness());
            }
            for to in members(landings & self.waiting) {
                let after = self.after_capture(others | 1 << to, to);
                worst_for_them = worst_for_them.min(after.goodness());
            }
        }
        can_move.then(|| {
            Cell::from_goodness(worst_for_them)
                .value()
                .for_mover()
                .into()
        })
    }

    #[inline(always)]
    fn shares_a_square(&self) -> usize {
        self.mover.stones + 2
    }

    #[inline(always)]
    fn share(&self, square: usize, k: usize) -> u64 {
        self.shares[square * self.shares_a_square() + k]
    }

    #[inline(always)]
    fn set_mover(&mut self, us: u64) {
        self.mover.rank = 0;
        for (stone, square) in members(us).enumerate() {
            let share = self.share(square, stone + 1);
            let (lower, higher) = (self.share(square, stone), self.share(square, stone + 2));
            let (mover, stone) = (&mut self.mover, stone & 63);
            mover.squares[stone] = square as u8;
            mover.in_place[stone] = share;
            mover.lowered[stone] = lower.wrapping_sub(share);
            mover.raised[stone] = higher.wrapping_sub(share);
            mover.rank += share;
        }
    }

    /// Returns the value of the position in which the mover, then on `us`, has taken
    /// the stone on `taken`.
    #[inline(always)]
    fn after_capture(&self, us: u64, taken: usize) -> Cell {
        let board = self.successors.index.board();
        let Some(lower) = &self.successors.lower else {
            let waiting = Bitboard(self.waiting & !(1 << taken));
            let after = Position::new(board, waiting, Bitboard(us), Color::White);
            return after.map_or(Cell::OPEN, |after| self.successors.stored(&after).into());
        };
        let number = (self.waiting & ((1 << taken) - 1)).count_ones();
        let target = &self.targets[number as usize];
        let followers = target.to_representative.apply(board, Bitboard(us));
        lower.get(lower.index().within(target.orbit, followers))
    }
}

impl Mover {
    /// Works out `others` for the moves of one stone.
    #[inline(always)]
    fn take_out(&mut self, stone: usize) {
        let mut rank = self.rank - self.in_place[stone & 63];
        self.others[stone & 63] = rank;
        for below in (0..stone).rev() {
            rank = rank.wrapping_add(self.raised[below & 63]);
            self.others[below & 63] = rank;
        }
        rank = self.others[stone & 63];
        for above in stone + 1..self.stones {
            rank = rank.wrapping_add(self.lowered[above & 63]);
            self.others[above & 63] = rank;
        }
    }
}

/// Returns the squares of a set, lowest first.
#[inline(always)]
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}
