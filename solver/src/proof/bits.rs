//! Exp-Golomb codes.
//!
//! A number `v` in code `k` is the binary form of `v + 2^k`, `n` bits, after
//! `n - k - 1` zeros.

/// A writer of codes, from the most significant bit of each byte on.
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// The number of bits written to the last byte; 8 if no byte is begun.
    used: u32,
}

impl BitWriter {
    /// Returns a writer that appends to `bytes`.
    pub(super) fn new(bytes: Vec<u8>) -> BitWriter {
        BitWriter { bytes, used: 8 }
    }

    fn bit(&mut self, bit: bool) {
        if self.used == 8 {
            self.bytes.push(0);
            self.used = 0;
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (7 - self.used);
        }
        self.used += 1;
    }

    /// Writes a number in code `k`.
    pub(super) fn put(&mut self, number: u128, k: u32) {
        let form = number + (1 << k);
        let length = 128 - form.leading_zeros();
        for _ in 0..length - k - 1 {
            self.bit(false);
        }
        for place in (0..length).rev() {
            self.bit(form >> place & 1 != 0);
        }
    }

    /// Returns all bytes, the last padded with zeros.
    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// A reader of codes.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    fn bit(&mut self) -> Option<bool> {
        let byte = self.bytes.get(self.at / 8)?;
        let bit = byte >> (7 - self.at % 8) & 1 != 0;
        self.at += 1;
        Some(bit)
    }

    /// Reads the next number, in code `k`; `None` if the bits end, or if no number of
    /// 127 bits has such a code.
    pub(super) fn take(&mut self, k: u32) -> Option<u128> {
        let mut zeros = 0;
        while !self.bit()? {
            zeros += 1;
        }
        if zeros + k >= 127 {
            return None;
        }
        let mut form = 1u128;
        for _ in 0..zeros + k {
            form = form << 1 | u128::from(self.bit()?);
        }
        Some(form - (1 << k))
    }

    /// Returns whether only the padding is left.
    pub(super) fn is_at_the_end(&mut self) -> bool {
        let begun = self.at.div_ceil(8) == self.bytes.len();
        let mut left = self.at..8 * self.bytes.len();
        begun && left.all(|at| self.bytes[at / 8] >> (7 - at % 8) & 1 == 0)
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
