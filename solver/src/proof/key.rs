//! Exact keys: the least of the base-3 numbers of a position's images.
//!
//! A digit is 0 for an empty square, 1 for a stone of the defender and 2 for a stone
//! of the attacker, as in certificates (`PROOF.md`). A few additions turn the numbers
//! of all images of a position into those of the next.

use std::ops::{Add, Sub};

use super::goal::ATTACKER;
use crate::game::bitboard::{Bitboard, members};
use crate::game::board::Board;
use crate::game::symmetry::Symmetry;

/// An unsigned integer for keys: `u64` for keys of up to [`NARROW_BITS`] bits, else `u128`.
pub(super) trait Key:
    Copy + Ord + Send + Sync + Add<Output = Self> + Sub<Output = Self> + 'static
{
    /// Zero.
    const ZERO: Self;
    /// Returns the key for a number, which must fit.
    fn of(number: u128) -> Self;
    fn wide(self) -> u128;
    /// Returns the image of the key under a random-looking bijection of the numbers with this many
    /// bits.
    fn mix(self, bits: u32) -> Self;
    /// Returns the key whose image under [`Key::mix`] is this key.
    fn unmix(self, bits: u32) -> Self;
    /// Returns the lowest 32 bits.
    fn low(self) -> u64;
    /// Returns all bits except the lowest 32.
    fn high(self) -> u128;
    /// Returns the key with a number of [`ROUND_BITS`] bits added.
    fn with_rounds(self, rounds: u32) -> Self;
}

/// The maximum number of bits of a key that is a `u64`.
pub(super) const NARROW_BITS: u32 = u64::BITS;

/// Bits for a count of rounds. A round is a move of each side.
const ROUND_BITS: u32 = 6;

/// Odd factors that mix keys by multiplication.
const NARROW_FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
const WIDE_FACTORS: [u128; 2] =
    [0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835, 0xda94_2042_e4dd_58b5_d6e8_feb8_6659_fd93];

/// Inverts the mixing of a number with this many bits and these factors.
fn unmix(mixed: u128, bits: u32, factors: [u128; 2]) -> u128 {
    let mask = u128::MAX >> (128 - bits);
    let unshift = |x: u128| {
        // Every round makes another half of the bits right.
        (0..2).fold(x, |y, _| x ^ y >> (bits / 2))
    };
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

impl Key for u64 {
    const ZERO: u64 = 0;
    fn of(number: u128) -> u64 {
        number as u64
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        self.into()
    }
    #[inline(always)]
    fn mix(self, bits: u32) -> u64 {
        let mask = u64::MAX >> (64 - bits);
        let mut x = self;
        for factor in NARROW_FACTORS {
            x ^= x >> (bits / 2);
            x = x.wrapping_mul(factor) & mask;
        }
        x ^ x >> (bits / 2)
    }
    fn unmix(self, bits: u32) -> u64 {
        unmix(self.into(), bits, NARROW_FACTORS.map(u128::from)) as u64
    }
    #[inline(always)]
    fn low(self) -> u64 {
        self & 0xffff_ffff
    }
    #[inline(always)]
    fn high(self) -> u128 {
        (self >> 32).into()
    }
    #[inline(always)]
    fn with_rounds(self, rounds: u32) -> u64 {
        self << ROUND_BITS | u64::from(rounds)
    }
}

impl Key for u128 {
    const ZERO: u128 = 0;
    fn of(number: u128) -> u128 {
        number
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        self
    }
    #[inline(always)]
    fn mix(self, bits: u32) -> u128 {
        let mask = u128::MAX >> (128 - bits);
        let mut x = self;
        for factor in WIDE_FACTORS {
            x ^= x >> (bits / 2);
            x = x.wrapping_mul(factor) & mask;
        }
        x ^ x >> (bits / 2)
    }
    fn unmix(self, bits: u32) -> u128 {
        unmix(self, bits, WIDE_FACTORS)
    }
    #[inline(always)]
    fn low(self) -> u64 {
        self as u64 & 0xffff_ffff
    }
    #[inline(always)]
    fn high(self) -> u128 {
        self >> 32
    }
    #[inline(always)]
    fn with_rounds(self, rounds: u32) -> u128 {
        self << ROUND_BITS | u128::from(rounds)
    }
}

/// The numbers of a position's images. On boards with four symmetries each occurs twice.
pub(super) type Images<K> = [K; 8];

/// The weight of every square in every image.
pub(super) struct SquareWeights<K> {
    squares: Box<[Images<K>; 64]>,
}

impl<K: Key> SquareWeights<K> {
    pub(super) fn new(board: Board) -> SquareWeights<K> {
        let symmetries: Vec<Symmetry> = Symmetry::all(board).collect();
        let mut squares = Box::new([[K::ZERO; 8]; 64]);
        for square in board.mask() {
            for (place, weight) in squares[square.index() as usize].iter_mut().enumerate() {
                let symmetry = symmetries[place % symmetries.len()];
                let image = symmetry.apply(board, square.into()).into_iter();
                *weight = K::of(image.map(|image| 3u128.pow(board.number(image))).sum());
            }
        }
        SquareWeights { squares }
    }

    /// Computes the images of a position from its stones.
    pub(super) fn images(&self, stones: [u64; 2]) -> Images<K> {
        let mut images = [K::ZERO; 8];
        for (side, set) in stones.into_iter().enumerate() {
            for square in members(set) {
                let weights = &self.squares[square as usize];
                for (image, &weight) in images.iter_mut().zip(weights) {
                    *image = *image + weight;
                    if side == ATTACKER {
                        *image = *image + weight;
                    }
                }
            }
        }
        images
    }

    /// Returns the images after a move of `side`.
    #[inline(always)]
    pub(super) fn moved(
        &self,
        images: &Images<K>,
        side: usize,
        from: u32,
        to: u32,
        capture: bool,
    ) -> Images<K> {
        let (left, entered) = (&self.squares[from as usize], &self.squares[to as usize]);
        let mut moved = *images;
        for place in 0..8 {
            let (plus, minus) = (entered[place], left[place]);
            // An attacker's stone counts twice. A captured stone of the other side is subtracted.
            moved[place] = match (side == ATTACKER, capture) {
                (false, false) => moved[place] + plus - minus,
                (true, false) => moved[place] + plus + plus - minus - minus,
                (false, true) => moved[place] - plus - minus,
                (true, true) => moved[place] + plus - minus - minus,
            };
        }
        moved
    }
}

/// Returns how many bits a board's keys have. If a win counts only within some plies, the keys
/// contain a count of rounds.
pub(super) fn key_bits(board: Board, is_bounded: bool) -> u32 {
    3u128.pow(board.squares()).ilog2() + 1 + if is_bounded { ROUND_BITS } else { 0 }
}

/// Returns the canonical key, the least image.
#[inline(always)]
pub(super) fn canonical<K: Key>(images: &Images<K>) -> K {
    let mut least = images[0];
    for &image in &images[1..] {
        least = least.min(image);
    }
    least
}

/// Returns the stones of the loser and of the winner for a key.
pub(super) fn stones_of(board: Board, key: u128) -> (Bitboard, Bitboard) {
    // 40 digits fit into 64 bits, which are faster to divide.
    const HALF: u128 = 3u128.pow(40);
    let (mut digits, rest) = ((key % HALF) as u64, (key / HALF) as u64);
    let (mut loser, mut winner) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for number in 0..board.squares() {
        if number == 40 {
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
                let key = n.wrapping_mul(0x1234_5678_9abc_def1) >> (64 - bits);
                assert_eq!(key.mix(bits).unmix(bits), key, "{bits}");
                let wide = u128::from(key) << 38 | u128::from(n);
                assert_eq!(wide.mix(bits + 38).unmix(bits + 38), wide, "{bits}");
            }
        }
    }
}
