//! The values of all positions that a move leads to, with one set of squares waiting.

use loa_solver::internal::{Cell, Subsets, choose, members};
use loa_solver::{Bitboard, Color, Position};

use super::sums::{Sums, share};
use super::value_number::ValueNumber;
use crate::values::codes::CellSource;
use crate::values::linked_values::LinkedValues;

/// The values of positions to the waiting side W after each move of the mover M. Vectors of `LANES`
/// may be read from any index.
pub(super) struct MoveValues<T, const LANES: usize> {
    /// After quiet moves, by the rank of M's stones among the squares free of W; then after the
    /// capture of each stone of W, by the rank of the stones of M that stay.
    pub(super) numbers: Vec<T>,
    /// For each landing, what to add to the rank of the stones of M, of which one is on the landing.
    /// After a capture this takes that stone out of the rank.
    pub(super) first: [usize; 64],
}

impl<T: ValueNumber, const LANES: usize> MoveValues<T, LANES> {
    /// Returns space for the values.
    pub(super) fn new() -> MoveValues<T, LANES> {
        MoveValues { numbers: Vec::new(), first: [0; 64] }
    }

    /// Reads the values after all moves against the waiting representative of an orbit of the
    /// twin's table.
    #[inline(always)]
    pub(super) fn read<V: CellSource>(&mut self, linked: &LinkedValues<'_, V>, orbit: u64) {
        self.read_quiet(linked.twin, orbit);
        let waiting = linked.twin.index().leaders().representative(orbit);
        let free = linked.index().board().squares() - waiting.count();
        let stones = linked.index().material().us() as usize;
        for (taken, landing) in waiting.into_iter().zip(free as usize..) {
            let others = waiting.without(taken);
            let taken = Bitboard::from_square(taken);
            self.first[landing] = self.numbers.len().wrapping_sub(share(stones, landing));
            match linked.lower {
                Some(lower) => read_capture(lower, others, taken, &mut self.numbers),
                None => settle_capture(linked, others, taken, &mut self.numbers),
            }
            self.numbers.extend([T::NONE; LANES]);
        }
    }

    #[inline(always)]
    fn read_quiet(&mut self, twin: &impl CellSource, orbit: u64) {
        let len = twin.index().block_len();
        self.first = [0; 64];
        self.numbers.clear();
        self.numbers.reserve(len as usize + LANES);
        let mut room = [0; 512];
        for first in (0..len).step_by(room.len()) {
            let codes = &mut room[..(len - first).min(512) as usize];
            twin.copy_codes(orbit * len + first, codes);
            for &mut code in codes {
                self.numbers.push(T::of_code(code));
            }
        }
        self.numbers.extend([T::NONE; LANES]);
    }
}

/// Reads the values of the positions in which `others` are to move and the mover has a stone on the
/// captured square, by the rank of its other stones.
#[inline(always)]
fn read_capture<T: ValueNumber>(
    lower: &impl CellSource,
    others: Bitboard,
    taken: Bitboard,
    numbers: &mut Vec<T>,
) {
    let index = lower.index();
    let (board, leader) = (index.board(), index.leaders().leader(others));
    let free = (board.mask() - leader.representative).0;
    let number = |square: Bitboard| {
        let image = leader.to_representative.apply(board, square);
        (free & (image.0 - 1)).count_ones()
    };
    let squares = board.mask() - others - taken;
    let images: Vec<u32> = squares.into_iter().map(Bitboard::from_square).map(number).collect();
    let taken = 1 << number(taken);
    let first = leader.orbit * index.block_len();
    let stay = index.material().them() - 1;
    numbers.reserve(choose(images.len() as u32, stay) as usize);
    let mut sums = Sums::default();
    for upper in Subsets::new((1 << images.len()) - 1, stay - 1) {
        let image = |number: u32| 1 << images[number as usize];
        let image = members(upper).fold(taken, |set, number| set | image(number));
        sums.set(image);
        let end = images.len().min(upper.trailing_zeros() as usize);
        for &lowest in &images[..end] {
            let below = (image & ((1 << lowest) - 1)).count_ones() as usize;
            let rank = sums.lowest_over(below) + share(below + 1, lowest as usize);
            numbers.push(T::of_code(lower.get(first + rank as u64).code()));
        }
    }
}

/// Computes the same values if one stone is left, which has no table.
fn settle_capture<V: CellSource, T: ValueNumber>(
    linked: &LinkedValues<'_, V>,
    others: Bitboard,
    taken: Bitboard,
    numbers: &mut Vec<T>,
) {
    let index = linked.index();
    let free = (index.board().mask() - others - taken).0;
    let stay = Subsets::new(free, index.material().us() - 1);
    numbers.extend(stay.map(|stay| {
        let us = Bitboard(stay) | taken;
        let after = Position::new(index.board(), others, us, Color::White);
        let value = after.map(|after| linked.stored(&after));
        value.map_or(T::NONE, |value| T::of_code(Cell::from(value).code()))
    }));
}
