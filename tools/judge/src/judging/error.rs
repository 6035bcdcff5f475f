//! Errors of a judgement that the engine did not cause.

use loa_record::WrittenPositionError;
use loa_solver::{IndexError, Rules};
use loa_tablebase::{ProbeError, Tablebase};

use crate::suite::{ProblemError, SuiteFileError};

impl JudgeError {
    /// Refuses tables for other rules than those of the games.
    pub(crate) fn check_tables(tables: &Tablebase, games: Rules) -> Result<(), JudgeError> {
        match tables.rules() {
            tables if tables == games => Ok(()),
            tables => Err(JudgeError::TablesOfOtherRules { tables, games }),
        }
    }
}

/// An error of a judgement that the engine did not cause.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// A table is missing or damaged.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The watcher interrupted the work.
    #[error("interrupted")]
    Interrupted,
    /// The file of positions cannot be read.
    #[error(transparent)]
    File(#[from] SuiteFileError),
    /// A problem in the file is under other rules than the tables.
    #[error("{name}: line {line}: a problem under {found}, not {wanted}")]
    Rules {
        /// The path of the file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The rules of the problem.
        found: Rules,
        /// The rules of the tables.
        wanted: Rules,
    },
    /// The tables are for other rules than the games.
    #[error("the tables are of {tables}, and the games are played under {games}")]
    TablesOfOtherRules {
        /// The rules of the tables.
        tables: Rules,
        /// The rules of the games.
        games: Rules,
    },
    /// A sequential test was requested for other than two engines.
    #[error("a sequential test compares two engines; the match has {engines}")]
    SprtOfSeveral {
        /// The number of engines.
        engines: usize,
    },
    /// A line of the file is not a problem.
    #[error("{name}: line {line}: {source}")]
    Problem {
        /// The path of the file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The error in the line.
        source: ProblemError,
    },
    /// A line of the file is not a position.
    #[error("{name}: line {line}: {source}")]
    Position {
        /// The path of the file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The error in the line.
        source: WrittenPositionError,
    },
    /// Positions that cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A position that is not over has no move in the tables.
    #[error("a game is not over, but the tables have no move")]
    NoMove,
}
