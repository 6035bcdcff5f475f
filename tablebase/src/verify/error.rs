//! The reasons why a verification fails.

use std::io;
use std::path::PathBuf;

use loa_solver::Material;
use loa_solver::retrograde::SolveError;

use crate::format::error::TableError;
use crate::values::mismatch::Mismatch;

/// The error that ends a verification, or the wrong table that it found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A value is wrong.
    #[error("{material}: {mismatch}")]
    Wrong {
        /// The table.
        material: Material,
        /// The first wrong value found.
        mismatch: Box<Mismatch>,
    },
    /// The values are right, but the census is wrong.
    #[error("the census in the table for {0} is not that of its values")]
    Census(Material),
    /// A table cannot be read, or its values do not fit the memory limit.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The work was stopped.
    #[error("interrupted")]
    Interrupted,
    /// The folder has no table to verify.
    #[error("no tables in {path}")]
    NoTables {
        /// The folder of the board.
        path: PathBuf,
    },
    /// The processes that verify together find different tables.
    #[error(
        "the processes do not share {path}: process {rank} finds other tables there than process 0"
    )]
    NotShared {
        /// The folder of the board.
        path: PathBuf,
        /// The first process that differs.
        rank: usize,
    },
    /// Another process has failed, or the processes cannot reach each other.
    #[error(transparent)]
    Processes(#[from] SolveError),
}

impl VerifyError {
    /// Returns an error of the exchange between processes.
    pub(super) const fn exchange(error: io::Error) -> VerifyError {
        VerifyError::Processes(SolveError::Exchange(error))
    }
}
