//! A small net that corrects the first numbers of a position.
//!
//! Two layers of 64 and 32 units read the stones of both sides and a dozen features. They return
//! the numbers of sixteenths of a doubling to add to phi and to delta. All arithmetic is in
//! integers, so that a search with one thread expands the same nodes on every machine. Proofs do
//! not depend on the net: it only decides the order of the search.
//!
//! The first layer is a sum over the stones, updated from a node to its children; see
//! [`LayerSums`]. `learn.rs` trains the net.

use super::products::add_products;

/// The numbers of units in the first layer and in the second.
pub(super) const FIRST: usize = 64;
pub(super) const SECOND: usize = 32;
/// Features that the second layer reads besides the first layer.
pub(super) const FEATURES: usize = 12;
/// Inputs of the first layer, one for each square of either side, and of the second layer.
pub(super) const SQUARES: usize = 128;
pub(super) const INPUTS: usize = FIRST + FEATURES;
/// Weights: one for each input of every unit, and one for the unit itself.
pub(super) const WEIGHT_COUNT: usize =
    (SQUARES + 1) * FIRST + (INPUTS + 1) * SECOND + (SECOND + 1) * 2;

/// The integers that represent 1: in units and weights of the first two layers, and in weights of
/// the last.
pub(super) const ONE: i32 = 256;
pub(super) const LAST_ONE: i32 = 1024;
/// The maximum weights of the layers. With these, and units within their bounds, no sum overflows
/// its type.
pub(super) const GREATEST: [i32; 3] = [500, 2047, 4095];
const GREATEST_UNITS: [i32; 2] = [4095, 8191];
/// The maximum correction, in sixteenths of a doubling.
const GREATEST_CORRECTION: i32 = 112;

/// The features of a position, in units of 1/256.
pub(super) type Features = [i16; FEATURES];

/// A net, by its weights.
#[derive(Clone)]
pub(super) struct Net {
    /// All weights; see [`Net::new`].
    pub(super) weights: Box<[i16; WEIGHT_COUNT]>,
    /// The first layer's weights by square, for stones of the side to move and then of the other
    /// side, and the weights without a stone.
    first: Box<[[i16; FIRST]; SQUARES + 1]>,
    /// The second layer's weights for each pair of inputs.
    second: Box<[[[i16; 2]; SECOND]; INPUTS / 2]>,
    second_alone: [i32; SECOND],
    last: [[i32; 2]; SECOND],
    last_alone: [i32; 2],
}

/// The first layer of one position, before its units are clamped.
#[derive(Clone, Copy)]
pub(super) struct LayerSums([i16; FIRST]);

/// The initial weights of the program, in the order of [`Net::new`].
const SHIPPED: &[u8; Net::BYTES] = include_bytes!("net.weights");

impl Net {
    /// Bytes of the weights.
    pub(super) const BYTES: usize = 2 * WEIGHT_COUNT;

    /// Returns the net with these weights: for every layer, the weights of all units for each
    /// input, and then those without an input.
    pub(super) fn new(weights: &[i16; WEIGHT_COUNT]) -> Net {
        let (first, rest) = weights.split_at((SQUARES + 1) * FIRST);
        let (second, last) = rest.split_at((INPUTS + 1) * SECOND);
        let (second, last) = (second.as_chunks::<SECOND>().0, last.as_chunks::<2>().0);
        let bounded =
            |weight: i16, layer: usize| i32::from(weight).clamp(-GREATEST[layer], GREATEST[layer]);
        let mut net = Net {
            weights: Box::new(*weights),
            first: Box::new([[0; FIRST]; SQUARES + 1]),
            second: Box::new([[[0; 2]; SECOND]; INPUTS / 2]),
            second_alone: second[INPUTS].map(|weight| bounded(weight, 1) * ONE),
            last: [[0; 2]; SECOND],
            last_alone: last[SECOND].map(|weight| bounded(weight, 2) * ONE),
        };
        for (to, &from) in net.first.as_flattened_mut().iter_mut().zip(first) {
            *to = bounded(from, 0) as i16;
        }
        for (input, row) in second[..INPUTS].iter().enumerate() {
            for (unit, &weight) in row.iter().enumerate() {
                net.second[input / 2][unit][input % 2] = bounded(weight, 1) as i16;
            }
        }
        for (to, from) in net.last.iter_mut().zip(last) {
            *to = from.map(|weight| bounded(weight, 2));
        }
        net
    }

    /// Returns the initial net of the program.
    pub(super) fn shipped() -> Net {
        Net::of_bytes(SHIPPED)
    }

    /// Returns the net with these weights.
    pub(super) fn of_bytes(bytes: &[u8; Net::BYTES]) -> Net {
        let (weights, _) = bytes.as_chunks();
        Net::new(&std::array::from_fn(|at| i16::from_le_bytes(weights[at])))
    }

    /// Returns the net with these weights; `None` if they are too few or too many.
    pub(super) fn read(bytes: &[u8]) -> Option<Net> {
        bytes.try_into().ok().map(Net::of_bytes)
    }

    /// Returns the weights as bytes, empty without a net.
    pub(super) fn to_bytes(net: Option<&Net>) -> Vec<u8> {
        let weights = net.into_iter().flat_map(|net| net.weights.iter());
        weights.flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// Computes the sums of a position from its stones.
    #[inline(always)]
    pub(super) fn sums(&self, us: u64, them: u64) -> LayerSums {
        let mut sums = self.first[SQUARES];
        for (set, first) in [(us, 0), (them, 64)] {
            let mut left = set;
            while left != 0 {
                let square = crate::game::bitboard::take_lowest(&mut left) as usize;
                let row = &self.first[first + square];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
        LayerSums(sums)
    }

    /// Returns the sums after a move of the other side's stone.
    #[inline(always)]
    pub(super) fn moved(&self, sums: &LayerSums, from: u8, to: u8, capture: bool) -> LayerSums {
        let (from, to) = (usize::from(from & 63), usize::from(to & 63));
        let (left, entered) = (&self.first[64 + from], &self.first[64 + to]);
        let taken = &self.first[to];
        let mut moved = sums.0;
        for at in 0..FIRST {
            moved[at] += entered[at] - left[at];
        }
        if capture {
            for at in 0..FIRST {
                moved[at] -= taken[at];
            }
        }
        LayerSums(moved)
    }

    /// Returns the numbers to add to the exponents of phi and delta.
    #[inline(always)]
    pub(super) fn correction(&self, sums: &LayerSums, features: &Features) -> [i32; 2] {
        let greatest = GREATEST_UNITS[0] as i16;
        let mut inputs = [0i16; INPUTS];
        for (input, sum) in inputs.iter_mut().zip(sums.0) {
            *input = sum.clamp(0, greatest);
        }
        for (input, feature) in inputs[FIRST..].iter_mut().zip(features) {
            *input = (*feature).clamp(-greatest, greatest);
        }
        let pairs: [[i16; 2]; INPUTS / 2] = bytemuck::cast(inputs);
        let units = add_products(&self.second_alone, &pairs, &self.second);
        let mut out = self.last_alone;
        for (unit, weights) in units.into_iter().zip(self.last) {
            let unit = (unit >> 8).clamp(0, GREATEST_UNITS[1]);
            out[0] += unit * weights[0];
            out[1] += unit * weights[1];
        }
        out.map(|sum| {
            let sixteenths = (sum + (1 << 13)) >> 14;
            sixteenths.clamp(-GREATEST_CORRECTION, GREATEST_CORRECTION)
        })
    }
}

const _: () = {
    let [first, second, last] = GREATEST;
    let [unit, next] = GREATEST_UNITS;
    assert!(65 * first <= i16::MAX as i32);
    assert!(INPUTS as i64 * unit as i64 * second as i64 + (second * ONE) as i64 <= i32::MAX as i64);
    assert!(SECOND as i64 * next as i64 * last as i64 + (last * ONE) as i64 <= i32::MAX as i64);
    assert!(ONE * LAST_ONE == 16 << 14);
};

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(at: usize) -> i16 {
        (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16 as i16
    }

    #[test]
    fn sums_are_kept_from_a_node_to_its_children() {
        let net = Net::new(&std::array::from_fn(noise));
        let (us, them) = (0x0042_8100_0000_3c00, 0x0000_0024_5a00_0000);
        let sums = net.sums(us, them);
        // A stone of the other side moves from d4 to e6, which is empty, or to b7, which is not.
        for (to, capture) in [(44, false), (49, true)] {
            let moved = net.moved(&sums, 27, to, capture);
            let them = them & !(1 << 27) | 1 << to;
            let anew = net.sums(us & !(1 << to), them);
            assert_eq!((us >> to & 1 != 0, moved.0), (capture, anew.0));
        }
    }

    #[test]
    fn no_weights_and_no_features_leave_the_types() {
        for weight in [i16::MIN, -1, 0, 1, i16::MAX] {
            for feature in [i16::MIN, 0, i16::MAX] {
                let net = Net::new(&[weight; WEIGHT_COUNT]);
                for (us, them) in [(0, u64::MAX), (u64::MAX, 0)] {
                    let correction = net.correction(&net.sums(us, them), &[feature; FEATURES]);
                    assert!(correction.iter().all(|&sixteenths| sixteenths.abs() <= 112));
                }
            }
        }
        let net = Net::new(&std::array::from_fn(noise));
        let corrections = (0..64u32).map(|n| {
            let us = 0x0f0f_3355_0f0f_3355u64.rotate_left(n);
            net.correction(&net.sums(us, !us), &[n as i16 * 9; FEATURES])[0]
        });
        let distinct: std::collections::BTreeSet<i32> = corrections.collect();
        assert!(distinct.len() > 4, "{distinct:?}");
    }
}
