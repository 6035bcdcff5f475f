//! Why a command ends without success, and its exit status.

use std::fmt::Display;
use std::io;
use std::path::Path;

use loa_solver::retrograde::SolveError;
use loa_solver::{ParseBoardError, ParseMoveError, ParsePositionError};
use loa_tablebase::{
    BuildError, MemoryError, PackError, PlanError, ProbeError, RestoreError, TableError,
    VerifyError,
};
use serde_json::{Value as Json, json};

use crate::cure::{Cure, Lack, mending};
use crate::figures::amount;
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
    /// A proof search ended undecided.
    Undecided = 8,
    /// Interrupted; the same command goes on.
    Interrupted = 130,
}

/// The end of a command that did not succeed: one clear line.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// The line, with the advice that there is.
    pub(crate) message: String,
    /// The command that removes the reason, if one does.
    pub(crate) hint: Option<String>,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Display) -> Failure {
        Failure {
            status,
            message: message.to_string(),
            hint: None,
        }
    }

    /// Returns the failure of a command that needs tables of a board where there
    /// are none.
    pub(crate) fn no_tables(lack: &Lack) -> Failure {
        let Lack {
            folder,
            rules,
            board,
            ..
        } = lack;
        let folder = folder.join(rules.id()).join(board.to_string());
        let message = format!("no tables of {board} under {rules} in {}", folder.display());
        Failure::new(Status::Missing, message).cured(lack.cure())
    }

    /// Adds advice.
    pub(crate) fn cured(mut self, cure: Option<Cure>) -> Failure {
        let Some(Cure { words, command }) = cure else {
            return self;
        };
        self.message = match &command {
            Some(command) => format!("{}; {words}: {command}", self.message),
            None => format!("{}; {words}", self.message),
        };
        self.hint = command;
        self
    }

    /// Says where it happened, such as in which line of a file.
    pub(crate) fn within(mut self, place: impl Display) -> Failure {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// Returns what a program needs to know of it.
    pub(crate) fn to_json(&self) -> Json {
        let mut json = json!({ "error": self.message, "status": self.status as u8 });
        if let Some(hint) = &self.hint {
            json["hint"] = hint.as_str().into();
        }
        json
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        Failure::new(Status::Usage, text.trim_end())
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

impl From<ParsePositionError> for Failure {
    fn from(error: ParsePositionError) -> Failure {
        Failure::new(Status::Usage, format!("not a position: {error}"))
    }
}

impl From<ParseBoardError> for Failure {
    fn from(error: ParseBoardError) -> Failure {
        Failure::new(Status::Usage, error)
    }
}

impl From<ParseMoveError> for Failure {
    fn from(error: ParseMoveError) -> Failure {
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
        let cure = cure_of_table(&error);
        Failure::new(table_status(&error), error).cured(cure)
    }
}

fn cure_of_table(error: &TableError) -> Option<Cure> {
    let damaged = error.is_damage().then(|| error.path());
    mending(damaged.into_iter())
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
        let status = match &error {
            ProbeError::Missing { .. } | ProbeError::Unfinished { .. } => Status::Missing,
            ProbeError::Outside(_) | ProbeError::NoDistances { .. } => Status::Outside,
            ProbeError::Contradiction { .. } => Status::Damaged,
            ProbeError::Table(error) => table_status(error),
            _ => Status::Failed,
        };
        let cure = match &error {
            ProbeError::Contradiction {
                position,
                rules,
                folder,
                ..
            } => Some(Cure::proving(folder.as_deref(), *rules, position.board())),
            ProbeError::Table(error) => cure_of_table(error),
            _ => lack(&error).and_then(|lack| lack.cure()),
        };
        Failure::new(status, error).cured(cure)
    }
}

/// Returns the tables whose absence is the reason that there is no answer.
fn lack(error: &ProbeError) -> Option<Lack> {
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
    Some(Lack {
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
            _ if status == Status::Interrupted => "; the same command goes on from there",
            BuildError::Solve(SolveError::Io { .. }) => {
                "; what is done is there to stay, and the same command goes on from it"
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
