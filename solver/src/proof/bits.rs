//! Exp-Golomb codes.
//!
//! A number `v` in code `k` is the binary form of `v + 2^k`, `n` bits, after
//! `n - k - 1` zeros.

use bitvec::field::BitField;
use bitvec::order::Msb0;
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;

/// A writer of codes, from the most significant bit of each byte on.
pub(super) struct BitWriter(BitVec<u8, Msb0>);

impl BitWriter {
    /// Returns a writer that appends to `bytes`.
    pub(super) fn new(bytes: Vec<u8>) -> BitWriter {
        BitWriter(BitVec::from_vec(bytes))
    }

    /// Writes a number in code `k`.
    pub(super) fn put(&mut self, number: u128, k: u32) {
        let form = number + (1 << k);
        let length = 128 - form.leading_zeros();
        let at = self.0.len() + (length - k - 1) as usize;
        self.0.resize(at + length as usize, false);
        self.0[at..].store_be(form);
    }

    /// Returns all bytes, the last padded with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.set_uninitialized(false);
        self.0.into_vec()
    }
}

/// A reader of codes.
pub(super) struct BitReader<'a>(&'a BitSlice<u8, Msb0>);

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader(BitSlice::from_slice(bytes))
    }

    /// Reads the next number, in code `k`; `None` if the bits end, or if no number of
    /// 127 bits has such a code.
    pub(super) fn take(&mut self, k: u32) -> Option<u128> {
        let zeros = self.0.leading_zeros();
        let length = zeros + k as usize + 1;
        if length > 127 || zeros + length > self.0.len() {
            return None;
        }
        let (form, rest) = self.0[zeros..].split_at(length);
        self.0 = rest;
        Some(form.load_be::<u128>() - (1 << k))
    }

    /// Returns whether only the padding is left.
    pub(super) fn is_at_the_end(&self) -> bool {
        self.0.len() < 8 && self.0.not_any()
    }
}

/// Returns the code, up to `most`, that takes the fewest bits for the numbers.
pub(super) fn best_order(numbers: &[u128], most: u32) -> u32 {
    let length = |number: u128, k: u32| {
        let bits = 128 - (number + (1 << k)).leading_zeros();
        u64::from(2 * bits - k - 1)
    };
    let total = |k: u32| numbers.iter().map(|&number| length(number, k)).sum::<u64>();
    (0..=most.min(110)).min_by_key(|&k| total(k)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_document() {
        for (number, bits) in [(0, "100"), (3, "111"), (4, "01000"), (12, "0010000")] {
            let mut writer = BitWriter::new(Vec::new());
            writer.put(number, 2);
            let bytes = writer.finish();
            let text = format!("{:08b}", bytes[0]);
            assert_eq!(&text[..bits.len()], bits);
            assert_eq!(BitReader::new(&bytes).take(2), Some(number));
        }
    }

    #[test]
    fn numbers_come_back_whatever_the_order() {
        let numbers: Vec<u128> = (0..90).map(|n| (1u128 << n) - 1 + n).collect();
        for k in [0, 1, 7, 40, best_order(&numbers, 127)] {
            let mut writer = BitWriter::new(Vec::new());
            numbers.iter().for_each(|&number| writer.put(number, k));
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            for &number in &numbers {
                assert_eq!(reader.take(k), Some(number));
            }
            assert!(reader.is_at_the_end());
        }
        assert_eq!(BitReader::new(&[0; 40]).take(3), None);
    }
}
