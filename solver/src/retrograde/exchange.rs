//! The exchange of values between the processes that solve a family together.

use std::fmt::Display;
use std::io;

use super::error::SolveError;
use super::kernel::message::Message;

/// The means by which the processes that solve a family together agree.
///
/// Every process calls the same methods in the same order. If one of them has left,
/// the calls of the others must fail, not wait. [`Local`] is one process alone; a
/// crate for a cluster sends the bytes of messages ([`Message::as_bytes`]).
pub trait Exchange {
    /// Returns the number of this process, from 0.
    fn rank(&self) -> usize;

    /// Returns how many processes there are.
    fn size(&self) -> usize;

    /// Hands messages over, those at `[rank]` to that process, and returns the
    /// messages for this one, in any order.
    ///
    /// # Errors
    /// When another process has left.
    fn all_to_all(&mut self, outgoing: Vec<Vec<Message>>) -> io::Result<Vec<Message>>;

    /// Hands bytes over, those at `[rank]` to that process, and returns the bytes for this
    /// one, in the order of ranks.
    ///
    /// # Errors
    /// When another process has left.
    fn all_to_all_bytes(&mut self, outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>>;

    /// Replaces each number by the largest that any process has in its place.
    ///
    /// # Errors
    /// When another process has left.
    fn max(&mut self, numbers: &mut [u64]) -> io::Result<()>;

    /// Returns the bytes of every process, in the order of ranks.
    ///
    /// # Errors
    /// When another process has left.
    fn all_gather(&mut self, bytes: &[u8]) -> io::Result<Vec<Vec<u8>>>;

    /// Waits until every process has got here.
    ///
    /// # Errors
    /// When another process has left.
    fn barrier(&mut self) -> io::Result<()>;
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
    let mut reports = reports.into_iter().enumerate();
    let first = reports.find(|(_, report)| !report.is_empty());
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

    fn all_to_all(&mut self, outgoing: Vec<Vec<Message>>) -> io::Result<Vec<Message>> {
        Ok(outgoing.into_iter().flatten().collect())
    }

    fn all_to_all_bytes(&mut self, outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>> {
        Ok(outgoing)
    }

    fn max(&mut self, _numbers: &mut [u64]) -> io::Result<()> {
        Ok(())
    }

    fn all_gather(&mut self, bytes: &[u8]) -> io::Result<Vec<Vec<u8>>> {
        Ok(vec![bytes.to_vec()])
    }

    fn barrier(&mut self) -> io::Result<()> {
        Ok(())
    }
}
