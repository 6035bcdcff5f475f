//! Orbits that are numbered when they are looked up.
//!
//! The number of an orbit is the number of representatives below its own. At the beginning of each
//! *page* of consecutive sets that number is counted ([`OrbitCounter`]). Within the page each set
//! is marked as a representative or not. A page is built when it is first needed, in less than a
//! tenth of a millisecond for six squares of 8x8, and kept until another page takes its slot.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::symmetry::{is_lowest_image, lowest_image};
use crate::index::orbits::count::OrbitCounter;
use crate::index::orbits::leader::Leader;
use crate::index::rank::{Subsets, choose, rank_within, unrank_within};

/// All sets of one size on a board, by orbit, numbered when they are looked up.
pub(crate) struct OrbitDirectory {
    board: Board,
    stones: u32,
    counter: OrbitCounter,
    /// The pages built, each at its number modulo the length, a power of two.
    pages: Vec<RwLock<Option<Box<OrbitPage>>>>,
    /// The numbers of the pages built, by the first orbit of each.
    by_orbit: RwLock<BTreeMap<u64, u64>>,
}

/// Log2 of the sets in a page.
const PAGE_SHIFT: u32 = 12;
const WORDS: usize = 1 << (PAGE_SHIFT - 6);
/// The maximum number of pages kept, a power of two: 11 MB.
const MAX_PAGES: u64 = 1 << 14;

/// Consecutive sets, each marked as a representative or not.
struct OrbitPage {
    number: u64,
    /// Representatives before the page.
    orbits_before: u64,
    /// One bit for each set.
    representatives: [u64; WORDS],
    /// Bits before each word.
    before: [u16; WORDS],
}

impl OrbitDirectory {
    pub(crate) fn new(board: Board, stones: u32) -> OrbitDirectory {
        let pages = choose(board.squares(), stones).div_ceil(1 << PAGE_SHIFT);
        let mut slots = Vec::new();
        let remembered = pages.next_power_of_two().min(MAX_PAGES);
        slots.resize_with(remembered as usize, RwLock::default);
        OrbitDirectory {
            board,
            stones,
            counter: OrbitCounter::new(board, stones),
            pages: slots,
            by_orbit: RwLock::default(),
        }
    }

    pub(crate) const fn orbits(&self) -> u64 {
        self.counter.orbits
    }

    pub(crate) fn leader(&self, set: u64) -> Leader {
        let (representative, to_representative) = lowest_image(self.board, set);
        let rank = rank_within(representative, self.board.mask().0);
        let place = (rank % (1 << PAGE_SHIFT)) as usize;
        Leader {
            orbit: self.page(rank >> PAGE_SHIFT, |page| page.orbit(place)),
            representative: Bitboard(representative),
            to_representative,
        }
    }

    /// Reduces the set of this rank among the board's squares.
    pub(crate) fn leader_at(&self, rank: u64) -> Leader {
        self.leader(unrank_within(rank, self.stones, self.board.mask().0))
    }

    /// Returns the representative of an orbit. This takes about a millisecond unless the page is in
    /// memory.
    ///
    /// # Panics
    /// If no orbit has this number.
    pub(crate) fn representative(&self, orbit: u64) -> u64 {
        assert!(orbit < self.orbits(), "orbit {orbit} of {}", self.orbits());
        let number = self.page_of(orbit);
        let place = self.page(number, |page| page.place(orbit));
        unrank_within((number << PAGE_SHIFT) + place, self.stones, self.board.mask().0)
    }

    /// Returns the page with the representative of an orbit: the last page with at most `orbit`
    /// orbits before it.
    fn page_of(&self, orbit: u64) -> u64 {
        let (before, after) = {
            let by_orbit = self.by_orbit.read().unwrap_or_else(PoisonError::into_inner);
            let before = by_orbit.range(..=orbit).next_back();
            let after = by_orbit.range(orbit + 1..).next();
            (before.map(|(_, &page)| page), after.map(|(_, &page)| page))
        };
        if let Some(page) = before.filter(|&page| self.page(page, |page| page.has(orbit))) {
            return page;
        }
        let pages = choose(self.board.squares(), self.stones).div_ceil(1 << PAGE_SHIFT);
        let (mut from, mut to) = (before.unwrap_or(0), after.unwrap_or(pages));
        while to - from > 1 {
            let middle = from.midpoint(to);
            if self.counter.orbits_below(self.first_set(middle)) <= orbit {
                from = middle;
            } else {
                to = middle;
            }
        }
        from
    }

    /// Returns the lowest set of a page.
    fn first_set(&self, page: u64) -> u64 {
        unrank_within(page << PAGE_SHIFT, self.stones, self.board.mask().0)
    }

    /// Calls `look` with a page, which is built first if it is not in memory.
    fn page<T>(&self, number: u64, look: impl Fn(&OrbitPage) -> T) -> T {
        let slot = &self.pages[number as usize & (self.pages.len() - 1)];
        let known = slot.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = known.as_ref().filter(|page| page.number == number) {
            return look(page);
        }
        drop(known);
        let page = Box::new(self.make_page(number));
        let found = look(&page);
        let first = page.orbits_before;
        let forgotten = slot.write().unwrap_or_else(PoisonError::into_inner).replace(page);
        let mut by_orbit = self.by_orbit.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = forgotten {
            by_orbit.remove(&page.orbits_before);
        }
        by_orbit.insert(first, number);
        found
    }

    fn make_page(&self, number: u64) -> OrbitPage {
        let first = self.first_set(number);
        let mut page = OrbitPage {
            number,
            orbits_before: self.counter.orbits_below(first),
            representatives: [0; WORDS],
            before: [0; WORDS],
        };
        let sets = Subsets::starting_at(first, self.board.mask().0);
        for (place, set) in sets.take(1 << PAGE_SHIFT).enumerate() {
            let lowest = u64::from(is_lowest_image(self.board, set));
            page.representatives[place / 64] |= lowest << (place % 64);
        }
        let mut before = 0;
        for (word, count) in page.representatives.iter().zip(&mut page.before) {
            *count = before;
            before += word.count_ones() as u16;
        }
        page
    }
}

impl OrbitPage {
    /// Returns the orbit that the set at a position in the page represents.
    fn orbit(&self, place: usize) -> u64 {
        let (word, bit) = (place / 64, place % 64);
        let within = self.representatives[word] & ((1 << bit) - 1);
        self.orbits_before + u64::from(self.before[word]) + u64::from(within.count_ones())
    }

    /// `true` if the representative of an orbit is on the page.
    fn has(&self, orbit: u64) -> bool {
        let last = self.representatives[WORDS - 1].count_ones();
        let orbits = u64::from(self.before[WORDS - 1]) + u64::from(last);
        (self.orbits_before..self.orbits_before + orbits).contains(&orbit)
    }

    /// Returns the position in the page of the representative of an orbit.
    fn place(&self, orbit: u64) -> u64 {
        let left = orbit - self.orbits_before;
        let word = self.before.partition_point(|&before| u64::from(before) <= left) - 1;
        let left = left - u64::from(self.before[word]);
        let higher = (0..left).fold(self.representatives[word], |bits, _| bits & (bits - 1));
        64 * word as u64 + u64::from(higher.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::symmetry::Symmetry;
    use crate::index::orbits::table::OrbitTable;

    /// Compares every `step`-th set and orbit with the complete table.
    fn compare(board: Board, stones: u32, step: usize) {
        let table = OrbitTable::new(board, stones).unwrap();
        let directory = OrbitDirectory::new(board, stones);
        assert_eq!(directory.orbits(), table.orbits(), "{board} {stones}");
        for set in Subsets::new(board.mask().0, stones).step_by(step) {
            let leader = directory.leader(set);
            assert_eq!(leader, table.leader(set), "{board} {set:#x}");
            let representative = directory.representative(leader.orbit);
            assert_eq!(representative, leader.representative.0, "{board} {set:#x}");
        }
        // In a fresh directory no page has been built.
        let fresh = OrbitDirectory::new(board, stones);
        for orbit in (0..table.orbits()).rev().step_by(97 * step) {
            assert_eq!(fresh.representative(orbit), table.representative(orbit));
        }
    }

    #[test]
    fn the_table_has_the_same_numbers() {
        for board in Board::all() {
            let largest = if board.squares() < 26 { 3 } else { 2 };
            (1..=largest).for_each(|stones| compare(board, stones, 1));
        }
        for board in ["3x3", "4x4", "5x4"] {
            let board: Board = board.parse().unwrap();
            (4..=board.squares()).for_each(|stones| compare(board, stones, 7));
        }
        compare("8x8".parse().unwrap(), 4, 211);
    }

    #[test]
    fn pages_of_large_boards_follow_each_other() {
        let few = [("8x8", 4), ("8x8", 6), ("8x8", 8), ("8x8", 20)];
        for (board, stones) in few.into_iter().chain([("7x6", 7), ("6x6", 18), ("8x3", 12)]) {
            let board: Board = board.parse().unwrap();
            let directory = OrbitDirectory::new(board, stones);
            let sets = choose(board.squares(), stones);
            let pages = sets.div_ceil(1 << PAGE_SHIFT);
            for sample in 0..4 {
                let number = sample * (pages - 1) / 4;
                let (page, next) = (directory.make_page(number), number + 1);
                let orbits = page.representatives.iter().map(|word| word.count_ones());
                let after = page.orbits_before + u64::from(orbits.sum::<u32>());
                let first = directory.first_set(next);
                assert_eq!(directory.counter.orbits_below(first), after, "{board}");
            }
            for sample in 1..8u64 {
                let rank = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) % sets;
                let set = unrank_within(rank, stones, board.mask().0);
                let leader = directory.leader(set);
                let lowest = leader.to_representative.image(board, set);
                assert_eq!(lowest, leader.representative.0);
                for symmetry in Symmetry::all(board) {
                    let image = symmetry.image(board, set);
                    assert!(lowest <= image);
                    assert_eq!(directory.leader(image).orbit, leader.orbit);
                }
                assert_eq!(directory.representative(leader.orbit), lowest);
            }
        }
    }

    #[test]
    fn more_pages_than_are_remembered() {
        let board: Board = "4x4".parse().unwrap();
        let table = OrbitTable::new(board, 8).unwrap();
        let mut directory = OrbitDirectory::new(board, 8);
        directory.pages.truncate(2);
        for orbit in (0..table.orbits()).chain((0..table.orbits()).step_by(61)) {
            let set = directory.representative(orbit);
            assert_eq!(set, table.representative(orbit));
            assert_eq!(directory.leader(set).orbit, orbit);
            assert!(directory.by_orbit.read().unwrap().len() <= 2);
        }
    }
}
