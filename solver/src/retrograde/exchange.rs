//! The exchange of values between the processes that solve a family together.

use std::io;

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

    /// Replaces each number by the largest that any process has in its place.
    ///
    /// # Errors
    /// When another process has left.
    fn max(&mut self, numbers: &mut [u64]) -> io::Result<()>;

    /// Waits until every process has got here.
    ///
    /// # Errors
    /// When another process has left.
    fn barrier(&mut self) -> io::Result<()>;
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

    fn max(&mut self, _numbers: &mut [u64]) -> io::Result<()> {
        Ok(())
    }

    fn barrier(&mut self) -> io::Result<()> {
        Ok(())
    }
}
