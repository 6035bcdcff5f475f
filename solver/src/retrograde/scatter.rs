//! Carrying the squares of compact sets elsewhere: into the frame of the
//! board, or to where a symmetry takes them.
//!
//! Every square has an image of its own, so the image of a set is the union of
//! the images of its parts; parts of seven squares are looked up whole.

const PART: usize = 7;

/// Where each compact square goes.
#[derive(Default)]
pub(crate) struct Scatter {
    parts: Vec<[u64; 1 << PART]>,
}

impl Scatter {
    /// Turns to other images: square i of a compact set goes to the i-th of `images`.
    pub(crate) fn set(&mut self, images: impl ExactSizeIterator<Item = u64>) {
        self.parts
            .resize(images.len().div_ceil(PART), [0; 1 << PART]);
        for (square, image) in images.enumerate() {
            let table = &mut self.parts[square / PART];
            let (without, with) = table.split_at_mut(1 << (square % PART));
            for (with, without) in with.iter_mut().zip(without) {
                *with = *without | image;
            }
        }
    }

    /// The image of a set.
    #[inline]
    pub(crate) fn apply(&self, mut set: u64) -> u64 {
        let mut image = 0;
        for table in &self.parts {
            image |= table[set as usize % (1 << PART)];
            set >>= PART;
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_sets_are_those_of_their_squares() {
        let mut scatter = Scatter::default();
        for squares in [64, 20, 21, 3, 1, 40] {
            let images: Vec<u64> = (0..squares).map(|i| 1 << (i * 29 % 64)).collect();
            scatter.set(images.iter().copied());
            for seed in 0..200u64 {
                let set = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - squares);
                let members = (0..squares).filter(|i| set >> i & 1 != 0);
                let union = members.fold(0, |union, i| union | images[i as usize]);
                assert_eq!(scatter.apply(set), union);
            }
        }
    }
}
