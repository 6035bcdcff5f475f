//! `loa`: solves Lines of Action boards and looks positions up.

mod args;
mod chance;
mod cmd;
mod cure;
mod draw;
mod effect;
mod engine;
mod failure;
mod figures;
#[cfg(test)]
mod fuzz;
mod judge;
mod lines;
mod output;
mod output_file;
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

use crate::failure::{Failure, Status};

fn main() -> ExitCode {
    let args = match args::read() {
        Ok(args) => args,
        Err(error) if !error.use_stderr() => {
            // Help, or the version. A reader who has gone needs neither.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return failed(&Failure::from(error), args::wants_json()),
    };
    match cmd::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.status == Status::ClosedPipe => ExitCode::SUCCESS,
        Err(failure) => failed(&failure, args.common.json),
    }
}

/// Reports a failure, and returns its exit status.
fn failed(failure: &Failure, json: bool) -> ExitCode {
    output::failure(failure, json);
    ExitCode::from(failure.status as u8)
}
