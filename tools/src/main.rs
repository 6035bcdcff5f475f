//! `loa`: solves Lines of Action boards and looks positions up.

mod args;
mod cmd;
mod draw;
mod failure;
mod judge;
mod output;
mod progress;
mod protocol;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;
use crate::failure::Status;

fn main() -> ExitCode {
    let args = Args::parse();
    match cmd::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.status == Status::ClosedPipe => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&failure.message);
            ExitCode::from(failure.status as u8)
        }
    }
}
