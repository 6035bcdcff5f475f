//! Failures of commands, and macros and functions that make them.

pub(crate) use loa_api::{Failure, Status, at, explain};

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
