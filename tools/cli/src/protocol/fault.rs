//! What can go wrong with an engine.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use loa_solver::Position;

use super::program::LastWords;

/// A fault of an engine, and what it said last.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub(crate) struct Failed {
    pub(crate) fault: Fault,
    pub(crate) words: LastWords,
}

/// What an engine did wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The command line starts nothing as it is written.
    #[error("'{command}' is not a command line: {why}")]
    CommandLine { command: String, why: String },
    /// The system could not start it.
    #[error("could not start '{program}': {source}")]
    NotStarted {
        /// The first word of the command line.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// It does not shake hands.
    #[error("no handshake: no '{expected}' in {}", seconds(*.waited))]
    NoHandshake {
        /// The line that should have come.
        expected: String,
        /// How long that was waited for.
        waited: Duration,
    },
    /// It says that it does not know the rules.
    #[error("does not know the rules {rules}: it offers {offered}")]
    Rules {
        /// The rules id asked for.
        rules: &'static str,
        /// What its option says of its values.
        offered: String,
    },
    /// No answer came in time.
    #[error("hung: no answer in {}", seconds(*.0))]
    Hung(Duration),
    /// The process ended.
    #[error("died: {0}")]
    Died(ExitStatus),
    /// It lives but will say nothing more.
    #[error("closed its standard output without an answer")]
    Closed,
    /// Its answer was no longer waited for.
    #[error("interrupted")]
    Interrupted,
    /// Its answer is not of the form of an answer.
    #[error("nonsense: '{0}'")]
    Nonsense(String),
    /// Its answer would do but for capital and small letters.
    #[error("wrong case: '{said}' where '{meant}' is meant")]
    WrongCase {
        /// What it said.
        said: String,
        /// What that would be in the right case.
        meant: String,
    },
    /// Its move is none of the position's.
    #[error("illegal move: '{said}' in {position}")]
    Illegal {
        /// The move's text.
        said: String,
        /// Where it was tried.
        position: Box<Position>,
    },
}

impl Fault {
    /// A name for counting and for programs.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Fault::CommandLine { .. } | Fault::NotStarted { .. } => "not-started",
            Fault::NoHandshake { .. } | Fault::Rules { .. } => "no-handshake",
            Fault::Hung(_) => "hung",
            Fault::Died(_) | Fault::Closed => "died",
            Fault::Interrupted => "interrupted",
            Fault::Nonsense(_) => "nonsense",
            Fault::WrongCase { .. } => "wrong-case",
            Fault::Illegal { .. } => "illegal",
        }
    }

    /// Whether the program can be asked again: it has answered, if wrongly.
    pub(crate) const fn leaves_it_usable(&self) -> bool {
        matches!(
            self,
            Fault::Nonsense(_) | Fault::WrongCase { .. } | Fault::Illegal { .. }
        )
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
