//! The reasons why tables are not built.

use std::path::PathBuf;

use loa_solver::retrograde::SolveError;
use loa_solver::{Board, IndexError, Material};

use crate::format::error::TableError;

/// The reason why no plan can be made.
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
    /// An existing table cannot be read, although it is not damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// An error that ends a build.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The plan failed.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An existing table cannot be used, a table cannot be written, or memory does not suffice.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Solving failed or was interrupted.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Another process is solving in the board's folder.
    #[error("{path}: another solve of this board is running")]
    Busy {
        /// The lock.
        path: PathBuf,
    },
    /// The name of the lock or of the work folder is taken by a link or by something other than a
    /// plain file.
    #[error("{path} is a link or not a plain file, so it is not opened: remove it")]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The build was interrupted between families.
    #[error("interrupted")]
    Interrupted,
    /// A process cannot find the values that process 0 has written.
    #[error("{path}: the values of {material} that process 0 has written are not there")]
    NotShared {
        /// The work folder.
        path: PathBuf,
        /// The material.
        material: Material,
    },
    /// The disk has too little space for the result.
    #[error("{path}: this needs {needed} bytes of disk, and {free} are free")]
    Disk {
        /// The folder for tables.
        path: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes free, including those that interrupted work takes.
        free: u64,
    },
}
