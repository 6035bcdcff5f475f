//! Conversions of the errors of all packages to failures.

use std::collections::TryReserveError;
use std::io;

use loa_engine::server::ServeError;
use loa_judge::judging::JudgeError;
use loa_judge::suite::SuiteFileError;
use loa_record::Refusal;
use loa_record::text::FileError;
use loa_solver::ParseMoveError;
use loa_solver::retrograde::SolveError;
use loa_tablebase::{BuildError, PlanError, VerifyError};

use crate::failure::{Failure, Status, failure};
use crate::figures::amount;

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let status = match error.kind() {
            io::ErrorKind::BrokenPipe => Status::ClosedPipe,
            // This error can only mean that a thread did not start.
            io::ErrorKind::WouldBlock => return Failure::no_thread(error, 1),
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}

/// An engine does not fit in memory.
impl From<TryReserveError> for Failure {
    fn from(error: TryReserveError) -> Failure {
        Failure::new(Status::Failed, ServeError::from(error))
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        Failure::new(Status::Failed, error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}

impl From<ParseMoveError> for Failure {
    fn from(error: ParseMoveError) -> Failure {
        Failure::new(Status::Usage, error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::new(Status::Failed, error)
    }
}

/// The refusal of a move. It cannot be a person's move: a person is asked again.
impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        failure!(Failed, "a move was refused: {refusal}")
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        match error {
            ServeError::Io(error) => error.into(),
            error => Failure::new(Status::Failed, error),
        }
    }
}

impl From<SuiteFileError> for Failure {
    fn from(error: SuiteFileError) -> Failure {
        let status = match error {
            SuiteFileError::File(error) => return error.into(),
            SuiteFileError::Rules { .. } => Status::Rules,
            _ => Status::Usage,
        };
        Failure::new(status, error)
    }
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Failure {
        let status = match error {
            JudgeError::Probe(error) => return error.into(),
            JudgeError::Interrupted => Status::Interrupted,
            JudgeError::TablesOfOtherRules { .. } => Status::Rules,
            JudgeError::Index(_) => Status::Usage,
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        let status = match error {
            PlanError::Table(error) => return error.into(),
            PlanError::Nothing | PlanError::TooMany { .. } | PlanError::Index(_) => Status::Usage,
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Failure {
        let status = match error {
            BuildError::Plan(error) => return error.into(),
            BuildError::Table(error) => return error.into(),
            BuildError::Interrupted | BuildError::Solve(SolveError::Interrupted { .. }) => {
                Status::Interrupted
            }
            BuildError::Disk { path, needed, free } => {
                let (needed, free) = (amount(needed), amount(free));
                let failure = failure!(Failed, "this needs {needed} of disk, and {free} are free");
                return failure.within(path.display());
            }
            _ => Status::Failed,
        };
        let hint = match &error {
            _ if status == Status::Interrupted => "; the same command continues from there",
            BuildError::Solve(SolveError::Io { .. }) => {
                "; the work so far is saved; the same command continues it"
            }
            _ => "",
        };
        Failure::new(status, format!("{error}{hint}"))
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Failure {
        let status = match error {
            VerifyError::Wrong { .. } | VerifyError::Census(_) => Status::Wrong,
            VerifyError::NoTables { .. } => Status::Missing,
            VerifyError::Interrupted => Status::Interrupted,
            VerifyError::Table(error) => return error.into(),
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}
