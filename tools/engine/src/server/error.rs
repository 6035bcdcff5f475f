//! Errors that end a server.

use std::collections::TryReserveError;
use std::io;

use crate::protocol::turn::TurnError;

/// An error that ends a server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The referee's turn cannot be read.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The memory for the transposition table is not available.
    #[error("the system refuses the memory for the engine's table")]
    Memory(#[from] TryReserveError),
}
