//! Random numbers, the same in every run.

/// Numbers from a seed (xorshift, Marsaglia 2003).
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the numbers for a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    /// Returns a number of 64 bits, never zero.
    pub const fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `limit`, or zero if the limit is zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}
