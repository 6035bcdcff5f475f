//! Failures of commands, and macros and functions that make them.

pub(crate) use loa_api::{Failure, Status, at, bail, failure};
