//! The output of a server, to which two threads write lines.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// An output shared by threads.
#[derive(Debug)]
pub(super) struct Replies<W>(Arc<Mutex<W>>);

impl<W: Write> Replies<W> {
    pub(super) fn new(output: W) -> Replies<W> {
        Replies(Arc::new(Mutex::new(output)))
    }

    /// Writes a line.
    pub(super) fn send(&self, reply: impl Display) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{reply}")?;
        output.flush()
    }
}

impl<W> Clone for Replies<W> {
    fn clone(&self) -> Replies<W> {
        Replies(Arc::clone(&self.0))
    }
}
