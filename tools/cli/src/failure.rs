//! Failures of commands, and macros and functions that make them.

use std::fmt::Display;
use std::path::Path;

pub(crate) use loa_api::{Failure, Status, explain};
use loa_record::text::path_text;

/// Makes a failure from a status and the arguments of `format!`.
macro_rules! failure {
    ($status:ident, $($message:tt)+) => {
        $crate::failure::Failure::new($crate::failure::Status::$status, format_args!($($message)+))
    };
}

/// Returns with a failure.
macro_rules! bail {
    ($($failure:tt)+) => {
        return Err($crate::failure::failure!($($failure)+))
    };
}

pub(crate) use {bail, failure};

/// Returns the failure for an input or output error, with the name of the file.
pub(crate) fn at(path: &Path, error: impl Display) -> Failure {
    failure!(Failed, "{}: {error}", path_text(path))
}
