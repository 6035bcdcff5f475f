//! The moves of several sets together.
//!
//! The number of moves of a set is hard to predict, and a wrong prediction costs the processor more
//! than examining a few moves. So the moves of [`GROUP`] sets are collected in one list, without a
//! branch that depends on them: every row is copied whole, and the next row overwrites the entries
//! that are not moves. One loop then examines all moves, and each move says which set it belongs
//! to.

use super::block::Block;
use super::lines::{BOTH, CompactMove, LANES, Lanes, MOST_LINES, MOST_QUIET, shifted};

/// Sets examined together: a move names its set in four bits.
pub(crate) const GROUP: usize = 16;

/// Space for all moves: a power of two, so that no index needs a bounds check.
const ROOM: usize = (GROUP * MOST_LINES * MOST_QUIET).next_power_of_two();

/// Sets with the rows of their moves, and a list of moves.
pub(crate) struct SetGroup {
    sets: [u64; GROUP],
    lanes: [Lanes; GROUP],
    len: usize,
    steps: Box<[u16; ROOM + 8]>,
    count: usize,
}

impl SetGroup {
    pub(crate) fn new(block: &Block<'_>) -> SetGroup {
        let (sets, lanes) = ([0; GROUP], [block.lanes(); GROUP]);
        SetGroup { sets, lanes, len: 0, steps: bytemuck::zeroed_box(), count: 0 }
    }

    /// Moves on to other sets of the block.
    #[inline(always)]
    pub(crate) fn set(&mut self, block: &Block<'_>, sets: impl ExactSizeIterator<Item = u64>) {
        self.len = sets.len();
        for ((set, lanes), next) in self.sets.iter_mut().zip(&mut self.lanes).zip(sets) {
            *set = next;
            block.set_lanes(lanes, next, 0);
        }
    }

    /// Returns a set and its rows.
    #[inline(always)]
    pub(crate) fn get(&self, owner: usize) -> (u64, &Lanes) {
        (self.sets[owner % GROUP], &self.lanes[owner % GROUP])
    }

    /// Lists the quiet moves and returns their number.
    #[inline(always)]
    pub(crate) fn list_quiet(&mut self, block: &Block<'_>) -> usize {
        let (moves, counts) = (&*block.rows().quiet, &*block.rows().quiet_counts);
        let (shifts, steps, mut count) = (&block.shifts().0, &mut *self.steps, 0);
        for (owner, lanes) in (0..).zip(&self.lanes[..self.len]) {
            let owner = [owner << 12; 8];
            lanes.for_each(
                LANES,
                #[inline(always)]
                |row, line| {
                    let at = count % ROOM;
                    let moves = shifted(&moves[row], &shifted(&shifts[line], &owner));
                    steps[at..at + moves.len()].copy_from_slice(&moves);
                    count += usize::from(counts[row]);
                },
            );
        }
        self.count = count;
        count
    }

    /// Lists the captures.
    #[inline(always)]
    pub(crate) fn list_captures(&mut self, block: &Block<'_>) {
        let (captures, shifts) = (&*block.rows().captures, &block.shifts().1);
        let (steps, mut count) = (&mut *self.steps, 0);
        for (owner, lanes) in (0..).zip(&self.lanes[..self.len]) {
            let owner = (owner << 12) * BOTH;
            lanes.for_each(
                LANES,
                #[inline(always)]
                |row, line| {
                    let (row, at) = (captures[row], count % ROOM);
                    let both = (row as u32).wrapping_add(shifts[line]).wrapping_add(owner);
                    steps[at..at + 2].copy_from_slice(&[both as u16, (both >> 16) as u16]);
                    count += (row >> 32) as usize;
                },
            );
        }
        self.count = count;
    }

    /// Returns the moves of the last list.
    #[inline(always)]
    pub(crate) fn steps(&self) -> impl Iterator<Item = CompactMove> {
        self.steps[..self.count].iter().map(
            #[inline(always)]
            |&step| CompactMove(step),
        )
    }

    /// Returns the set after one of its moves.
    #[inline(always)]
    pub(crate) fn after(&self, step: CompactMove) -> u64 {
        self.sets[step.owner()] ^ step.squares()
    }
}
