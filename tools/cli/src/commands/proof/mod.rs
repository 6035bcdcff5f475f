//! `loa proof`: certificates of start positions, read and checked by a crate
//! that shares no code with the solver.

mod check;
mod line;
mod page;
mod positions;

use std::path::Path;

use clap::{Args, Subcommand};
use loa_checker::CheckError;

use crate::common::{Common, CommonOption::*, listed};
use crate::failure::{Failure, Status};
use crate::proof_file::read_failure;

#[derive(Args, Debug)]
pub(crate) struct ProofArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Check that a certificate proves its claim
    #[command(args = listed([Json, Quiet, Threads]))]
    Check(check::Check),
    /// Print every position after a move of the certificate, and its rank
    #[command(args = listed([Json, Threads]))]
    Positions(positions::Positions),
    /// Print the winner's reply and the bound after some moves
    #[command(args = listed([Json, Threads]))]
    Line(line::Line),
    /// Write a small certificate as a page
    #[command(args = listed([Json, Threads]))]
    Page(page::Page),
}

pub(crate) fn run(common: &Common, proof: &ProofArgs) -> Result<(), Failure> {
    match &proof.action {
        Action::Check(args) => check::run(common, args),
        Action::Positions(args) => positions::run(common, args),
        Action::Line(args) => line::run(common, args),
        Action::Page(args) => page::run(common, args),
    }
}

fn check_failure(file: &Path, error: &CheckError) -> Failure {
    let status = match error {
        CheckError::Read(error) => return read_failure(file, error),
        CheckError::Interrupted { .. } => Status::Interrupted,
        _ => Status::Wrong,
    };
    Failure::new(status, format!("{}: {error}", file.display()))
}
