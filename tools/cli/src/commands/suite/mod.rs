//! `loa suite`: makes, checks and draws suites of problems.

mod check;
mod make;
mod needs;
mod show;

use clap::{Args, Subcommand};
use loa_judge::suite::FORMAT;

use crate::common::{Common, CommonOption::*, listed};
use crate::failure::Failure;

pub(super) use needs::expect_tables;

#[derive(Args, Debug)]
#[command(after_long_help = FORMAT)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Find problems in the tables and print a suite of them
    #[command(args = listed([Rules, Tables, Json, Quiet, Cache, Threads]))]
    Make(make::Make),
    /// Compute every claim of a suite again from the tables
    #[command(args = listed([Tables, Json, Cache]))]
    Check(check::Check),
    /// Draw the problems of a suite, best play as far as there are tables
    #[command(args = listed([Tables, Json]))]
    Show(show::Show),
}

pub(crate) fn run(common: &Common, suite: &SuiteArgs) -> Result<(), Failure> {
    match &suite.action {
        Action::Make(args) => make::run(common, args),
        Action::Check(args) => check::run(common, &args.file),
        Action::Show(args) => show::run(common, args),
    }
}
