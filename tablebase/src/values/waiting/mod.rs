//! All positions in which one set of squares waits, and the values that their successors imply.
//!
//! Let W be the squares of the waiting side and M those of the mover. After a quiet move W is to
//! move against M', and all those positions lie in one block of the table led by W. After the
//! capture of a stone w, they lie in the block led by W without w. So everything looked up is read
//! once for all M ([`move_values`]). The sets M are taken in [`run`]s, which are compared as
//! vectors.

mod lines;
mod move_values;
mod run;
mod sums;
mod value_number;

use loa_solver::internal::{Cell, Subsets, UniverseRanks, Width, dispatch, members, rank_within};
use loa_solver::{Bitboard, Color, Index, Position, Symmetry};

use self::lines::WaitingLines;
use self::move_values::MoveValues;
use self::run::PositionRun;
use self::value_number::ValueNumber;
use super::codes::CellSource;
use super::linked_values::LinkedValues;

/// The positions of one waiting side.
pub(crate) trait WaitingBlock {
    /// Moves on to the squares that lead an orbit of the twin's table. Passes the positions with
    /// these squares waiting, in the order of their ranks, to `take`, until one is refused. If
    /// several symmetries keep the squares, a position has several images.
    ///
    /// `stored` are all values of the mover's material. Given its cell, `wanted` returns whether the
    /// value that a position's successors imply is computed.
    fn visit(
        &mut self,
        orbit: u64,
        wanted: fn(Cell) -> bool,
        take: &mut dyn FnMut(Visited) -> bool,
    );
}

/// A visited position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visited {
    /// The index of the position, and its stored cell.
    pub(crate) at: u64,
    pub(crate) stored: Cell,
    /// The cell that the position's end gives it or, if wanted, that its successors imply; else the
    /// stored cell.
    pub(crate) implied: Cell,
}

/// Returns space for the positions of one waiting side at a time.
pub(crate) fn waiting_block<'a, V: CellSource>(
    linked: &'a LinkedValues<'a, V>,
) -> Box<dyn WaitingBlock + 'a> {
    let material = linked.index().material();
    let lanes = linked.index().board().squares() + 1 - material.stones();
    let longest = |values: &V| values.longest();
    let longest = longest(linked.twin).max(linked.lower.map_or(0, longest));
    if longest > Width::Narrow.longest() {
        return Box::new(BlockWalk::<V, u16, 64>::new(linked));
    }
    match lanes {
        ..=16 => Box::new(BlockWalk::<V, u8, 16>::new(linked)),
        17..=32 => Box::new(BlockWalk::<V, u8, 32>::new(linked)),
        _ => Box::new(BlockWalk::<V, u8, 64>::new(linked)),
    }
}

/// The minimum number of positions read together, so that reads overlap.
const BATCH: usize = 256;

struct BlockWalk<'a, V, T, const LANES: usize> {
    linked: &'a LinkedValues<'a, V>,
    /// Ranks of the waiting side's stones among the squares that the mover's leave free.
    ranks: UniverseRanks,
    lines: WaitingLines,
    after: MoveValues<T, LANES>,
    run: PositionRun<T, LANES>,
    batch: RunBatch,
}

/// Runs whose cells are read together.
#[derive(Default)]
struct RunBatch {
    /// The upper stones, by number.
    uppers: Vec<u64>,
    /// The indices of all positions of all runs.
    places: Vec<u64>,
    cells: Vec<Cell>,
}

/// A waiting side, with its images under the symmetries of the board, by number.
struct WaitingStones {
    squares: Bitboard,
    images: [Bitboard; 8],
    /// The cells of positions that a connection has ended, by whether the mover is connected.
    ended: [Option<Cell>; 2],
}

impl<'a, V: CellSource, T: ValueNumber, const LANES: usize> BlockWalk<'a, V, T, LANES> {
    fn new(linked: &'a LinkedValues<'a, V>) -> BlockWalk<'a, V, T, LANES> {
        let (index, material) = (linked.index(), linked.index().material());
        BlockWalk {
            linked,
            ranks: UniverseRanks::new(index.board().squares() - material.us(), material.them()),
            lines: WaitingLines::default(),
            after: MoveValues::new(),
            run: PositionRun::new(),
            batch: RunBatch::default(),
        }
    }

    fn waiting(&self, orbit: u64) -> WaitingStones {
        let twin = self.linked.twin.index();
        let squares = twin.leaders().representative(orbit);
        let mut images = [Bitboard::EMPTY; 8];
        for symmetry in Symmetry::all(twin.board()) {
            images[symmetry.number() as usize] = symmetry.apply(twin.board(), squares);
        }
        let (rules, connected) = (self.linked.rules, squares.is_connected());
        let ended = [false, true].map(|us| rules.connected_value(us, connected));
        WaitingStones { squares, images, ended: ended.map(|value| value.map(Cell::from)) }
    }

    #[inline(always)]
    fn visit_all(
        &mut self,
        orbit: u64,
        wanted: fn(Cell) -> bool,
        take: &mut dyn FnMut(Visited) -> bool,
    ) {
        let waiting = self.waiting(orbit);
        let board = self.linked.index().board();
        self.lines.set_waiting(board, waiting.squares);
        if waiting.ended[0].is_none() {
            self.run.set_lines(&self.lines);
            self.after.read(self.linked, orbit);
        }
        // The lowest free square is reserved for the lowest stone.
        let squares = (1 << self.lines.squares.len()) - 2;
        let mut uppers = Subsets::new(squares, self.linked.index().material().us() - 1);
        loop {
            let index = self.linked.index();
            let batch = &mut self.batch;
            batch.uppers.clear();
            batch.places.clear();
            while batch.places.len() < BATCH {
                let Some(upper) = uppers.next() else { break };
                batch.uppers.push(upper);
                let lowest = &self.lines.squares[..upper.trailing_zeros() as usize];
                let stones = on_board(upper, &self.lines.squares);
                waiting.push_places(index, &self.ranks, stones, lowest, &mut batch.places);
            }
            if batch.uppers.is_empty() {
                return;
            }
            batch.cells.clear();
            batch.cells.extend(batch.places.iter().map(|&at| self.linked.values.get(at)));
            if !self.visit_batch(&waiting, wanted, take) {
                return;
            }
        }
    }

    #[inline(always)]
    fn visit_batch(
        &mut self,
        waiting: &WaitingStones,
        wanted: fn(Cell) -> bool,
        take: &mut dyn FnMut(Visited) -> bool,
    ) -> bool {
        let mut first = 0;
        for &upper in &self.batch.uppers {
            let end = upper.trailing_zeros() as usize;
            let cells = &self.batch.cells[first..first + end];
            let places = &self.batch.places[first..first + end];
            first += end;
            let stones = on_board(upper, &self.lines.squares);
            let connecting = Bitboard(stones).joining().0;
            let mut lanes = 0;
            for (lane, (&cell, &square)) in cells.iter().zip(&self.lines.squares).enumerate() {
                let connected = usize::from(connecting >> square & 1 != 0);
                if waiting.ended[connected].is_none() && wanted(cell) {
                    lanes |= 1 << lane;
                }
            }
            if lanes != 0 {
                self.run.look(&self.lines, &self.after, upper, lanes);
            }
            for lane in 0..end {
                let lowest = self.lines.squares[lane];
                let connected = usize::from(connecting >> lowest & 1 != 0);
                let stored = cells[lane];
                let implied = match waiting.ended[connected] {
                    Some(ended) => ended,
                    None if lanes >> lane & 1 == 0 => stored,
                    None => match self.run.worst[lane & (LANES - 1)] {
                        worst if worst == T::NONE => {
                            self.without_moves(Bitboard(stones | 1 << lowest), waiting.squares)
                        }
                        worst => Cell::from_code(worst.code_before()),
                    },
                };
                if !take(Visited { at: places[lane], stored, implied }) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the cell of a position in which no stone can move.
    #[cold]
    fn without_moves(&self, us: Bitboard, them: Bitboard) -> Cell {
        let board = self.linked.index().board();
        let position = Position::new(board, us, them, Color::Black);
        let value = position.map(|position| self.linked.implied(&position));
        value.map_or(Cell::OPEN, Cell::from)
    }
}

impl<V: CellSource, T: ValueNumber, const LANES: usize> WaitingBlock
    for BlockWalk<'_, V, T, LANES>
{
    fn visit(
        &mut self,
        orbit: u64,
        wanted: fn(Cell) -> bool,
        take: &mut dyn FnMut(Visited) -> bool,
    ) {
        dispatch!(self.visit_all(orbit, wanted, take));
    }
}

impl WaitingStones {
    /// Adds the indices of the positions of a run: the mover's sets differ only in the lowest
    /// square, and so do their ranks.
    #[inline(always)]
    fn push_places(
        &self,
        index: &Index,
        ranks: &UniverseRanks,
        upper: u64,
        lowest: &[u8],
        places: &mut Vec<u64>,
    ) {
        let board = index.board().mask().0;
        let number = |square: u8| u64::from((board & ((1 << square) - 1)).count_ones());
        let first = rank_within(upper | 1 << lowest[0], board) - number(lowest[0]);
        // A loop is compiled for the processor's features; an iterator would not be.
        for &square in lowest {
            let leader = index.leaders().leader_at(first + number(square));
            let them = self.images[usize::from(leader.to_representative.number() & 7)];
            let free = index.board().mask() - leader.representative;
            places.push(leader.orbit * index.block_len() + ranks.rank(them.0, free.0));
        }
    }
}

/// Returns the index of a position as a visit to its waiting side names it. If the leader is
/// symmetric, this is one of several.
#[inline(always)]
pub(crate) fn visited(index: &Index, twin: &Index, us: Bitboard, them: Bitboard) -> u64 {
    let waiting = twin.leaders().leader(them);
    let us = waiting.to_representative.apply(twin.board(), us);
    index.of(us, waiting.representative)
}

/// Returns the squares with these numbers.
#[inline(always)]
fn on_board(numbers: u64, squares: &[u8]) -> u64 {
    members(numbers).fold(0, |set, number| set | 1 << squares[number as usize])
}
