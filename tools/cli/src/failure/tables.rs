//! Failures of tables: solved, looked up, packed or verified.

use loa_report::amount;
use loa_solver::retrograde::SolveError;
use loa_tablebase::{BuildError, PlanError, VerifyError};

use super::end::{Failure, Status};

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
            BuildError::Verify(error) => return error.into(),
            BuildError::Interrupted | BuildError::Solve(SolveError::Interrupted { .. }) => {
                Status::Interrupted
            }
            BuildError::Disk { path, needed, free } => {
                let (needed, free) = (amount(needed), amount(free));
                let message = format!("this needs {needed} of disk, and {free} are free");
                return Failure::new(Status::Failed, message).within(path.display());
            }
            _ => Status::Failed,
        };
        let hint = match &error {
            _ if status == Status::Interrupted => "; the same command continues from there",
            BuildError::Solve(SolveError::Io { .. }) => {
                "; the work so far is saved, and the same command continues from it"
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
