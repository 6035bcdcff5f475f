//! The moves from a run of positions: the upper stones of the mover stay, and the lowest goes
//! through all squares below them.
//!
//! After a move of an upper stone the positions of a run are again adjacent and are compared as
//! vectors, with one *lane* for each square of the lowest stone. If the upper stone lands below the
//! lowest, and for moves of the lowest, they are looked up one by one. A line has one stone more if
//! the lowest stone is on it. So each line is examined twice: for the lanes that are not on it and
//! for those that are.

use loa_solver::internal::members;

use super::lines::{NOWHERE, TAKES, WaitingLines};
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

/// One of the upper stones, and its moves along a line for some lanes.
struct UpperMoves<'m, T, const LANES: usize> {
    /// Upper stones below the stone, and the other upper stones.
    stone: usize,
    others: u64,
    landings: [u8; 2],
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
            masks: Masks { on_line: Vec::new(), from: (0..LANES).map(from).collect() },
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
            let (sums, masks) = (&self.sums, &self.masks);
            let of_square = &lines.lines[from as usize];
            for (line, mask) in of_square.iter().zip(&masks.on_line[from as usize]) {
                let count = (line.free & upper).count_ones() as usize;
                let on_it = lanes & line.free;
                for (lanes, landings, turned) in [
                    (lanes ^ on_it, line.landings[count & 7], T::ZERO),
                    (on_it, line.landings[(count + 1) & 7], T::NONE),
                ] {
                    if lanes != 0 {
                        let others = upper ^ 1 << from;
                        let moves = UpperMoves { stone, others, landings, lanes, mask, turned };
                        moves.look(sums, &masks.from, after, &mut self.worst);
                    }
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
        for line in &lines.lines[lane] {
            let count = (line.free & us).count_ones() as usize;
            for landing in line.landings[count & 7] {
                if landing == NOWHERE {
                    continue;
                }
                if landing >= TAKES {
                    let captures = &after.captures[usize::from(landing - TAKES)];
                    worst = worst.min(captures[self.sums.without_lowest()]);
                } else if upper >> landing & 1 == 0 {
                    let below = (upper & ((1 << landing) - 1)).count_ones() as usize;
                    let share = share(below + 1, landing.into());
                    worst = worst.min(after.quiet[self.sums.lowest_over(below) + share]);
                }
            }
        }
        self.worst[lane & (LANES - 1)] = worst;
    }
}

impl<T: ValueNumber, const LANES: usize> UpperMoves<'_, T, LANES> {
    #[inline(always)]
    fn look(
        self,
        sums: &Sums,
        from: &[[T; LANES]],
        after: &MoveValues<T, LANES>,
        worst: &mut [T; LANES],
    ) {
        for landing in self.landings {
            if landing == NOWHERE {
                continue;
            }
            if landing >= TAKES {
                let captures = &after.captures[usize::from(landing - TAKES)];
                let gone = sums.without(self.stone, self.others.count_ones() as usize);
                self.compare(worst, &captures[gone..], &[T::ZERO; LANES]);
                continue;
            }
            let to = usize::from(landing);
            if self.others >> to & 1 != 0 {
                continue;
            }
            let below = (self.others & ((1 << to) - 1)).count_ones() as usize;
            let first = sums.without(self.stone, below) + share(below + 2, to);
            let above = self.lanes & (u64::MAX << to);
            if above == 0 {
                self.compare(worst, &after.quiet[first..], &[T::ZERO; LANES]);
                continue;
            }
            // The stone lands below the lowest stone of some lanes, and on that of one.
            self.compare(worst, &after.quiet[first..], &from[to & (LANES - 1)]);
            let first = first - share(2, to) + to;
            for lane in members(above & !(1 << to)) {
                let lane = lane as usize;
                let number = after.quiet[first + share(2, lane)];
                let worst = &mut worst[lane & (LANES - 1)];
                *worst = (*worst).min(number);
            }
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
