//! Reasons why tables are not built.

use std::io;
use std::path::PathBuf;

use loa_solver::retrograde::SolveError;
use loa_solver::{Board, IndexError, Material};

use super::pack::PackError;
use crate::format::error::TableError;
use crate::source::lock::LockError;
use crate::values::restore::RestoreError;
use crate::verify::error::VerifyError;

/// An error that keeps a plan from being made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Nothing to solve.
    #[error(
        "nothing to solve: a side with one stone is connected, so tables begin at 2v2 and 4 stones"
    )]
    Nothing,
    /// More stones than the board has squares.
    #[error("{stones} stones do not fit the {} squares of {board}", board.squares())]
    TooMany {
        /// The board.
        board: Board,
        /// The stones of the selection.
        stones: u32,
    },
    /// Material that cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A table that is there cannot be read, for a reason that is no damage.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables that are there cannot be looked at.
    #[error("{path}: {error}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// An error that ends a build.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is nothing to build, or no way to.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A table that is there cannot be used, or one cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The values of a table that is there cannot be restored.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// A table cannot be packed without distances.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// A table to build on is wrong, or cannot be verified.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Solving failed or was interrupted.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A folder or the lock in it cannot be made.
    #[error("{path}: {error}")]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The board's folder cannot be locked: another process works there, perhaps.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The watch has ended the work, and no family was in hand.
    #[error("interrupted")]
    Interrupted,
    /// A link has the name of the work folder.
    #[error("{path} is a link, which is not followed: remove it")]
    Link {
        /// The path of the work folder.
        path: PathBuf,
    },
    /// A process does not find the values that the first one has written.
    #[error("{path}: the values of {material} that process 0 has written are not there")]
    NotShared {
        /// The work folder.
        path: PathBuf,
        /// The material.
        material: Material,
    },
    /// The run would need more memory than it may have.
    #[error("this needs {needed} bytes of memory, and {allowed} are allowed")]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed, or there are.
        allowed: u64,
    },
    /// The disk cannot hold the result.
    #[error("{path}: this needs {needed} bytes of disk, and {free} are free")]
    Disk {
        /// The folder for tables.
        path: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes free, those included that interrupted work takes.
        free: u64,
    },
}
