//! Walks over the positions of one leader in the order of their ranks, and gives the context in
//! which each value is coded.
//!
//! The leader L is fixed; the follower F runs through its sets in colexicographic order. The sets
//! that differ only in their lowest stone form a *run*: the *upper* stones stay, and the lowest
//! goes up square by square. The parts of contexts are computed for a whole run together:
//!
//! - the *groups* of F. A position with one group is terminal and not coded. Neither is any
//!   position of a leader whose connection ends the game.
//! - the *class*: 2 if L is connected; 1 if L *can connect*, that is, can move a stone so that L is
//!   connected; else 0. A stone moves d squares along a line if d stones stand on the line and none
//!   of F's stands on the squares between.
//! - the *neighbours*: F with one stone a step to the left, below, or below to either side. These
//!   have lower ranks, so they are known. An upper stone's step counts if the lowest stone remains
//!   the lowest. With the upper stones p2 < .. < pk (as numbers of free squares), moving the one at
//!   p to q changes the rank by C(q, j) - C(p, i), where i and j are the stone's numbers before and
//!   after, and each stone p' that it passes counts C(p', m + 1) instead of C(p', m). These
//!   differences hold for the whole run.
//!
//! | context | = |
//! | --- | --- |
//! | outcome | ((class x 3 + groups) x 7 + bucket(lost)) x 7 + bucket(others) |
//! | distance | (groups x 3 + share) x 64 + mean |
//!
//! Here *groups* is 0 for two groups, 1 for three, 2 for more. *lost* and *others* are the numbers
//! of neighbours that are and are not lost; neighbours that are not lost and can connect are left
//! out. bucket is 0, 1, 2, 3, 4 (from 4), 5 (from 6), 6 (from 9). *share* is 0 without lost
//! neighbours, 1 if at most half are lost, else 2. *mean* is (2 x tokens + lost / 2) / lost,
//! rounded down and at most 63, of the sum of the lost neighbours' tokens, or bucket(others)
//! without lost neighbours.

use loa_solver::internal::{choose, members};
use loa_solver::{Bitboard, Board, Rules};

use super::connecting_moves::ConnectingMoves;
use super::groups::Groups;

/// The purpose of a walk: counting, packing or unpacking. The walk calls it for every coded
/// value, with the context of the value.
pub(crate) trait Coder {
    /// The reason why it may stop.
    type Error;
    /// `true` if no position of a class is lost.
    fn skips(&self, class: usize) -> bool;
    /// `true` if entry `at` is lost.
    fn outcome(&mut self, context: usize, at: usize) -> Result<bool, Self::Error>;
    /// Returns the token of the distance of entry `at`, which is lost.
    fn distance(&mut self, context: usize, at: usize) -> Result<u8, Self::Error>;
}

/// Classes of positions.
pub(crate) const CLASSES: usize = 3;
const CAN_CONNECT: usize = 1;
const CONNECTED: usize = 2;
/// `true` if the rules alone exclude lost positions in a class: a side that can connect in one move
/// wins or at least draws, unless connecting loses.
pub(crate) fn never_lost(rules: Rules, class: usize) -> bool {
    class == CAN_CONNECT && !rules.is_misere()
}

/// Contexts for the outcomes of one class.
pub(crate) const CLASS_CONTEXTS: usize = 3 * 7 * 7;
/// Contexts for distances.
pub(crate) const DISTANCE_CONTEXTS: usize = 3 * 3 * MEANS;
const MEANS: usize = 64;

/// The state of a known entry that is not lost. States are summed over neighbours: the number not
/// lost and the number lost (both below 4 x 63), and the tokens of the lost ones.
const OTHER: u32 = 1;
const LOST: u32 = 1 << 8;
const TOKEN: u32 = 1 << 16;

/// States before the first, for unknown neighbours, and spare ones so that a run can be read in
/// eights.
const MARGIN: usize = 64;
/// A free square that does not exist; its state is always 0.
const NOWHERE: u8 = 64;

/// Walks over the positions of one leader after another.
pub(crate) struct PositionWalk {
    board: Board,
    rules: Rules,
    stones: usize,
    leader: u64,
    connected: bool,
    /// True if every position of the leader is terminal.
    terminal: bool,
    /// The free squares, ascending, and their numbers, called places.
    squares: Vec<u8>,
    places: [u8; 64],
    /// The places that a step leads to from each place, as a set and as a list.
    steps: Vec<u64>,
    step_places: Vec<[u8; 4]>,
    connecting: ConnectingMoves,
    groups: Groups,
    states: Vec<u32>,
    sums: [[u32; 8]; 8],
}

impl PositionWalk {
    /// Returns a walk for followers of `stones` stones, at least one. Blocks must have fewer than
    /// 2^32 entries.
    pub(crate) fn new(board: Board, rules: Rules, stones: u32) -> PositionWalk {
        PositionWalk {
            board,
            rules,
            stones: stones as usize,
            leader: 0,
            connected: false,
            terminal: false,
            squares: Vec::new(),
            places: [NOWHERE; 64],
            steps: Vec::new(),
            step_places: Vec::new(),
            connecting: ConnectingMoves::default(),
            groups: Groups::new(stones as usize),
            states: Vec::new(),
            sums: [[0; 8]; 8],
        }
    }

    /// Moves on to a leader.
    pub(crate) fn set_leader(&mut self, leader: u64) {
        if self.leader == leader {
            return;
        }
        self.leader = leader;
        self.connected = Bitboard(leader).is_connected();
        let ended = self.rules.connected_value(self.connected, false);
        self.terminal = ended.is_some();
        self.squares.clear();
        self.steps.clear();
        self.step_places.clear();
        self.places = [NOWHERE; 64];
        let free = self.board.mask().0 & !leader;
        for square in members(free) {
            let steps = Bitboard(1 << square).neighbourhood().0 & ((1 << square) - 1) & free;
            let mut places = [NOWHERE; 4];
            let mut set = 0;
            for (place, to) in places.iter_mut().zip(members(steps)) {
                *place = self.places[to as usize];
                set |= 1 << *place;
            }
            self.places[square as usize] = self.squares.len() as u8;
            self.squares.push(square as u8);
            self.steps.push(set);
            self.step_places.push(places);
        }
        self.connecting.clear();
        if !self.connected {
            self.connecting.find(self.board, leader);
        }
    }

    /// Walks the ranks `from..to` of the leader's block, which are entries `at`, `at + 1`, ..
    ///
    /// # Errors
    /// The error of the coder.
    #[inline(always)]
    pub(crate) fn walk<C: Coder>(
        &mut self,
        from: u32,
        to: u32,
        at: usize,
        coder: &mut C,
    ) -> Result<(), C::Error> {
        let connected = self.connected;
        let class_of = |can_connect| if connected { CONNECTED } else { can_connect };
        if self.terminal || coder.skips(class_of(0)) && coder.skips(class_of(CAN_CONNECT)) {
            return Ok(());
        }
        let skip_connecting = !self.connected && coder.skips(CAN_CONNECT);
        let stones = self.stones;
        let mut set = self.unrank(from);
        self.states.clear();
        self.states.resize((to - from) as usize + 2 * MARGIN, 0);
        let mut changed = stones - 1;
        let mut rank = from;
        while rank < to {
            let first = set[0];
            let end = set.get(1).map_or(self.squares.len(), |&place| place);
            let count = (end - first).min((to - rank) as usize);
            for stone in (1..=changed).rev() {
                self.groups.put(stones - 1 - stone, self.squares[set[stone]]);
            }
            let upper = set[1..].iter().fold(0, |upper, &place| upper | 1 << self.squares[place]);
            let more = self.groups.one_more(stones - 1);
            let can_connect = if self.connected { 0 } else { self.connecting.possible(upper) };
            let lowest = &self.squares[first..first + count];
            let within = u64::MAX << lowest[0] & u64::MAX >> (63 - lowest[count - 1]);
            let free = self.board.mask().0 & !self.leader;
            let coded =
                within & free & !more.one & !(if skip_connecting { can_connect } else { 0 });
            // The entry at which the run would begin, had it been walked from its first place.
            let base = (rank - from).wrapping_sub(first as u32);
            if coded != 0 {
                match count {
                    0..=8 => self.sum_upper::<1>(&set, base, end),
                    9..=24 => self.sum_upper::<3>(&set, base, end),
                    _ => self.sum_upper::<8>(&set, base, end),
                }
                let mut run = [0; 65];
                for square in members(coded) {
                    let low = usize::from(self.places[square as usize]);
                    let offset = low - first;
                    let mut sum = self.sums[offset / 8][offset % 8];
                    for place in self.step_places[low] {
                        sum += run[usize::from(place)];
                    }
                    let groups = 2
                        - 2 * (more.two >> square & 1) as usize
                        - (more.three >> square & 1) as usize;
                    let class = class_of((can_connect >> square & 1) as usize);
                    let (lost, others) = (sum >> 8 & 0xff, sum & 0xff);
                    let context = (class * 3 + groups) * 49 + bucket(lost) * 7 + bucket(others);
                    let here = (rank - from) as usize + offset;
                    let state = if coder.outcome(context, at + here)? {
                        let context = (groups * 3 + share(lost, others)) * MEANS;
                        let context = context + mean(sum >> 16, lost, others);
                        LOST + TOKEN * u32::from(coder.distance(context, at + here)?)
                    } else {
                        OTHER * u32::from(class != CAN_CONNECT)
                    };
                    run[low] = state;
                    self.states[here + MARGIN] = state;
                }
            }
            rank += count as u32;
            changed = next_run(&mut set);
        }
        Ok(())
    }

    /// Sums the states of the neighbours in other runs, for `EIGHTS` times eight lowest stones. The
    /// run begins at `base`; `end` is one more than the highest place of its lowest stone.
    #[inline(always)]
    fn sum_upper<const EIGHTS: usize>(&mut self, set: &[usize], base: u32, end: usize) {
        let first = set[0];
        let mut sums = [[0; 8]; EIGHTS];
        let upper = set[1..].iter().fold(0, |upper, &place| upper | 1u64 << place);
        let base = base.wrapping_add((first + MARGIN) as u32);
        // For each stone and those below it, the sum of the differences in rank when they are
        // passed.
        let mut passed = [0u32; 65];
        for stone in 1..set.len() {
            let place = set[stone];
            let [here, above] = [stone + 1, stone + 2].map(|k| rank_share(k, place));
            passed[stone] = passed[stone - 1].wrapping_add(above).wrapping_sub(here);
            let start = base.wrapping_sub(here).wrapping_add(passed[stone - 1]);
            // The lowest stone remains the lowest.
            let steps = self.steps[place] & !upper & (u64::MAX << first) & !(1 << first);
            for to in members(steps) {
                let below = (upper & ((1 << to) - 1)).count_ones() as usize;
                let end = if below == 0 { to as usize } else { end };
                let start = start
                    .wrapping_sub(passed[below])
                    .wrapping_add(rank_share(below + 2, to as usize))
                    as usize;
                // Ranks below the first are unknown.
                let known = self.states.get(start..).and_then(|from| from.get(..8 * EIGHTS));
                let Some(known) = known else {
                    continue;
                };
                let mut left = end - first;
                for (sums, known) in sums.iter_mut().zip(known.chunks_exact(8)) {
                    let mask = &FIRST[left.min(8)];
                    for i in 0..8 {
                        sums[i] += known[i] & mask[i];
                    }
                    left = left.saturating_sub(8);
                }
            }
        }
        self.sums[..EIGHTS].copy_from_slice(&sums);
    }

    /// Returns the numbers of the free squares of a set's stones, ascending.
    fn unrank(&self, mut rank: u32) -> Vec<usize> {
        let mut set = vec![0; self.stones];
        let mut place = self.squares.len();
        for (stone, here) in set.iter_mut().enumerate().rev() {
            place -= 1;
            while choose(place as u32, stone as u32 + 1) > rank.into() {
                place -= 1;
            }
            rank -= rank_share(stone + 1, place);
            *here = place;
        }
        set
    }
}

/// Returns the share of the `k`-th stone in a rank, on free square number `place`.
#[inline(always)]
fn rank_share(k: usize, place: usize) -> u32 {
    choose(place as u32 & 63, k as u32) as u32
}

/// Moves to the next set whose lowest stone is at the bottom, and returns the stone that moved.
#[inline(always)]
fn next_run(set: &mut [usize]) -> usize {
    let mut stone = 1;
    while stone < set.len() {
        set[stone] += 1;
        if stone + 1 == set.len() || set[stone] < set[stone + 1] {
            break;
        }
        stone += 1;
    }
    for (number, place) in set.iter_mut().enumerate().take(stone) {
        *place = number;
    }
    stone.min(set.len() - 1)
}

/// Small counts are exact, large ones are not.
#[inline(always)]
fn bucket(count: u32) -> usize {
    const BUCKETS: [u8; 16] = [0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6];
    BUCKETS[count.min(15) as usize].into()
}

#[inline(always)]
fn share(lost: u32, others: u32) -> usize {
    usize::from(lost > 0) + usize::from(lost > others)
}

#[inline(always)]
fn mean(tokens: u32, lost: u32, others: u32) -> usize {
    match lost {
        0 => bucket(others),
        _ => ((2 * tokens + lost / 2) / lost).min(MEANS as u32 - 1) as usize,
    }
}

/// Masks of the first n of eight.
static FIRST: [[u32; 8]; 9] = {
    let mut masks = [[0; 8]; 9];
    let mut n = 0;
    while n < 9 {
        let mut i = 0;
        while i < n {
            masks[n][i] = u32::MAX;
            i += 1;
        }
        n += 1;
    }
    masks
};
