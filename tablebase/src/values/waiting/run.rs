//! The moves from a run of positions: the upper stones of the mover stay, and the lowest goes
//! through all squares below them.
//!
//! After a move of an upper stone the positions of a run are again adjacent and are compared as
//! vectors, with one *lane* for each square of the lowest stone. If the upper stone lands below the
//! lowest, and for moves of the lowest, they are looked up one by one. A line has one stone more if
//! the lowest stone is on it. So each line is examined twice: for the lanes that are not on it and
//! for those that are.

use loa_solver::internal::members;

use super::lines::WaitingLines;
use super::move_values::MoveValues;
use super::sums::{Sums, share};
use super::value_number::ValueNumber;

/// A run, and for each lane the worst value for the waiting side that a move leads to.
pub(super) struct PositionRun<T, const LANES: usize> {
    sums: Sums,
    /// The values by the lowest stone; [`ValueNumber::NONE`] if no stone can move.
    pub(super) worst: [T; LANES],
    masks: Masks<T, LANES>,
}

/// Lanes as vectors: each lane has all bits set or none.
struct Masks<T, const LANES: usize> {
    /// The lanes on each line, by number and axis.
    on_line: Vec<[[T; LANES]; 4]>,
    /// The lanes at or above each number.
    from: Vec<[T; LANES]>,
}

/// A move of one of the upper stones, for some lanes.
struct UpperMove<'m, T, const LANES: usize> {
    /// Upper stones below the stone, and the other upper stones.
    stone: usize,
    others: u64,
    landing: usize,
    lanes: u64,
    /// The lanes to leave out; if the bits of `turned` are set, the lanes to keep.
    mask: &'m [T; LANES],
    turned: T,
}

impl<T: ValueNumber, const LANES: usize> PositionRun<T, LANES> {
    pub(super) fn new() -> PositionRun<T, LANES> {
        let from = |number| std::array::from_fn(|lane| mask(lane >= number));
        PositionRun {
            sums: Sums::default(),
            worst: [T::NONE; LANES],
            masks: Masks { on_line: Vec::new(), from: (0..64).map(from).collect() },
        }
    }

    /// Moves on to other lines.
    #[inline(always)]
    pub(super) fn set_lines(&mut self, lines: &WaitingLines) {
        let of_line = |free: u64| std::array::from_fn(|lane| mask(free >> lane & 1 != 0));
        let of_square = lines.lines.iter().map(|lines| lines.map(|line| of_line(line.free)));
        self.masks.on_line.clear();
        self.masks.on_line.extend(of_square);
    }

    /// Examines all moves from the positions with these upper stones whose lowest stone is one of
    /// `lanes`.
    #[inline(always)]
    pub(super) fn look(
        &mut self,
        lines: &WaitingLines,
        after: &MoveValues<T, LANES>,
        upper: u64,
        lanes: u64,
    ) {
        self.worst = [T::NONE; LANES];
        self.sums.set(upper);
        for (stone, from) in members(upper).enumerate() {
            let from = from as usize;
            let (lines_here, masks) = (&lines.lines[from], &self.masks.on_line[from]);
            let (mut off_line, mut on_line) = (0, 0);
            for line in lines_here {
                let count = (line.free & upper).count_ones() as usize;
                off_line |= if lanes & !line.free != 0 { line.landings[count & 7] } else { 0 };
                on_line |= if lanes & line.free != 0 { line.landings[(count + 1) & 7] } else { 0 };
            }
            let others = upper ^ 1 << from;
            for (landings, flip, turned) in [(off_line, u64::MAX, T::ZERO), (on_line, 0, T::NONE)] {
                for landing in members(landings & !others) {
                    let landing = landing as usize;
                    let axis = usize::from(lines.axes[from][landing] & 3);
                    let lanes = lanes & (lines_here[axis].free ^ flip);
                    let mask = &masks[axis];
                    let step = UpperMove { stone, others, landing, lanes, mask, turned };
                    step.look(&self.sums, &self.masks.from, after, &mut self.worst);
                }
            }
        }
        for lane in members(lanes) {
            self.move_lowest(lines, after, upper, lane as usize);
        }
    }

    /// Examines the moves of the lowest stone.
    #[inline(always)]
    fn move_lowest(
        &mut self,
        lines: &WaitingLines,
        after: &MoveValues<T, LANES>,
        upper: u64,
        lane: usize,
    ) {
        let mut worst = self.worst[lane & (LANES - 1)];
        if worst == T::ZERO {
            // Nothing is worse than a loss in 0.
            return;
        }
        let us = upper | 1 << lane;
        let mut landings = 0;
        for line in &lines.lines[lane] {
            landings |= line.landings[(line.free & us).count_ones() as usize & 7];
        }
        for landing in members(landings & !upper) {
            let below = (upper & ((1 << landing) - 1)).count_ones() as usize;
            let landing = landing as usize;
            let rank = self.sums.lowest_over(below) + share(below + 1, landing);
            worst = worst.min(after.numbers[after.first[landing].wrapping_add(rank)]);
        }
        self.worst[lane & (LANES - 1)] = worst;
    }
}

impl<T: ValueNumber, const LANES: usize> UpperMove<'_, T, LANES> {
    #[inline(always)]
    fn look(
        self,
        sums: &Sums,
        from: &[[T; LANES]],
        after: &MoveValues<T, LANES>,
        worst: &mut [T; LANES],
    ) {
        let to = self.landing;
        let below = (self.others & ((1 << to) - 1)).count_ones() as usize;
        let rank = sums.without(self.stone, below) + share(below + 2, to);
        let first = after.first[to].wrapping_add(rank);
        self.compare(worst, &after.numbers[first..], &from[to]);
        // The stone lands below the lowest stone of these lanes.
        let first = (first + to).wrapping_sub(share(2, to));
        for lane in members(self.lanes & (u64::MAX << to) & !(1 << to)) {
            let lane = lane as usize;
            let number = after.numbers[first + share(2, lane)];
            let worst = &mut worst[lane & (LANES - 1)];
            *worst = (*worst).min(number);
        }
    }

    /// Compares the lanes with consecutive values, except some lanes.
    #[inline(always)]
    fn compare(&self, worst: &mut [T; LANES], numbers: &[T], except: &[T; LANES]) {
        let Some(numbers) = numbers.first_chunk::<LANES>() else {
            return;
        };
        for lane in 0..LANES {
            let left_out = self.mask[lane] ^ self.turned | except[lane];
            worst[lane] = worst[lane].min(numbers[lane] | left_out);
        }
    }
}

#[inline(always)]
fn mask<T: ValueNumber>(set: bool) -> T {
    if set { T::NONE } else { T::ZERO }
}
