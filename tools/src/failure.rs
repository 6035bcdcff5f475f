//! Why a command ends without success, and its exit status.

use std::fmt::Display;
use std::io;

use loa_solver::retrograde::SolveError;
use loa_solver::{BoardError, MoveError, PositionError};
use loa_tablebase::{
    BuildError, PackError, PlanError, ProbeError, RestoreError, TableError, VerifyError,
};

use crate::record::Refusal;

/// The exit statuses of `loa`; success is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The reader of standard output has gone; told to nobody.
    ClosedPipe = 0,
    /// Input or output failed, or something internal.
    Failed = 1,
    /// Wrong usage, or a position that does not parse.
    Usage = 2,
    /// A verification failed.
    Wrong = 3,
    /// A file is damaged.
    Damaged = 4,
    /// A table is missing.
    Missing = 5,
    /// No table can cover the position.
    Outside = 6,
    /// Rules of table and question differ.
    Rules = 7,
    /// Interrupted; the same command goes on.
    Interrupted = 130,
}

/// The end of a command that did not succeed: one clear line.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Display) -> Failure {
        let message = message.to_string();
        Failure { status, message }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let status = match error.kind() {
            io::ErrorKind::BrokenPipe => Status::ClosedPipe,
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        Failure::new(Status::Usage, format!("not a position: {error}"))
    }
}

impl From<BoardError> for Failure {
    fn from(error: BoardError) -> Failure {
        Failure::new(Status::Usage, error)
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Failure {
        Failure::new(Status::Usage, error)
    }
}

/// Of a move that is not a person's: those of people are refused to their faces.
impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::new(Status::Failed, format!("a move was refused: {refusal}"))
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        Failure::new(table_status(&error), error)
    }
}

fn table_status(error: &TableError) -> Status {
    match error {
        TableError::Io { .. } => Status::Failed,
        TableError::Rules { .. } => Status::Rules,
        _ => Status::Damaged,
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Failure {
        let status = match &error {
            ProbeError::Missing { .. } | ProbeError::Unfinished { .. } => Status::Missing,
            ProbeError::Outside(_) | ProbeError::NoDistances { .. } => Status::Outside,
            ProbeError::Table(error) => table_status(error),
        };
        let hint = match &error {
            ProbeError::Missing {
                board,
                rules,
                missing,
                ..
            } => {
                format!("; make it with: loa solve {board} --rules {rules} --material {missing}")
            }
            _ => String::new(),
        };
        Failure::new(status, format!("{error}{hint}"))
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        let status = match error {
            PlanError::Io { .. } => Status::Failed,
            PlanError::Nothing | PlanError::Index(_) => Status::Usage,
        };
        Failure::new(status, error)
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Failure {
        let status = match error {
            BuildError::Plan(error) => return error.into(),
            BuildError::Table(error) => return error.into(),
            BuildError::Restore(error) => return error.into(),
            BuildError::Pack(error) => return error.into(),
            BuildError::Interrupted | BuildError::Solve(SolveError::Interrupted { .. }) => {
                Status::Interrupted
            }
            _ => Status::Failed,
        };
        let hint = match status {
            Status::Interrupted => "; the same command goes on from there",
            _ => "",
        };
        Failure::new(status, format!("{error}{hint}"))
    }
}

impl From<RestoreError> for Failure {
    fn from(error: RestoreError) -> Failure {
        let status = match error {
            RestoreError::Missing { .. } => Status::Missing,
            RestoreError::Table(error) => return error.into(),
            RestoreError::NoDistances(_) => Status::Outside,
            RestoreError::TooLong { .. } => Status::Damaged,
            RestoreError::Index(_) => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Failure {
        let status = match error {
            PackError::Table(error) => return error.into(),
            PackError::NoDistances(_) => Status::Outside,
            PackError::Index(_) => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Failure {
        let status = match error {
            VerifyError::Wrong { .. } | VerifyError::Census(_) => Status::Wrong,
            VerifyError::NoTables(_) => Status::Missing,
            VerifyError::Restore(error) => return error.into(),
            VerifyError::Io { .. } => Status::Failed,
        };
        Failure::new(status, error)
    }
}
