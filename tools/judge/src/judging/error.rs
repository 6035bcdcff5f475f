//! Errors of a judgement that the engine did not cause.

use loa_solver::{IndexError, Rules};
use loa_tablebase::{ProbeError, Tablebase};

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
    /// Positions that cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A position that is not over has no move in the tables.
    #[error("a game is not over, but the tables have no move")]
    NoMove,
}
