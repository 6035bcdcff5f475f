//! The exchange of values between the processes that solve a family together, and how they fail
//! together.

use std::fmt::Display;
use std::io;

use super::error::SolveError;
use super::kernel::message::Message;
pub use crate::exchange::{Exchange, Local};
use crate::exchange::{join_pieces, split_pieces};

/// Sends `outgoing[rank]` to each process and returns the messages sent to this one, in any order.
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

/// Joins messages.
fn to_bytes(messages: &[Message]) -> Vec<u8> {
    join_pieces(messages.iter().map(Message::as_bytes))
}

/// Reads joined messages.
fn from_bytes(bytes: &[u8]) -> io::Result<Vec<Message>> {
    let messages = split_pieces(bytes)?.into_iter();
    messages.map(|message| Message::from_bytes(message).map_err(io::Error::other)).collect()
}

/// Waits for all processes. Returns `mine` if all succeeded.
///
/// # Errors
/// A process that has failed gets its own error. The others get [`SolveError::OtherProcess`], which
/// names the first process that failed.
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

/// Returns the error that this process ends with when any process has failed. Every process must
/// call this function.
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
