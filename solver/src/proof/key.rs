//! Exact keys: the least of the base-3 numbers of a position's images.
//!
//! A digit is 0 for an empty square, 1 for a stone of the defender and 2 for a stone
//! of the attacker, as in certificates (`PROOF.md`). A few additions turn the numbers
//! of all images of a position into those of the next.

use super::goal::ATTACKER;
use crate::game::bitboard::{Bitboard, members};
use crate::game::board::Board;
use crate::game::symmetry::Symmetry;

/// The maximum number of bits of a key that is mixed as a `u64`.
const NARROW_BITS: u32 = u64::BITS;

/// Bits for a count of rounds. A round is a move of each side.
const ROUND_BITS: u32 = 6;

/// Odd factors that mix keys by multiplication.
const NARROW_FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
const WIDE_FACTORS: [u128; 2] =
    [0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835, 0xda94_2042_e4dd_58b5_d6e8_feb8_6659_fd93];

/// Returns the image of a key under a random-looking bijection of the numbers with this many bits.
#[inline(always)]
pub(super) fn mix(key: u128, bits: u32) -> u128 {
    if bits <= NARROW_BITS {
        let (mask, mut x) = (u64::MAX >> (64 - bits), key as u64);
        for factor in NARROW_FACTORS {
            x ^= x >> (bits / 2);
            x = x.wrapping_mul(factor) & mask;
        }
        return (x ^ x >> (bits / 2)).into();
    }
    let (mask, mut x) = (u128::MAX >> (128 - bits), key);
    for factor in WIDE_FACTORS {
        x ^= x >> (bits / 2);
        x = x.wrapping_mul(factor) & mask;
    }
    x ^ x >> (bits / 2)
}

/// Returns the key whose image under [`mix`] is this number.
pub(super) fn unmix(mixed: u128, bits: u32) -> u128 {
    let mask = u128::MAX >> (128 - bits);
    let unshift = |x: u128| {
        // Every round makes another half of the bits right.
        (0..2).fold(x, |y, _| x ^ y >> (bits / 2))
    };
    let factors = if bits <= NARROW_BITS { NARROW_FACTORS.map(u128::from) } else { WIDE_FACTORS };
    let mut x = unshift(mixed);
    for factor in factors.into_iter().rev() {
        // Newton's method doubles the right bits, three at first.
        let inverse = (0..6).fold(factor, |inverse: u128, _| {
            inverse.wrapping_mul(2u128.wrapping_sub(factor.wrapping_mul(inverse)))
        });
        x = unshift(x.wrapping_mul(inverse) & mask);
    }
    x
}

/// Returns a key with a number of [`ROUND_BITS`] bits added.
#[inline(always)]
pub(super) fn with_rounds(key: u128, rounds: u32) -> u128 {
    key << ROUND_BITS | u128::from(rounds)
}

/// The numbers of a position's images, in two halves without a carry. On boards with four symmetries
/// each occurs twice.
#[derive(Clone, Copy)]
pub(super) struct Images {
    low: [u64; 8],
    /// The digits after the first [`LOW_DIGITS`].
    high: [u64; 8],
}

/// The number of digits that fit into 64 bits.
const LOW_DIGITS: u32 = 40;
const HALF: u128 = 3u128.pow(LOW_DIGITS);

/// The weight of every square in every image.
pub(super) struct SquareWeights {
    squares: Box<[Images; 64]>,
    /// True if keys have high halves.
    is_wide: bool,
}

impl SquareWeights {
    pub(super) fn new(board: Board) -> SquareWeights {
        let symmetries: Vec<Symmetry> = Symmetry::all(board).collect();
        let mut squares = Box::new([Images { low: [0; 8], high: [0; 8] }; 64]);
        for square in board.mask() {
            let weights = &mut squares[square.index() as usize];
            for place in 0..8 {
                let symmetry = symmetries[place % symmetries.len()];
                let image = symmetry.apply(board, square.into()).into_iter();
                let weight: u128 = image.map(|image| 3u128.pow(board.number(image))).sum();
                weights.low[place] = (weight % HALF) as u64;
                weights.high[place] = (weight / HALF) as u64;
            }
        }
        SquareWeights { squares, is_wide: board.squares() > LOW_DIGITS }
    }

    /// Computes the images of a position from its stones.
    pub(super) fn images(&self, stones: [u64; 2]) -> Images {
        let mut images = Images { low: [0; 8], high: [0; 8] };
        for (side, set) in stones.into_iter().enumerate() {
            let factor = if side == ATTACKER { 2 } else { 1 };
            for square in members(set) {
                let weights = &self.squares[square as usize];
                for place in 0..8 {
                    images.low[place] += factor * weights.low[place];
                    images.high[place] += factor * weights.high[place];
                }
            }
        }
        images
    }

    /// Returns the images after a move of `side`.
    #[inline(always)]
    pub(super) fn moved(
        &self,
        images: &Images,
        side: usize,
        from: u32,
        to: u32,
        capture: bool,
    ) -> Images {
        let (left, entered) = (&self.squares[from as usize], &self.squares[to as usize]);
        let mut moved = *images;
        change(&mut moved.low, &left.low, &entered.low, side, capture);
        if self.is_wide {
            change(&mut moved.high, &left.high, &entered.high, side, capture);
        }
        moved
    }

    /// Returns the canonical key, the least image.
    #[inline(always)]
    pub(super) fn canonical(&self, images: &Images) -> u128 {
        let Images { low, high } = images;
        if !self.is_wide {
            let mut least = low[0];
            for &image in &low[1..] {
                least = least.min(image);
            }
            return least.into();
        }
        let mut least = (high[0], low[0]);
        for place in 1..8 {
            least = least.min((high[place], low[place]));
        }
        u128::from(least.0) * HALF + u128::from(least.1)
    }
}

/// Changes half of the digits of all images by a move of `side`.
#[inline(always)]
fn change(moved: &mut [u64; 8], left: &[u64; 8], entered: &[u64; 8], side: usize, capture: bool) {
    for place in 0..8 {
        let (plus, minus) = (entered[place], left[place]);
        // An attacker's stone counts twice. A captured stone of the other side is subtracted.
        let change = match (side == ATTACKER, capture) {
            (false, false) => plus.wrapping_sub(minus),
            (true, false) => plus.wrapping_sub(minus).wrapping_mul(2),
            (false, true) => 0u64.wrapping_sub(plus).wrapping_sub(minus),
            (true, true) => plus.wrapping_sub(minus).wrapping_sub(minus),
        };
        moved[place] = moved[place].wrapping_add(change);
    }
}

/// Returns how many bits a board's keys have. If a win counts only within some plies, the keys
/// contain a count of rounds.
pub(super) fn key_bits(board: Board, is_bounded: bool) -> u32 {
    3u128.pow(board.squares()).ilog2() + 1 + if is_bounded { ROUND_BITS } else { 0 }
}

/// Returns the stones of the loser and of the winner for a key.
pub(super) fn stones_of(board: Board, key: u128) -> (Bitboard, Bitboard) {
    // Numbers of 64 bits are faster to divide.
    let (mut digits, rest) = ((key % HALF) as u64, (key / HALF) as u64);
    let (mut loser, mut winner) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for number in 0..board.squares() {
        if number == LOW_DIGITS {
            digits = rest;
        }
        let square = board.square(number).into();
        match digits % 3 {
            1 => loser |= square,
            2 => winner |= square,
            _ => {}
        }
        digits /= 3;
    }
    (loser, winner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_is_undone() {
        for bits in [32, 41, 57, 63] {
            for n in 0..500u64 {
                let key = u128::from(n.wrapping_mul(0x1234_5678_9abc_def1) >> (64 - bits));
                for (key, bits) in [(key, bits), (key << 38 | u128::from(n), bits + 38)] {
                    assert_eq!(unmix(mix(key, bits), bits), key, "{bits}");
                }
            }
        }
    }
}
