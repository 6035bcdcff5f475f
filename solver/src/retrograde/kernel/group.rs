//! The moves of several sets together.
//!
//! How many moves a set has is hard to predict, and a wrong prediction costs the processor
//! more than looking at a few moves. So the moves of [`GROUP`] sets come into one list, without a
//! branch that depends on them: every row is copied whole, and the next one overwrites what
//! are not moves. One loop then goes over all of them, and each says whose it is.

use super::block::Block;
use super::lines::{BOTH, LANES, Lanes, MOST_LINES, MOST_QUIET, Step, shifted};

/// The most sets: a move has four bits for their numbers.
pub(crate) const GROUP: usize = 16;

/// Room for all moves, a power of two, so that no place in it needs to be checked.
const ROOM: usize = (GROUP * MOST_LINES * MOST_QUIET).next_power_of_two();

/// Some sets with the rows of their moves, and a list of moves.
pub(crate) struct Group {
    sets: [u64; GROUP],
    lanes: [Lanes; GROUP],
    len: usize,
    steps: Box<[u16; ROOM + 8]>,
    count: usize,
}

impl Group {
    pub(crate) fn new(block: &Block<'_>) -> Group {
        let (sets, lanes) = ([0; GROUP], [block.lanes(); GROUP]);
        Group { sets, lanes, len: 0, steps: bytemuck::zeroed_box(), count: 0 }
    }

    /// Turns to other sets of the block.
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

    /// Lists the quiet moves, and returns how many there are.
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

    /// Returns the moves that were listed last.
    #[inline(always)]
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps[..self.count].iter().map(
            #[inline(always)]
            |&step| Step(step),
        )
    }

    /// Returns the squares of the set that has a move, after the move.
    #[inline(always)]
    pub(crate) fn after(&self, step: Step) -> u64 {
        self.sets[step.owner()] ^ step.squares()
    }
}
