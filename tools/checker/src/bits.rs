//! Bit strings, read from the most significant bit of the first byte.

/// A bit string and how far it has been read.
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Bits<'a> {
        Bits { bytes, at: 0 }
    }

    fn next(&mut self) -> Option<u128> {
        let byte = self.bytes.get(self.at / 8)?;
        let bit = byte >> (7 - self.at % 8) & 1;
        self.at += 1;
        Some(bit.into())
    }

    /// Reads a number in Exp-Golomb code of this order; `None` if the string ends
    /// within it or it does not fit 128 bits.
    pub(crate) fn code(&mut self, order: u32) -> Option<u128> {
        let mut zeros = 0;
        while self.next()? == 0 {
            zeros += 1;
        }
        let further = zeros + order;
        if further > 127 {
            return None;
        }
        let mut number = 1;
        for _ in 0..further {
            number = number << 1 | self.next()?;
        }
        number.checked_sub(1 << order)
    }

    /// Returns whether fewer than eight bits are left, all zeros.
    pub(crate) fn ends_in_padding(mut self) -> bool {
        let left = 8 * self.bytes.len() - self.at;
        left < 8 && (0..left).all(|_| self.next() == Some(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_document_are_read() {
        // 0, 3, 4 and 12 in codes of order 2: 100, 111, 01000, 0010000.
        let mut bits = Bits::new(&[0b1001_1101, 0b0000_0100, 0b0000_0000]);
        let numbers: Vec<_> = (0..4).map(|_| bits.code(2)).collect();
        assert_eq!(numbers, [Some(0), Some(3), Some(4), Some(12)]);
        assert!(bits.ends_in_padding());
    }

    #[test]
    fn what_does_not_end_or_does_not_fit_is_refused() {
        assert_eq!(Bits::new(&[]).code(0), None);
        assert_eq!(Bits::new(&[0; 40]).code(0), None);
        assert_eq!(Bits::new(&[0b0100_0000]).code(127), None);
        assert!(!Bits::new(&[0]).ends_in_padding());
        assert!(!Bits { bytes: &[1], at: 4 }.ends_in_padding());
    }
}
