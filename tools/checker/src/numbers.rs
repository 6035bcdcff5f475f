//! The winner's moves as numbers, read from the bits of a certificate.

use crate::format::{FilePart, ReadError, damaged};
use crate::source::ByteSource;

/// The number of bytes read at a time.
const CHUNK: u64 = 1 << 16;
/// More moves than any side has, in eight directions from 64 squares.
const MOST: u32 = 512;

/// The numbers of a file, in order.
pub(crate) struct Numbers<'a> {
    source: &'a dyn ByteSource,
    bytes: u64,
    /// The bytes from `from`.
    chunk: Vec<u8>,
    from: u64,
    /// The next bit of the file to read.
    at: u64,
    /// The number of numbers read.
    read: u64,
}

impl<'a> Numbers<'a> {
    /// Returns the numbers of a file of `bytes` bytes, which begin at `from`.
    pub(crate) const fn new(source: &'a dyn ByteSource, from: u64, bytes: u64) -> Numbers<'a> {
        Numbers { source, bytes, chunk: Vec::new(), from, at: 8 * from, read: 0 }
    }

    /// Reads a bit; `None` at the end of the file.
    fn bit(&mut self) -> Result<Option<bool>, ReadError> {
        let byte = self.at / 8;
        if byte == self.bytes {
            return Ok(None);
        }
        if byte == self.from + self.chunk.len() as u64 {
            self.chunk.resize(CHUNK.min(self.bytes - byte) as usize, 0);
            self.source.read_at(&mut self.chunk, byte)?;
            self.from = byte;
        }
        let bit = self.chunk[(byte - self.from) as usize] >> (7 - self.at % 8) & 1;
        self.at += 1;
        Ok(Some(bit != 0))
    }

    /// Reads the next number.
    pub(crate) fn next(&mut self) -> Result<u32, ReadError> {
        let part = FilePart::Move(self.read);
        let mut number = 0;
        loop {
            match self.bit()? {
                None => return Err(damaged(part, "the file ends within it")),
                Some(true) => break,
                Some(false) if number >= MOST => {
                    return Err(damaged(part, "it is too large for a number"));
                }
                Some(false) => number += 2,
            }
        }
        let Some(last) = self.bit()? else {
            return Err(damaged(part, "the file ends within it"));
        };
        self.read += 1;
        Ok(number + u32::from(last))
    }

    /// Expects fewer than eight bits, all zeros, and then the end of the file.
    pub(crate) fn expect_end(mut self) -> Result<(), ReadError> {
        let padding = 8 * self.bytes - self.at;
        while let Some(bit) = self.bit()? {
            if bit || padding >= 8 {
                return Err(damaged(FilePart::File, "bits follow the last move"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_document_are_read() {
        // 0, 1, 2 and 7: 10, 11, 010, 00011; then padding.
        let bytes = [vec![0; 80], vec![0b1011_0100, 0b0011_0000]].concat();
        let mut numbers = Numbers::new(&bytes, 80, 82);
        for expected in [0, 1, 2, 7] {
            assert_eq!(numbers.next().ok(), Some(expected));
        }
        assert!(numbers.expect_end().is_ok());
        let zeros = vec![0; 200];
        assert!(Numbers::new(&zeros, 80, 200).next().is_err());
        assert!(Numbers::new(&zeros, 80, 82).next().is_err());
        assert!(Numbers::new(&zeros, 80, 81).expect_end().is_err());
    }
}
