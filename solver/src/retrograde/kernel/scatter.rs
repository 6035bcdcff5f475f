//! Images of compact sets: in the frame of the board, or under a symmetry.
//!
//! Every square has an image of its own, so the image of a set is the union of
//! the images of its parts; parts of seven squares are looked up whole. Where
//! the squares stay in their order, the set's bits are deposited on the images
//! one after the other, for which many processors have an instruction.

use super::instructions::DepositBits;
use crate::game::bitboard::members;

const PART: usize = 7;

/// The image of each compact square.
#[derive(Default)]
pub(crate) struct Scatter {
    parts: Vec<[u64; 1 << PART]>,
}

impl Scatter {
    /// Turns to other images: the image of square i of a compact set is the i-th of
    /// `images`.
    #[inline(always)]
    pub(crate) fn set(&mut self, images: impl ExactSizeIterator<Item = u64>) {
        self.parts.resize(images.len().div_ceil(PART), [0; 1 << PART]);
        for (square, image) in images.enumerate() {
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
            image |= table[set as usize % (1 << PART)];
            set >>= PART;
        }
        image
    }
}

/// The image of each compact square, where the squares stay in their order.
pub(crate) struct Deposit {
    instruction: Option<DepositBits>,
    squares: u64,
    /// Used without the instruction.
    images: Scatter,
}

impl Default for Deposit {
    fn default() -> Deposit {
        Deposit { instruction: DepositBits::detect(), squares: 0, images: Scatter::default() }
    }
}

impl Deposit {
    /// Turns to other squares: the image of square i of a compact set is the i-th.
    pub(crate) fn set(&mut self, squares: u64) {
        self.squares = squares;
        if self.instruction.is_none() {
            let images: Vec<u64> = members(squares).map(|square| 1 << square).collect();
            self.images.set(images.into_iter());
        }
    }

    /// Returns the image of a set.
    #[inline(always)]
    pub(crate) fn apply(&self, set: u64) -> u64 {
        match self.instruction {
            Some(instruction) => instruction.deposit(set, self.squares),
            None => self.images.apply(set),
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
            scatter.set(images.iter().copied());
            for set in sets(squares) {
                let members = (0..squares).filter(|i| set >> i & 1 != 0);
                let union = members.fold(0, |union, i| union | images[i as usize]);
                assert_eq!(scatter.apply(set), union);
            }
        }
    }

    #[test]
    fn deposits_keep_the_order() {
        let (mut deposit, mut scatter) = (Deposit::default(), Scatter::default());
        for squares in [u64::MAX, 0x001f_1f1f_1f1f, 0x8000_0000_0000_0001, 0xf0, 1] {
            let images: Vec<u64> = members(squares).map(|square| 1 << square).collect();
            deposit.set(squares);
            scatter.set(images.iter().copied());
            for set in sets(squares.count_ones()) {
                assert_eq!(deposit.apply(set), scatter.apply(set));
            }
        }
    }
}
