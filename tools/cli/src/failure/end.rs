//! The end of a command without success.

use std::fmt::Display;
use std::ops::Deref;

use loa_record::PositionTextError;
use loa_report::advice::{Advice, MissingTables};
use loa_solver::{ParsePositionError, Position};
use loa_tablebase::{ProbeError, TableError};

pub(crate) use loa_report::Status;

/// The end of a command that did not succeed: one clear line. A type of its own, so that
/// errors of every package can become one.
#[derive(Debug)]
pub(crate) struct Failure(loa_report::Failure);

impl Deref for Failure {
    type Target = loa_report::Failure;

    fn deref(&self) -> &loa_report::Failure {
        &self.0
    }
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Display) -> Failure {
        Failure(loa_report::Failure::new(status, message))
    }

    /// Returns the failure of a command that needs tables of a board where there
    /// are none.
    pub(crate) fn no_tables(missing: &MissingTables) -> Failure {
        Failure(loa_report::Failure::no_tables(missing))
    }

    /// Returns the failure of a probe of a position, which may be a proved start.
    pub(crate) fn of_probe(error: &ProbeError, position: &Position) -> Failure {
        Failure(loa_report::Failure::of_probe(error, position))
    }

    /// Adds advice.
    pub(crate) fn advised(self, advice: Option<Advice>) -> Failure {
        Failure(self.0.advised(advice))
    }

    /// Adds the place, such as a line of a file.
    pub(crate) fn within(self, place: impl Display) -> Failure {
        Failure(self.0.within(place))
    }
}

/// Takes over the failures of errors that other programs report as well.
macro_rules! failures {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure(error.into())
            }
        }
    )*};
}

failures!(ProbeError, TableError, PositionTextError, ParsePositionError, loa_report::Failure);
