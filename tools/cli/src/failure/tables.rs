//! Failures of tables: solved, looked up, packed or verified.

use std::path::Path;

use loa_solver::retrograde::SolveError;
use loa_tablebase::{
    BuildError, MemoryError, PackError, PlanError, ProbeError, RestoreError, TableError,
    VerifyError,
};

use super::end::{Failure, Status};
use crate::advice::{Advice, MissingTables, solving_again};
use crate::figures::amount;

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        let advice = table_advice(&error);
        Failure::new(table_status(&error), error).advised(advice)
    }
}

fn table_advice(error: &TableError) -> Option<Advice> {
    let damaged = error.is_damage().then(|| error.path());
    solving_again(damaged.into_iter())
}

fn table_status(error: &TableError) -> Status {
    match error {
        TableError::Io { .. } | TableError::OutOfMemory { .. } => Status::Failed,
        TableError::Rules { .. } => Status::Rules,
        _ => Status::Damaged,
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Failure {
        probe_failure(&error)
    }
}

/// Returns the message of a position that tables do not cover, with advice.
pub(crate) fn explain(error: &ProbeError) -> String {
    probe_failure(error).message
}

fn probe_failure(error: &ProbeError) -> Failure {
    let status = match error {
        ProbeError::Missing { .. } | ProbeError::Unfinished { .. } => Status::Missing,
        ProbeError::Outside(_) | ProbeError::NoDistances { .. } => Status::Outside,
        ProbeError::Contradiction { .. } => Status::Damaged,
        ProbeError::Table(error) => table_status(error),
        _ => Status::Failed,
    };
    let advice = match error {
        ProbeError::Contradiction {
            position,
            rules,
            folder,
            ..
        } => Some(Advice::contradiction(
            folder.as_deref(),
            *rules,
            position.board(),
        )),
        ProbeError::Table(error) => table_advice(error),
        _ => missing_tables(error).and_then(|missing| missing.advice()),
    };
    Failure::new(status, error).advised(advice)
}

/// Returns the tables whose absence is the reason that there is no answer.
fn missing_tables(error: &ProbeError) -> Option<MissingTables> {
    let (folder, rules, board, material) = match error {
        ProbeError::Missing {
            board,
            rules,
            asked,
            path,
            ..
        } => (path.ancestors().nth(3), rules, board, asked),
        ProbeError::Unfinished {
            board,
            rules,
            missing,
            path,
        } => (path.ancestors().nth(4), rules, board, missing),
        _ => return None,
    };
    // The tables built into the program lie in no folder.
    let folder = folder.filter(|folder| *folder != Path::new(""))?;
    Some(MissingTables {
        folder: folder.to_owned(),
        rules: *rules,
        board: *board,
        material: Some(*material),
    })
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Failure {
        let status = match error {
            PlanError::Table(error) => return error.into(),
            PlanError::Io { .. } => Status::Failed,
            PlanError::Nothing | PlanError::Index(_) => Status::Usage,
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
            BuildError::Restore(error) => return error.into(),
            BuildError::Pack(error) => return error.into(),
            BuildError::Verify(error) => return error.into(),
            BuildError::Interrupted | BuildError::Solve(SolveError::Interrupted { .. }) => {
                Status::Interrupted
            }
            BuildError::Memory { needed, allowed } => {
                return MemoryError { needed, allowed }.into();
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

impl From<MemoryError> for Failure {
    fn from(error: MemoryError) -> Failure {
        let [needed, allowed] = [error.needed, error.allowed].map(amount);
        let message = format!("this needs {needed} of memory, and {allowed} are allowed");
        Failure::new(Status::Failed, message)
    }
}

impl From<RestoreError> for Failure {
    fn from(error: RestoreError) -> Failure {
        let status = match error {
            RestoreError::Missing { .. } => Status::Missing,
            RestoreError::Table(error) => return error.into(),
            RestoreError::NoDistances(_) => Status::Outside,
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Failure {
        let status = match error {
            PackError::Table(error) => return error.into(),
            PackError::Memory(error) => return error.into(),
            PackError::NoDistances { .. } => Status::Outside,
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Failure {
        let status = match error {
            VerifyError::Wrong { .. } | VerifyError::Census(_) => Status::Wrong,
            VerifyError::NoTables { .. } => Status::Missing,
            VerifyError::Interrupted => Status::Interrupted,
            VerifyError::Restore(error) => return error.into(),
            VerifyError::Memory(error) => return error.into(),
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}
