//! The exchange of bytes between processes that work together.

use std::io;
use std::ops::Range;

/// The communication between processes that work together.
///
/// Every process calls the same methods in the same order. If a process has left, the calls of the
/// others must fail, not wait. [`Local`] is a single process.
pub trait Exchange {
    /// The rank of this process, from 0.
    fn rank(&self) -> usize;

    /// Counts the processes that take part.
    fn size(&self) -> usize;

    /// Sends `outgoing[rank]` to each process and returns the bytes sent to this one, in the order
    /// of ranks.
    ///
    /// # Errors
    /// When another process has left.
    fn all_to_all(&mut self, outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>>;

    /// Replaces each number by the largest that any process has at the same index.
    ///
    /// # Errors
    /// When another process has left.
    fn max(&mut self, numbers: &mut [u64]) -> io::Result<()>;

    /// Returns the bytes of every process, in the order of ranks.
    ///
    /// # Errors
    /// When another process has left.
    fn all_gather(&mut self, bytes: &[u8]) -> io::Result<Vec<Vec<u8>>> {
        self.all_to_all(vec![bytes.to_vec(); self.size()])
    }

    /// Returns the numbers of every process, in the order of ranks.
    ///
    /// # Errors
    /// When another process has left.
    fn gather(&mut self, numbers: &[u64]) -> io::Result<Vec<Vec<u64>>> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let numbers = |bytes: Vec<u8>| {
            let (numbers, _) = bytes.as_chunks();
            numbers.iter().map(|&n| u64::from_le_bytes(n)).collect()
        };
        let all = self.all_gather(&bytes)?.into_iter();
        Ok(all.map(numbers).collect())
    }

    /// Returns the numbers of the first process.
    ///
    /// # Errors
    /// When another process has left.
    fn of_first(&mut self, numbers: &[u64]) -> io::Result<Vec<u64>> {
        let mine = if self.rank() == 0 { numbers } else { &[] };
        Ok(self.gather(mine)?.swap_remove(0))
    }

    /// Returns the part of `0..count` that a process is responsible for. The parts are contiguous
    /// and in the order of ranks.
    fn share_of(&self, rank: usize, count: u64) -> Range<u64> {
        let size = self.size() as u128;
        let first = |rank: usize| (u128::from(count) * rank as u128 / size) as u64;
        first(rank)..first(rank + 1)
    }

    /// Returns the part of `0..count` that this process is responsible for.
    fn share(&self, count: u64) -> Range<u64> {
        self.share_of(self.rank(), count)
    }

    /// Counts the bytes that this process has sent to others.
    fn sent(&self) -> u64 {
        0
    }

    /// Counts the bytes that all processes have sent to each other.
    ///
    /// # Errors
    /// When another process has left.
    fn sent_by_all(&mut self) -> io::Result<u64> {
        let all = self.gather(&[self.sent()])?;
        Ok(all.iter().flatten().sum())
    }

    /// Waits until every process has called this method.
    ///
    /// # Errors
    /// When another process has left.
    fn barrier(&mut self) -> io::Result<()> {
        self.max(&mut [])
    }
}

/// A single process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Local;

impl Exchange for Local {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn all_to_all(&mut self, outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>> {
        Ok(outgoing)
    }

    fn max(&mut self, _numbers: &mut [u64]) -> io::Result<()> {
        Ok(())
    }
}

/// Joins pieces of bytes: the length of each in eight bytes, little-endian, then the piece.
pub fn join_pieces<'a>(pieces: impl Iterator<Item = &'a [u8]> + Clone) -> Vec<u8> {
    let lens = pieces.clone().map(|piece| 8 + piece.len());
    let mut bytes = Vec::with_capacity(lens.sum());
    for piece in pieces {
        bytes.extend((piece.len() as u64).to_le_bytes());
        bytes.extend(piece);
    }
    bytes
}

/// Splits joined bytes into their pieces.
///
/// # Errors
/// If a piece is cut off.
pub fn split_pieces(mut bytes: &[u8]) -> io::Result<Vec<&[u8]>> {
    let mut pieces = Vec::new();
    while let Some((len, rest)) = bytes.split_first_chunk() {
        let len = usize::try_from(u64::from_le_bytes(*len)).unwrap_or(usize::MAX);
        let (piece, rest) = rest.split_at_checked(len).ok_or_else(cut_off)?;
        pieces.push(piece);
        bytes = rest;
    }
    match bytes {
        [] => Ok(pieces),
        _ => Err(cut_off()),
    }
}

fn cut_off() -> io::Error {
    io::Error::other("messages are cut off")
}
