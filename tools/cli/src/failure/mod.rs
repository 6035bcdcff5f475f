//! Failures of commands, and their exit status.

mod end;
mod engines;
mod input;
mod tables;

pub(crate) use end::{Failure, Status};
pub(crate) use loa_report::explain;
