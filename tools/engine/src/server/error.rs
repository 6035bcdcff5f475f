//! Errors that end a server.

use std::collections::TryReserveError;
use std::io;

/// An error that ends a server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The memory for the transposition table is not available.
    #[error("the system refuses the memory for the engine's table")]
    Memory(#[from] TryReserveError),
}
