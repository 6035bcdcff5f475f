//! The end of a command without success, and its exit status.

use std::fmt::Display;

use serde_json::{Value as Json, json};

use crate::advice::{Advice, MissingTables};

/// The exit statuses of `loa`; success is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The reader of standard output has gone; nothing is printed.
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
    /// Interrupted; the same command continues.
    Interrupted = 130,
}

/// The end of a command that did not succeed: one clear line.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// The line, with any advice.
    pub(crate) message: String,
    /// The command that removes the cause, if one does.
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
    pub(crate) fn no_tables(missing: &MissingTables) -> Failure {
        let MissingTables {
            folder,
            rules,
            board,
            ..
        } = missing;
        let folder = folder.join(rules.id()).join(board.to_string());
        let message = format!("no tables of {board} under {rules} in {}", folder.display());
        Failure::new(Status::Missing, message).advised(missing.advice())
    }

    /// Adds advice.
    pub(crate) fn advised(mut self, advice: Option<Advice>) -> Failure {
        let Some(Advice { words, command }) = advice else {
            return self;
        };
        self.message = match &command {
            Some(command) => format!("{}; {words}: {command}", self.message),
            None => format!("{}; {words}", self.message),
        };
        self.hint = command;
        self
    }

    /// Adds the place, such as a line of a file.
    pub(crate) fn within(mut self, place: impl Display) -> Failure {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// Returns the failure as JSON.
    pub(crate) fn to_json(&self) -> Json {
        let mut json = json!({ "error": self.message, "status": self.status as u8 });
        if let Some(hint) = &self.hint {
            json["hint"] = hint.as_str().into();
        }
        json
    }
}
