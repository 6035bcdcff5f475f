//! `loa`: solves Lines of Action boards and looks positions up.

mod advice;
mod answers;
mod commands;
mod common;
mod failure;
mod figures;
mod grammar;
mod interruption;
mod output;
mod output_file;
mod play;
mod position_argument;
mod progress;
mod size;
mod tables_folder;

use std::process::ExitCode;

use crate::failure::{Failure, Status};

fn main() -> ExitCode {
    let args = match grammar::read() {
        Ok(args) => args,
        Err(error) if !error.use_stderr() => {
            // Help, or the version. A reader that has gone needs neither.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return failed(&Failure::from(error), grammar::wants_json()),
    };
    match grammar::run(&args) {
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
