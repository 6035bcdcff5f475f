//! Faults of engines.

use std::collections::VecDeque;
use std::error::Error;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use loa_solver::{Illegality, Position};
use serde::{Serialize, Serializer};

/// A fault of an engine, with its last lines.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct Failed {
    /// The fault.
    pub fault: Fault,
    /// The last lines of the engine.
    pub words: LastWords,
}

/// A failure of an engine, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Failed"))]
struct FailedFields<'a> {
    /// The kind of the fault.
    kind: &'static str,
    /// The fault in words.
    message: String,
    /// The last lines that the engine wrote to standard output.
    said: &'a VecDeque<String>,
    /// The last lines that the engine wrote to standard error.
    complained: &'a VecDeque<String>,
}

impl Serialize for Failed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LastWords { output: said, errors: complained } = &self.words;
        let (kind, message) = (self.fault.kind(), self.to_string());
        FailedFields { kind, message, said, complained }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Failed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        FailedFields::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        FailedFields::json_schema(generator)
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        let words = LastWords::default();
        Failed { fault, words }
    }
}

/// The last lines of a program, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct LastWords {
    /// The lines on standard output.
    pub output: VecDeque<String>,
    /// The lines on standard error.
    pub errors: VecDeque<String>,
}

/// A fault of an engine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The command line cannot be parsed.
    #[error("'{command}' is not a command line: {why}")]
    CommandLine {
        /// The command line.
        command: String,
        /// The error in the command line.
        why: String,
    },
    /// The system cannot start the program.
    #[error("could not start '{program}': {source}")]
    NotStarted {
        /// The first word of the command line.
        program: String,
        /// The system's error.
        source: io::Error,
    },
    /// The program does not complete the handshake.
    #[error("no handshake: no '{expected}' in {}; does it flush its output?", seconds(*.waited))]
    NoHandshake {
        /// The expected line.
        expected: String,
        /// The time waited for it.
        waited: Duration,
    },
    /// The engine does not offer the rules.
    #[error("does not know the rules {rules}: it offers {offered}")]
    Rules {
        /// The requested rules id.
        rules: &'static str,
        /// The values that its option offers.
        offered: String,
    },
    /// No answer came in time.
    #[error("hung: no answer in {}", seconds(*.0))]
    Hung(Duration),
    /// The process ended.
    #[error("died: {0}")]
    Died(ExitStatus),
    /// The process ended before the handshake.
    #[error("died before the handshake: {0}; run it by hand: an engine answers uci with uciok")]
    DiedEarly(ExitStatus),
    /// The program closed its standard output but is still running.
    #[error("closed its standard output without an answer")]
    Closed,
    /// The wait for an answer was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The answer is malformed.
    #[error("nonsense: '{0}'")]
    Nonsense(String),
    /// The word before the answer is in the wrong case.
    #[error("wrong case: '{said}' where '{meant}' is meant")]
    WrongCase {
        /// The answer.
        said: String,
        /// The answer in the right case.
        meant: String,
    },
    /// The move is not legal.
    #[error("illegal move: '{said}' in {position}: {why}")]
    Illegal {
        /// The move's text.
        said: String,
        /// The position.
        position: Box<Position>,
        /// The reason.
        why: Illegality,
    },
    /// The program breaks a clause of the protocol in another way.
    #[error("{0}")]
    Clause(&'static str),
    /// An engine in this program failed.
    #[error("failed: {0}")]
    Own(#[source] Box<dyn Error + Send + Sync>),
}

impl Fault {
    /// Returns the name of the kind of fault, such as `hung`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Fault::CommandLine { .. } | Fault::NotStarted { .. } => "not-started",
            Fault::NoHandshake { .. } | Fault::Rules { .. } => "no-handshake",
            Fault::Hung(_) => "hung",
            Fault::Died(_) | Fault::DiedEarly(_) | Fault::Closed => "died",
            Fault::Interrupted => "interrupted",
            Fault::Nonsense(_) => "nonsense",
            Fault::WrongCase { .. } => "wrong-case",
            Fault::Illegal { .. } => "illegal",
            Fault::Clause(_) => "clause",
            Fault::Own(_) => "failed",
        }
    }

    /// Returns the fault of a program that is not known to be an engine.
    pub(crate) fn before_handshake(self) -> Fault {
        match self {
            Fault::Died(status) => Fault::DiedEarly(status),
            other => other,
        }
    }

    /// Returns whether the engine can be asked again: it has given an answer, even if a wrong one.
    pub const fn leaves_it_usable(&self) -> bool {
        matches!(self, Fault::Nonsense(_) | Fault::WrongCase { .. } | Fault::Illegal { .. })
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
