//! Reasons why a question has no answer.

use std::fmt::{self, Display};
use std::path::Path;

use loa_checker::{CheckError, ReadError};
use loa_record::text::path_text;
use loa_record::{Worth, WrittenPositionError};
use loa_solver::{Position, Preset};
use loa_tablebase::{ErrorKind, Layout, ProbeError, TableError, TableSubject};
use schemars::JsonSchema;
use serde::Serialize;

use crate::advice::{Advice, MissingTables, moving, solving_again};
use crate::certificates::known_start;
use crate::figures::amount;

/// The kinds of failure. The number is the exit status of `loa`; 0 means success. JSON uses words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The reader of standard output has closed it. Nothing is printed.
    ClosedPipe = 0,
    /// Input or output failed, or an internal error occurred.
    Failed = 1,
    /// The usage is wrong, or a position does not parse.
    Usage = 2,
    /// A verification failed.
    Wrong = 3,
    /// A file is damaged.
    Damaged = 4,
    /// A table is missing.
    #[serde(rename = "missing-table")]
    Missing = 5,
    /// No table can cover the position.
    #[serde(rename = "outside-tables")]
    Outside = 6,
    /// The table and the question have different rules.
    #[serde(rename = "other-rules")]
    Rules = 7,
    /// A proof search ended undecided.
    Undecided = 8,
    /// The work was interrupted. The same command continues it.
    Interrupted = 130,
}

/// The failure of a command or a question: one clear line.
#[derive(Debug)]
pub struct Failure {
    /// The exit status.
    pub status: Status,
    /// The line, without advice.
    message: String,
    /// Advice to the operator.
    advice: Option<Advice>,
    /// The first wrong character of the position's text, counted from 1.
    pub character: Option<usize>,
    /// The proof of the position, if no table covers it.
    pub proved: Option<Box<Worth>>,
    /// The tables that the cause names, if they are missing.
    pub missing: Option<Box<MissingTables>>,
    /// The HTTP status, if it says more than the exit status.
    http: Option<u16>,
}

impl std::error::Error for Failure {}

/// Makes a failure from the name of a [`Status`] and the arguments of `format!`.
#[macro_export]
macro_rules! failure {
    ($status:ident, $($message:tt)+) => {
        $crate::Failure::new($crate::Status::$status, ::std::format_args!($($message)+))
    };
}

/// Returns with a failure, made from the same arguments as by [`failure!`].
#[macro_export]
macro_rules! bail {
    ($($failure:tt)+) => {
        return Err($crate::failure!($($failure)+))
    };
}

pub(crate) use {bail, failure};

/// Returns the failure for an input or output error, with the name of the file.
pub fn at(path: &Path, error: impl Display) -> Failure {
    Failure::new(Status::Failed, format!("{}: {error}", path_text(path)))
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Failure {
    /// Returns a failure without advice.
    pub fn new(status: Status, message: impl Display) -> Failure {
        Failure {
            status,
            message: message.to_string(),
            advice: None,
            character: None,
            proved: None,
            missing: None,
            http: None,
        }
    }

    /// Returns the failure of a question about a name or an address that does not exist.
    pub(crate) fn nothing_there(message: impl Display) -> Failure {
        Failure { http: Some(404), ..Failure::new(Status::Usage, message) }
    }

    /// Returns the failure of a question that exceeds a limit.
    pub(crate) fn too_much(message: impl Display) -> Failure {
        Failure { http: Some(413), ..Failure::new(Status::Usage, message) }
    }

    /// Returns the failure of a question at an address that does not exist.
    pub fn no_address(path: &str) -> Failure {
        Failure::nothing_there(format!("there is nothing at {path}; see /api"))
    }

    /// Returns the failure of a question with a method that the address does not support.
    pub fn no_such_method(method: &str, path: &str) -> Failure {
        let message = format!("{path} is not asked with {method}; see /api");
        Failure { http: Some(405), ..Failure::new(Status::Usage, message) }
    }

    /// Returns the HTTP status, such as 404.
    pub fn http_status(&self) -> u16 {
        self.http.unwrap_or(match self.status {
            Status::Usage => 400,
            Status::Missing => 404,
            Status::Rules => 409,
            Status::Outside => 422,
            _ => 500,
        })
    }

    /// Returns whether the failure only says that no table covers the position.
    pub fn is_uncovered(&self) -> bool {
        matches!(self.status, Status::Missing | Status::Outside)
    }

    /// Returns the failure of a probe, with advice.
    pub fn of(error: &ProbeError) -> Failure {
        let advice = match error {
            ProbeError::Contradiction { position, rules, folder, .. } => {
                Some(Advice::contradiction(folder.as_deref(), *rules, position.board()))
            }
            ProbeError::Table(error) => table_advice(error),
            _ => missing_tables(error).and_then(|missing| missing.advice()),
        };
        let status = match error {
            ProbeError::Interrupted => Status::Interrupted,
            error => error.kind().into(),
        };
        Failure::new(status, error).advised(advice)
    }

    /// Returns the failure of a probe of a position. If the position is a proved start, the message
    /// begins with the winner, and gives no advice on tables that cannot be made here.
    pub fn of_probe(error: &ProbeError, position: &Position, preset: Preset) -> Failure {
        let failure = Failure::of(error);
        if !matches!(error, ProbeError::Missing { .. } | ProbeError::Unfinished { .. }) {
            return failure;
        }
        let Some(known) = known_start(position, preset) else {
            return failure;
        };
        let (side, words) = (position.turn().name(), known.sentence());
        let open = if known.bound { "exact value is not known" } else { "moves need tables" };
        Failure {
            message: format!("{side} {words}; its {open}: {error}"),
            proved: Some(Box::new(known)),
            ..failure.advised_by_command()
        }
    }

    /// Drops advice without a command.
    pub(crate) fn advised_by_command(self) -> Failure {
        Failure { advice: self.advice.filter(|advice| advice.command.is_some()), ..self }
    }

    /// Returns the failure of a command that needs the tables of a board when the folder has no
    /// such tables.
    pub fn no_tables(missing: &MissingTables) -> Failure {
        let MissingTables { folder, rules, board, material } = missing;
        let folder = Layout::new(folder.clone()).board(*rules, *board);
        let what = material.map_or("tables of".into(), |material| format!("table {material} of"));
        let message = format!("no {what} {board} under {rules} in {}", folder.display());
        let failure = Failure::new(Status::Missing, message).advised(missing.advice());
        Failure { missing: Some(Box::new(missing.clone())), ..failure }
    }

    /// Returns the failure of a certificate that cannot be read, or proves nothing.
    pub fn of_certificate(name: impl Display, error: &CheckError) -> Failure {
        let (status, words) = match error {
            CheckError::Read(ReadError::Io(cause)) => (Status::Failed, format!("{error}: {cause}")),
            CheckError::Read(_) => (Status::Damaged, error.to_string()),
            CheckError::Interrupted { .. } => (Status::Interrupted, error.to_string()),
            CheckError::Rests(_) => (Status::Wrong, error.to_string()),
            hole => (Status::Damaged, format!("the certificate proves nothing: {hole}")),
        };
        Failure::new(status, format!("{name}: {words}"))
    }

    /// Returns the failure to start one of `threads` threads.
    pub fn no_thread(error: impl Display, threads: usize) -> Failure {
        let advice = match threads {
            0 | 1 => {
                "the system allows this user or container no more threads or memory: see \
                 ulimit -u and ulimit -v, or pids.max of the control group"
            }
            _ => "try fewer with --threads 1",
        };
        failure!(Failed, "a thread cannot be started: {error}; {advice}")
    }

    /// Adds advice.
    #[must_use]
    pub fn advised(self, advice: Option<Advice>) -> Failure {
        Failure { advice: advice.or(self.advice), ..self }
    }

    /// Returns the failure for readers who do not run the program. It has no advice, and names
    /// files relative to the folder of the tables.
    #[must_use]
    pub fn for_visitors(self, folder: &Path) -> Failure {
        let folder = folder.join("").display().to_string();
        Failure { message: self.message.replace(&folder, ""), advice: None, ..self }
    }

    /// Returns the line, with the advice if it has some.
    pub fn text(&self) -> String {
        match &self.advice {
            None => self.message.clone(),
            Some(advice) => format!("{}; {advice}", self.message),
        }
    }

    /// Returns the line with its advice, and separately the command that ends the advice.
    pub fn parts(&self) -> (String, Option<&str>) {
        match self.advice.as_ref().map(|advice| (advice, &advice.command)) {
            Some((advice, Some(command))) => {
                (format!("{}; {}:", self.message, advice.words), Some(command))
            }
            _ => (self.text(), None),
        }
    }

    /// Adds the place of the failure, such as a line of a file.
    #[must_use]
    pub fn within(mut self, place: impl Display) -> Failure {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// Returns the failure as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.reply()).unwrap_or_default()
    }

    pub(crate) fn reply(&self) -> FailureReply {
        let advice = self.advice.as_ref();
        FailureReply {
            error: self.text(),
            status: self.status as u8,
            kind: self.status,
            hint: advice.and_then(|advice| advice.command.clone()),
            character: self.character,
            proved: self.proved.clone(),
        }
    }
}

/// The reason why a question has no answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
pub struct FailureReply {
    /// The reason, with advice.
    error: String,
    /// The exit status of the command line.
    status: u8,
    /// The kind of failure, for programs.
    kind: Status,
    /// A command that removes the cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// The first wrong character of the position's text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<usize>,
    /// The proof of the position, if no table covers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Box<Worth>>,
}

/// Writes the reason.
impl Display for FailureReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

/// The reply to one of several questions, if it has no answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefusedPosition {
    /// The text of the position as given; null if it is too long.
    position: Option<String>,
    #[serde(flatten)]
    failure: FailureReply,
    /// The line of the question, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

impl RefusedPosition {
    /// Returns the reply to a question about a position.
    pub fn new(position: Option<String>, failure: &Failure) -> RefusedPosition {
        RefusedPosition { position, failure: failure.reply(), line: None }
    }
}

impl From<ErrorKind> for Status {
    fn from(kind: ErrorKind) -> Status {
        match kind {
            ErrorKind::Failed => Status::Failed,
            ErrorKind::Damaged => Status::Damaged,
            ErrorKind::Missing => Status::Missing,
            ErrorKind::Outside => Status::Outside,
            ErrorKind::Rules => Status::Rules,
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        let (status, advice) = (error.kind().into(), table_advice(&error));
        if let TableError::Memory { needed, allowed, .. } = error {
            let [needed, allowed] = [needed, allowed].map(amount);
            let message = format!("this needs {needed} of memory, and {allowed} are allowed");
            return Failure::new(status, message);
        }
        Failure::new(status, error).advised(advice)
    }
}

fn table_advice(error: &TableError) -> Option<Advice> {
    let damaged = error.is_damage().then(|| error.path());
    moving([error].into_iter()).or_else(|| solving_again(damaged.into_iter()))
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Failure {
        Failure::of(&error)
    }
}

/// Returns the missing tables, if their absence is the reason for the error.
fn missing_tables(error: &ProbeError) -> Option<MissingTables> {
    let (folder, table, material) = match *error {
        ProbeError::Missing { table, asked, ref path } => (path.ancestors().nth(3), table, asked),
        ProbeError::Unfinished { table, ref path } => {
            (path.ancestors().nth(4), table, table.material)
        }
        _ => return None,
    };
    // The built-in tables have no folder.
    let folder = folder.filter(|folder| *folder != Path::new(""))?.to_owned();
    let TableSubject { rules, board, .. } = table;
    Some(MissingTables { folder, rules, board, material: Some(material) })
}

impl From<WrittenPositionError> for Failure {
    fn from(error: WrittenPositionError) -> Failure {
        let status = match error {
            WrittenPositionError::Rules { .. } => Status::Rules,
            _ => Status::Usage,
        };
        Failure { character: error.character(), ..Failure::new(status, error) }
    }
}
