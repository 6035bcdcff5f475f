//! Images of sets: under a symmetry, or numbered compactly among some squares.
//!
//! Every square has an image, so the image of a set is the union of the images of its parts. Parts
//! of eight squares, a rank of the frame, are looked up whole. If the squares keep their order,
//! many processors have an instruction for it.

use super::instructions::DepositBits;
use crate::game::bitboard::members;

const PART: usize = 8;

/// The image of each square.
#[derive(Default)]
pub(crate) struct Scatter {
    parts: Vec<[u64; 1 << PART]>,
}

impl Scatter {
    /// Sets the images: the image of square i is the i-th of `images`.
    #[inline(always)]
    pub(crate) fn set(&mut self, images: &[u64]) {
        self.parts.resize(images.len().div_ceil(PART), [0; 1 << PART]);
        for (square, image) in images.iter().enumerate() {
            let table = &mut self.parts[square / PART];
            let (without, with) = table.split_at_mut(1 << (square % PART));
            for (with, without) in with.iter_mut().zip(without) {
                *with = *without | image;
            }
        }
    }

    /// Returns the image of a set.
    #[inline(always)]
    pub(crate) fn apply(&self, mut set: u64) -> u64 {
        let mut image = 0;
        for table in &self.parts {
            image |= table[set as usize & ((1 << PART) - 1)];
            set >>= PART;
        }
        image
    }
}

/// Some squares of the 8x8 frame, among which sets are numbered compactly: bit i for the i-th.
pub(crate) struct CompactSquares {
    instructions: Option<DepositBits>,
    pub(crate) squares: u64,
    /// Used if the processor lacks the instructions.
    compact: Scatter,
    spread: Scatter,
}

impl Default for CompactSquares {
    fn default() -> CompactSquares {
        let (compact, spread) = Default::default();
        CompactSquares { instructions: DepositBits::detect(), squares: 0, compact, spread }
    }
}

impl CompactSquares {
    /// Sets the squares.
    pub(crate) fn set(&mut self, squares: u64) {
        self.squares = squares;
        if self.instructions.is_none() {
            let has = |square: u32| squares >> square & 1 != 0;
            let below = |square: u32| (squares & ((1 << square) - 1)).count_ones();
            let number = |square| if has(square) { 1 << below(square) } else { 0 };
            self.compact.set(&(0..64).map(number).collect::<Vec<_>>());
            self.spread.set(&members(squares).map(|square| 1 << square).collect::<Vec<_>>());
        }
    }

    /// Returns the compact set of some of the squares.
    #[inline(always)]
    pub(crate) fn compact(&self, set: u64) -> u64 {
        match self.instructions {
            Some(instructions) => instructions.extract(set, self.squares),
            None => self.compact.apply(set),
        }
    }

    /// Returns the squares of a compact set.
    #[inline(always)]
    pub(crate) fn spread(&self, set: u64) -> u64 {
        match self.instructions {
            Some(instructions) => instructions.deposit(set, self.squares),
            None => self.spread.apply(set),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(squares: u32) -> impl Iterator<Item = u64> {
        (0..200u64).map(move |seed| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - squares))
    }

    #[test]
    fn images_of_sets_are_those_of_their_squares() {
        let mut scatter = Scatter::default();
        for squares in [64, 20, 21, 3, 1, 40] {
            let images: Vec<u64> = (0..squares).map(|i| 1 << (i * 29 % 64)).collect();
            scatter.set(&images);
            for set in sets(squares) {
                let members = (0..squares).filter(|i| set >> i & 1 != 0);
                let union = members.fold(0, |union, i| union | images[i as usize]);
                assert_eq!(scatter.apply(set), union);
            }
        }
    }

    #[test]
    fn compact_sets_come_back() {
        let mut portable = CompactSquares { instructions: None, ..CompactSquares::default() };
        let mut detected = CompactSquares::default();
        for squares in [u64::MAX, 0x001f_1f1f_1f1f, 0x8000_0000_0000_0001, 0xf0, 1] {
            portable.set(squares);
            detected.set(squares);
            for set in sets(squares.count_ones()) {
                let spread = portable.spread(set);
                let numbers = members(set).map(|i| members(squares).nth(i as usize));
                let expected = numbers.flatten().fold(0, |all, square| all | 1 << square);
                assert_eq!((spread, detected.spread(set)), (expected, expected));
                assert_eq!((portable.compact(spread), detected.compact(spread)), (set, set));
            }
        }
    }
}
