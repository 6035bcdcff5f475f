//! `loa suite`: makes, checks and draws suites of problems.

mod check;
mod make;
mod show;

use std::fmt::Display;
use std::path::Path;
use std::{fs, io};

use clap::{Args, Subcommand};

use crate::args::Common;
use crate::failure::{Failure, Status};
use crate::suite::{Entry, FORMAT, read};

#[derive(Args, Debug)]
#[command(after_long_help = FORMAT)]
pub(crate) struct Suite {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Find problems in the tables and print a suite of them
    Make(make::Make),
    /// Compute every claim of a suite again from the tables
    Check(check::Check),
    /// Draw the problems of a suite; needs no tables
    Show(show::Show),
}

pub(super) fn run(common: &Common, suite: &Suite) -> Result<(), Failure> {
    match &suite.action {
        Action::Make(args) => make::run(common, args),
        Action::Check(args) => check::run(common, &args.file),
        Action::Show(args) => show::run(common, args),
    }
}

/// The problems of a file, at least one.
fn open(file: &Path) -> Result<Vec<Entry>, Failure> {
    let in_file =
        |status, what: &dyn Display| Failure::new(status, format!("{}: {what}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => in_file(Status::Usage, &error),
        _ => in_file(Status::Failed, &error),
    })?;
    let entries = read(&text).map_err(|error| in_file(Status::Usage, &error))?;
    if entries.is_empty() {
        return Err(in_file(Status::Usage, &"there is no problem in it"));
    }
    Ok(entries)
}
