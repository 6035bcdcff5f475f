//! The first numbers of a position: estimates of the work for a win of the side to move (phi) and
//! of the other side (delta).
//!
//! The estimate is a power of two whose exponent is a weighted sum. A search's net corrects it. The
//! weights, in sixteenths of a doubling, are fitted to proofs of small boards.

use super::net::{FEATURES, Features};
use super::numbers::ProofNumbers;
use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::square::Square;

/// The weights, in sixteenths of a doubling.
const CONCENTRATION: i32 = 6;
const CENTRALITY: i32 = 1;
const STONES: i32 = -8;
/// The weight of the other side's score, in quarters.
const OTHERS: i32 = 3;
const PHI: i32 = 4;
const DELTA: i32 = 42;
const ATTACK: i32 = 8;
const THREAT: i32 = -24;

/// The minimum and the maximum exponent, in sixteenths.
const LEAST: i32 = -64;
const GREATEST: i32 = 288;

/// The facts of a position that determine its first numbers.
#[derive(Clone, Copy)]
pub(super) struct PositionFacts {
    /// The scores of the side to move and of the other.
    pub(super) scores: [i32; 2],
    /// True if the side to move attacks.
    pub(super) attacks: bool,
    /// Safe replies, if the other side threatens to win.
    pub(super) safe_replies: Option<u32>,
}

/// The evaluation of one board.
pub(super) struct Evaluation {
    /// The squares beyond some distance from a square, by square and distance.
    beyond: Box<[[u64; 8]; 64]>,
    /// `rings[i]` has the squares more than i half steps from the centre: a square's distance in half
    /// steps is how many rings have it.
    rings: [u64; 8],
    /// For each count of stones, the minimum sum of their distances from one square.
    least: [i32; 65],
    powers: Box<[u32]>,
    /// For each count of safe replies, the sixteenths to add for a threat, and the net's feature.
    replies: [(i32, i16); 33],
    /// 1 if both sides want to connect, -1 if neither does.
    sign: i32,
}

impl Evaluation {
    pub(super) fn new(board: Board, misere: bool) -> Evaluation {
        let mut beyond = Box::new([[0; 8]; 64]);
        for square in Bitboard::ALL {
            let sets = beyond[square.index() as usize].iter_mut();
            for (limit, set) in (0..).zip(sets) {
                let far = board.mask().into_iter().filter(|&other| square.distance(other) > limit);
                *set = far.collect::<Bitboard>().0;
            }
        }
        let (files, ranks) = (board.files() as i32, board.ranks() as i32);
        let from_centre = |square: Square| {
            let (file, rank) = (square.file() as i32, square.rank() as i32);
            let (across, up) = (2 * file - (files - 1), 2 * rank - (ranks - 1));
            across.abs().max(up.abs())
        };
        let mut rings = [0; 8];
        for (limit, ring) in (0..).zip(rings.iter_mut()) {
            let far = board.mask().into_iter().filter(|&square| from_centre(square) > limit);
            *ring = far.collect::<Bitboard>().0;
        }
        let mut least = [0; 65];
        for (stones, sum) in least.iter_mut().enumerate().skip(1) {
            // One stone is at distance 0, eight are at 1, sixteen at 2 and so on.
            *sum = (1..stones as i32)
                .map(|n| (0..7).find(|d| n < (2 * d + 1) * (2 * d + 1)))
                .map(|distance| distance.unwrap_or(7))
                .sum();
        }
        let power = |exponent: i32| 16.0 * (f64::from(exponent) / 16.0).exp2();
        let powers = (LEAST..=GREATEST).map(|exponent| power(exponent).ceil() as u32);
        let mut replies = [(0, 0); 33];
        for (safe, (bonus, feature)) in replies.iter_mut().enumerate() {
            let logarithm = (safe as f64 + 0.1).log2();
            *bonus = THREAT + (16.0 * (logarithm - 2.0)).round() as i32;
            *feature = (256.0 / 3.0 * logarithm).round() as i16;
        }
        Evaluation {
            beyond,
            rings,
            least,
            powers: powers.collect(),
            replies,
            sign: if misere { -1 } else { 1 },
        }
    }

    /// Returns the score of a side, in sixteenths of a doubling. It is greater if the side is
    /// farther from its goal.
    #[inline(always)]
    pub(super) fn score(&self, stones: u64) -> i32 {
        let count = stones.count_ones();
        let spread = self.sum_from_centre_of_mass(stones, count) - self.least[count as usize];
        let mut from_centre = 0;
        for ring in self.rings {
            from_centre += (stones & ring).count_ones() as i32;
        }
        let score = CONCENTRATION * spread + CENTRALITY * from_centre + STONES * count as i32;
        self.sign * score
    }

    #[inline(always)]
    fn sum_from_centre_of_mass(&self, stones: u64, count: u32) -> i32 {
        const BITS: [u64; 3] =
            [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0];
        const RANK_BITS: [u64; 3] =
            [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
        let (mut files, mut ranks) = (0, 0);
        for bit in 0..3 {
            files += (stones & BITS[bit]).count_ones() << bit;
            ranks += (stones & RANK_BITS[bit]).count_ones() << bit;
        }
        let middle = |sum: u32| (2 * sum + count) / (2 * count);
        let centre = 8 * middle(ranks) + middle(files);
        let mut sum = 0;
        for far in &self.beyond[centre as usize & 63][..7] {
            sum += (stones & far).count_ones() as i32;
        }
        sum
    }

    /// Returns the exponents of a position's first numbers, in sixteenths, without the net.
    #[inline(always)]
    pub(super) fn exponents(&self, facts: &PositionFacts) -> [i32; 2] {
        let [us, them] = facts.scores;
        let mut phi = PHI + us - OTHERS * them / 4;
        let mut delta = DELTA + them - OTHERS * us / 4;
        if facts.attacks {
            phi += ATTACK;
        } else {
            delta += ATTACK;
        }
        if let Some(safe) = facts.safe_replies {
            delta += self.replies[safe.min(32) as usize].0;
        }
        [phi, delta].map(|exponent| exponent.clamp(LEAST, GREATEST))
    }

    /// Returns the first numbers with these exponents.
    #[inline(always)]
    pub(super) fn numbers(&self, exponents: [i32; 2]) -> ProofNumbers {
        let [phi, delta] = exponents.map(|exponent| {
            let exponent = exponent.clamp(LEAST, GREATEST);
            self.powers[(exponent - LEAST) as usize]
        });
        ProofNumbers { phi, delta }
    }

    /// Returns the net's inputs for a position besides its squares, given the shapes of the side to
    /// move and of the other side.
    #[inline(always)]
    pub(super) fn features(&self, facts: &PositionFacts, shapes: [SideShape; 2]) -> Features {
        let [us, them] = shapes;
        let [score_us, score_them] = facts.scores.map(|score| 4 * score as i16);
        let flag = |holds: bool| if holds { 256 } else { 0 };
        let safe = facts.safe_replies;
        let features: [i16; FEATURES] = [
            score_us,
            score_them,
            flag(facts.attacks),
            flag(safe.is_some()),
            safe.map_or(0, |safe| self.replies[safe.min(32) as usize].1),
            flag(safe == Some(1)),
            64 * us.groups,
            64 * them.groups,
            64 * us.lone,
            64 * them.lone,
            32 * us.stones,
            32 * them.stones,
        ];
        features
    }
}

/// The shape of one side's stones.
#[derive(Clone, Copy)]
pub(super) struct SideShape {
    /// Groups minus holes.
    groups: i16,
    /// Stones without a neighbour.
    lone: i16,
    stones: i16,
}

impl SideShape {
    #[inline(always)]
    pub(super) fn of(set: u64) -> SideShape {
        SideShape {
            groups: groups(set) as i16,
            lone: (set & !neighbours(set)).count_ones() as i16,
            stones: set.count_ones() as i16,
        }
    }
}

const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Returns the squares next to a stone of the set; each square has eight neighbours.
#[inline(always)]
fn neighbours(set: u64) -> u64 {
    let beside = (set & NOT_LAST_FILE) << 1 | (set & NOT_FIRST_FILE) >> 1;
    let row = set | beside;
    beside | row << 8 | row >> 8
}

/// Returns groups minus holes: stones minus pairs of neighbours, and so on for three and four
/// stones that all touch each other.
#[inline(always)]
fn groups(set: u64) -> i32 {
    let right = (set & NOT_FIRST_FILE) >> 1;
    let (above, above_right) = (set >> 8, right >> 8);
    let (low, high) = (set & right, above & above_right);
    let (left, diagonal) = (set & above, set & above_right);
    let count = |set: u64| set.count_ones() as i32;
    let pairs = count(low) + count(left) + count(diagonal) + count(right & above);
    let threes = count(low & above) + count(low & above_right);
    let threes = threes + count(set & high) + count(right & high);
    count(set) - pairs + threes - count(low & high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted_less_holes() {
        let ring = 0x0007_0507_u64;
        let sets = [(0, 0), (1, 1), (0x81, 2), (0x303, 1), (ring, 0), (ring | 1 << 63, 1)];
        for (set, count) in sets {
            assert_eq!(groups(set), count, "{set:x}");
        }
        assert_eq!(neighbours(1 << 7 | 1 << 56), 0x0203_0000_0000_c040);
    }
}
