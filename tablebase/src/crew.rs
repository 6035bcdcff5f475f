//! The processes that build or verify tables together: the share of each, and what they
//! give each other.
//!
//! The first of them leads: it plans, locks, decides, records and reports, as it would
//! alone. The others help.

use std::fmt;
use std::io;
use std::ops::Range;

use loa_solver::retrograde::{Exchange, SolveError, all_succeed};

/// The processes that work together, or one alone.
pub(crate) struct Crew<'a> {
    exchange: &'a mut dyn Exchange,
}

impl<'a> Crew<'a> {
    /// The processes of an exchange.
    pub(crate) fn new(exchange: &'a mut dyn Exchange) -> Crew<'a> {
        Crew { exchange }
    }

    /// Returns whether this process leads the others.
    pub(crate) fn is_first(&self) -> bool {
        self.exchange.rank() == 0
    }

    /// Returns the number of this process.
    pub(crate) fn rank(&self) -> usize {
        self.exchange.rank()
    }

    /// Returns the means by which the processes agree.
    pub(crate) fn exchange(&mut self) -> &mut dyn Exchange {
        self.exchange
    }

    /// Returns the number of processes.
    pub(crate) fn size(&self) -> usize {
        self.exchange.size()
    }

    /// Returns this process's share of so many things: a run of them, before those of
    /// the next process.
    pub(crate) fn share(&self, count: u64) -> Range<u64> {
        self.share_of(self.rank(), count)
    }

    /// Returns the share of a process.
    pub(crate) fn share_of(&self, rank: usize, count: u64) -> Range<u64> {
        let size = self.exchange.size() as u128;
        let first = |rank: usize| (u128::from(count) * rank as u128 / size) as u64;
        first(rank)..first(rank + 1)
    }

    #[cfg_attr(
        not(feature = "build"),
        allow(dead_code, reason = "building alone needs it")
    )]
    /// Waits for all processes, and returns `mine` if none has failed.
    ///
    /// # Errors
    /// The error of this process, or else of another.
    pub(crate) fn all_succeed<T>(&mut self, mine: io::Result<T>) -> io::Result<T> {
        Ok(all_succeed(self.exchange, mine.map_err(Failed))?)
    }

    #[cfg_attr(
        not(feature = "build"),
        allow(dead_code, reason = "building alone needs it")
    )]
    /// Returns the bytes of the first process.
    ///
    /// # Errors
    /// When another process has left.
    pub(crate) fn of_first(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mine = if self.is_first() { bytes } else { &[] };
        Ok(self.exchange.all_gather(mine)?.swap_remove(0))
    }

    /// Returns the numbers of all processes, in their order.
    ///
    /// # Errors
    /// When another process has left.
    pub(crate) fn gather(&mut self, numbers: &[u64]) -> io::Result<Vec<Vec<u64>>> {
        let all = self.exchange.all_gather(&short(numbers))?;
        Ok(all.iter().map(|bytes| long(bytes)).collect())
    }
}

/// Returns numbers as bytes: seven bits in each, the lowest first, and a bit that says
/// that more follow. Most counts are zeros.
fn short(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let mut rest = number;
        while rest > 0x7f {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes
}

/// Reads bytes made by [`short`].
fn long(bytes: &[u8]) -> Vec<u64> {
    let numbers = bytes.split_inclusive(|byte| byte & 0x80 == 0);
    let number = |bytes: &[u8]| {
        let parts = bytes.iter().rev();
        parts.fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f))
    };
    numbers.map(number).collect()
}

/// An error of the system, or of another process.
struct Failed(io::Error);

impl From<SolveError> for Failed {
    fn from(error: SolveError) -> Failed {
        Failed(io::Error::other(error))
    }
}

impl From<Failed> for io::Error {
    fn from(failed: Failed) -> io::Error {
        failed.0
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let ends = (0..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit, u64::MAX >> bit]);
        let numbers: Vec<u64> = ends.collect();
        assert_eq!(long(&short(&numbers)), numbers);
        assert_eq!(short(&[0; 9]), [0; 9]);
        assert!(long(&[]).is_empty());
    }
}
