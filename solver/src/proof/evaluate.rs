//! The first numbers of a position: an estimate of the work that a win takes for the
//! side to move (phi) and for the other side (delta).
//!
//! The estimate is a power of two whose exponent is a weighted sum. The weights, in
//! sixteenths of a doubling, come from proofs of small boards.

use super::numbers::Numbers;
use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::square::Square;

/// The weights, in sixteenths of a doubling.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeightsOfFeatures {
    concentration: i32,
    centrality: i32,
    stones: i32,
    /// The weight of the other side's score, in quarters.
    others: i32,
    phi: i32,
    delta: i32,
    attacker: i32,
    threat: i32,
}

const WEIGHTS: WeightsOfFeatures = WeightsOfFeatures {
    concentration: 6,
    centrality: 1,
    stones: -8,
    others: 3,
    phi: 4,
    delta: 42,
    attacker: 8,
    threat: -24,
};

/// The least and the greatest exponent, in sixteenths.
const LEAST: i32 = -64;
const GREATEST: i32 = 288;

/// The evaluation of one board.
pub(super) struct Evaluation {
    /// The squares farther from a square than some distance, by square and distance.
    beyond: Box<[[u64; 8]; 64]>,
    /// The squares at least at some distance from the board's centre: every set that has
    /// a square adds a half to the square's distance.
    rings: [u64; 8],
    /// The least sum of distances from one square, by the number of stones.
    least: [i32; 65],
    powers: Box<[u32]>,
    /// The sixteenths to add for a threat, by the number of safe replies.
    replies: [i32; 33],
    /// 1 if both sides want to connect, -1 if neither does.
    sign: i32,
}

impl Evaluation {
    pub(super) fn new(board: Board, misere: bool) -> Evaluation {
        let mut beyond = Box::new([[0; 8]; 64]);
        for square in Bitboard::ALL {
            let sets = beyond[square.index() as usize].iter_mut();
            for (limit, set) in (0..).zip(sets) {
                let far = board.mask().into_iter();
                let far = far.filter(|&other| square.distance(other) > limit);
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
            let far = board.mask().into_iter();
            let far = far.filter(|&square| from_centre(square) > limit);
            *ring = far.collect::<Bitboard>().0;
        }
        let mut least = [0; 65];
        for (stones, sum) in least.iter_mut().enumerate().skip(1) {
            // One stone is at distance 0, 8 are at 1, 16 at 2 and so on.
            *sum = (1..stones as i32)
                .map(|n| (0..7).find(|d| n < (2 * d + 1) * (2 * d + 1)))
                .map(|distance| distance.unwrap_or(7))
                .sum();
        }
        let power = |exponent: i32| 16.0 * (f64::from(exponent) / 16.0).exp2();
        let powers = (LEAST..=GREATEST).map(|exponent| power(exponent).ceil() as u32);
        let mut replies = [0; 33];
        for (safe, bonus) in replies.iter_mut().enumerate() {
            let logarithm = (safe as f64 + 0.1).log2();
            *bonus = WEIGHTS.threat + (16.0 * (logarithm - 2.0)).round() as i32;
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

    /// Returns the score of a side, in sixteenths of a doubling: the farther the side is
    /// from its aim, the greater.
    #[inline(always)]
    pub(super) fn score(&self, stones: u64) -> i32 {
        let count = stones.count_ones();
        let spread = self.sum_from_centre_of_mass(stones, count) - self.least[count as usize];
        let mut from_centre = 0;
        for ring in self.rings {
            from_centre += (stones & ring).count_ones() as i32;
        }
        let score = WEIGHTS.concentration * spread
            + WEIGHTS.centrality * from_centre
            + WEIGHTS.stones * count as i32;
        self.sign * score
    }

    #[inline(always)]
    fn sum_from_centre_of_mass(&self, stones: u64, count: u32) -> i32 {
        const BITS: [u64; 3] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
        ];
        const RANK_BITS: [u64; 3] = [
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
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

    /// Returns the first numbers of a position, from the scores of the side to move and
    /// of the other, whether the side to move attacks, and the number of its safe
    /// replies if the other side threatens to win.
    #[inline(always)]
    pub(super) fn numbers(
        &self,
        us: i32,
        them: i32,
        attacks: bool,
        safe_replies: Option<u32>,
    ) -> Numbers {
        let mut phi = WEIGHTS.phi + us - WEIGHTS.others * them / 4;
        let mut delta = WEIGHTS.delta + them - WEIGHTS.others * us / 4;
        if attacks {
            phi += WEIGHTS.attacker;
        } else {
            delta += WEIGHTS.attacker;
        }
        if let Some(safe) = safe_replies {
            delta += self.replies[safe.min(32) as usize];
        }
        let power = |exponent: i32| self.powers[(exponent.clamp(LEAST, GREATEST) - LEAST) as usize];
        Numbers {
            phi: power(phi),
            delta: power(delta),
        }
    }
}
