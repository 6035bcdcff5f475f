//! The output of a server, which two threads write to.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// An output shared by threads.
#[derive(Clone)]
pub(super) struct ReplyWriter(Arc<Mutex<dyn Write + Send>>);

impl ReplyWriter {
    pub(super) fn new(output: impl Write + Send + 'static) -> ReplyWriter {
        ReplyWriter(Arc::new(Mutex::new(output)))
    }

    /// Writes a line.
    pub(super) fn send(&self, reply: impl Display) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{reply}")?;
        output.flush()
    }
}
