//! The exchange of values between the processes that solve a family together.

use std::fmt::Display;
use std::io;
use std::ops::Range;

use super::error::SolveError;
use super::kernel::message::Message;

/// The means by which the processes that solve a family together agree.
///
/// Every process calls the same methods in the same order. If one of them has left,
/// the calls of the others must fail, not wait. [`Local`] is one process alone.
pub trait Exchange {
    /// Returns the number of this process, from 0.
    fn rank(&self) -> usize;

    /// Returns the number of processes.
    fn size(&self) -> usize;

    /// Hands bytes over, those at `[rank]` to that process, and returns the bytes for this
    /// one, in the order of ranks.
    ///
    /// # Errors
    /// When another process has left.
    fn all_to_all(&mut self, outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>>;

    /// Replaces each number by the largest that any process has in its place.
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

    /// Returns the share that a process has of `count` things: a run of them, before that
    /// of the next process.
    fn share_of(&self, rank: usize, count: u64) -> Range<u64> {
        let size = self.size() as u128;
        let first = |rank: usize| (u128::from(count) * rank as u128 / size) as u64;
        first(rank)..first(rank + 1)
    }

    /// Returns the share that this process has of `count` things.
    fn share(&self, count: u64) -> Range<u64> {
        self.share_of(self.rank(), count)
    }

    /// Waits until every process has got here.
    ///
    /// # Errors
    /// When another process has left.
    fn barrier(&mut self) -> io::Result<()> {
        self.max(&mut [])
    }
}

/// Hands messages over, those at `[rank]` to that process, and returns the messages for
/// this one, in any order.
pub(crate) fn exchange_messages(
    exchange: &mut dyn Exchange,
    mut outgoing: Vec<Vec<Message>>,
) -> Result<Vec<Message>, SolveError> {
    let mut messages = std::mem::take(&mut outgoing[exchange.rank()]);
    let bytes = outgoing.iter().map(|to| to_bytes(to)).collect();
    drop(outgoing);
    for bytes in exchange.all_to_all(bytes).map_err(SolveError::Exchange)? {
        let inbound = from_bytes(&bytes).map_err(SolveError::Exchange)?;
        messages.extend(inbound);
    }
    Ok(messages)
}

/// Returns messages as bytes: each with its length before it, in eight bytes,
/// little-endian.
fn to_bytes(messages: &[Message]) -> Vec<u8> {
    let lens = messages.iter().map(|message| 8 + message.as_bytes().len());
    let mut bytes = Vec::with_capacity(lens.sum());
    for message in messages {
        let message = message.as_bytes();
        bytes.extend((message.len() as u64).to_le_bytes());
        bytes.extend(message);
    }
    bytes
}

/// Reads messages from bytes.
fn from_bytes(mut bytes: &[u8]) -> io::Result<Vec<Message>> {
    let mut messages = Vec::new();
    while let Some((len, rest)) = bytes.split_first_chunk() {
        let len = usize::try_from(u64::from_le_bytes(*len)).unwrap_or(usize::MAX);
        let (message, rest) = rest.split_at_checked(len).ok_or_else(cut_off)?;
        messages.push(Message::from_bytes(message).map_err(io::Error::other)?);
        bytes = rest;
    }
    match bytes {
        [] => Ok(messages),
        _ => Err(cut_off()),
    }
}

fn cut_off() -> io::Error {
    io::Error::other("messages are cut off")
}

/// Waits until every process has got here, and returns `mine` if none has failed.
///
/// # Errors
/// On a process that has failed, its own error; on the others,
/// [`SolveError::OtherProcess`], which names the first that has.
pub fn all_succeed<T, E: Display + From<SolveError>>(
    exchange: &mut dyn Exchange,
    mine: Result<T, E>,
) -> Result<T, E> {
    let mut failed = [mine.is_err().into()];
    exchange.max(&mut failed).map_err(SolveError::Exchange)?;
    match failed {
        [0] => mine,
        _ => Err(failure(exchange, mine.err())),
    }
}

/// Returns the error with which this process ends when any has failed. Every process
/// must call it.
pub(crate) fn failure<E: Display + From<SolveError>>(
    exchange: &mut dyn Exchange,
    mine: Option<E>,
) -> E {
    let report = mine.as_ref().map(E::to_string).unwrap_or_default();
    let reports = exchange.all_gather(report.as_bytes());
    if let Some(mine) = mine {
        return mine;
    }
    let reports = match reports {
        Ok(reports) => reports,
        Err(error) => return SolveError::Exchange(error).into(),
    };
    let mut by_rank = reports.into_iter().enumerate();
    let first = by_rank.find(|(_, report)| !report.is_empty());
    let (rank, report) = first.unwrap_or_default();
    let message = String::from_utf8_lossy(&report).into_owned();
    SolveError::OtherProcess { rank, message }.into()
}

/// One process alone.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A message without values.
    fn message(shard: u32) -> Message {
        let loam = u32::from_le_bytes(*b"LOAM");
        let words = [loam, 1, 4 | 3 << 8 | 14 << 16, shard, 0, 0, 0, 1 << 14, 0];
        Message::from_words(words.to_vec()).unwrap()
    }

    #[test]
    fn messages_come_back() {
        for count in 0..3 {
            let messages: Vec<Message> = (0..count).map(message).collect();
            assert_eq!(from_bytes(&to_bytes(&messages)).unwrap(), messages);
        }
    }

    #[test]
    fn bytes_that_are_cut_off_are_refused() {
        let bytes = to_bytes(&[message(0), message(1)]);
        for len in 1..bytes.len() {
            assert_eq!(from_bytes(&bytes[..len]).is_ok(), len == bytes.len() / 2);
        }
        assert!(from_bytes(&u64::MAX.to_le_bytes()).is_err());
        assert!(from_bytes(&0u64.to_le_bytes()).is_err());
    }
}
