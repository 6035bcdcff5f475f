//! `loa`: solves Lines of Action boards and looks positions up.

mod args;
mod chance;
mod cmd;
mod draw;
mod effect;
mod engine;
mod failure;
mod judge;
mod lines;
mod output;
mod page;
mod play;
mod printable;
mod progress;
mod protocol;
mod record;
mod repetition;
mod review;
mod start;
mod suite;
mod text_file;
mod watch;

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
