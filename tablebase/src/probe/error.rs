//! The reasons why a question has no answer.

use std::path::PathBuf;

use loa_solver::{IndexError, Material, Position, Rules, Value};

use crate::format::error::{ErrorKind, TableError};
use crate::format::subject::TableSubject;

/// The reason why a position cannot be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// A table is missing.
    #[error(
        "no table for {table}{}: looked for {}",
        if table.material == *asked { String::new() } else { format!(" (needed to answer {asked})") },
        .path.display()
    )]
    Missing {
        /// The missing table.
        table: TableSubject,
        /// The material of the question.
        asked: Material,
        /// The path where it belongs.
        path: PathBuf,
    },
    /// Solving the table has begun but not ended.
    #[error("the table for {table} is unfinished: run the same solve again to continue it ({})", .path.display())]
    Unfinished {
        /// The unfinished table.
        table: TableSubject,
        /// The checkpoint record of the work.
        path: PathBuf,
    },
    /// No table can cover the position.
    #[error("no table can cover this position: {0}")]
    Outside(#[from] IndexError),
    /// The tables contradict each other: the value of a position is not that of its best move.
    #[error("{position}: the table says {stored}, its moves make it a {implied}")]
    Contradiction {
        /// The position.
        position: Box<Position>,
        /// The rules.
        rules: Rules,
        /// The folder of the tables; `None` if they are built in.
        folder: Option<PathBuf>,
        /// The position's value in its own table.
        stored: Value,
        /// The position's value by the best of its moves.
        implied: Value,
    },
    /// The caller interrupted the work.
    #[error("interrupted")]
    Interrupted,
    /// An existing table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl ProbeError {
    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            ProbeError::Missing { .. } | ProbeError::Unfinished { .. } => ErrorKind::Missing,
            ProbeError::Outside(_) => ErrorKind::Outside,
            ProbeError::Contradiction { .. } => ErrorKind::Damaged,
            ProbeError::Interrupted => ErrorKind::Failed,
            ProbeError::Table(error) => error.kind(),
        }
    }
}
