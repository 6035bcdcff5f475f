//! `loa`: solves Lines of Action boards and looks positions up.

mod beyond;
mod colours;
mod commands;
mod common;
mod failure;
mod grammar;
mod help;
mod interruption;
mod output;
mod paths;
mod play;
mod position_argument;
mod processes;
mod progress;
mod proof_file;
mod startup;
mod terminal;

use std::error::Error;
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use crate::failure::{Failure, Status};
use crate::processes::Processes;

fn main() -> ExitCode {
    startup::survive_large_files();
    let mut processes = match Processes::join() {
        Ok(processes) => processes,
        Err(failure) => return ExitCode::from(failed(&failure, output::wants_json())),
    };
    let status = match processes.expect_same_command() {
        Ok(()) => run(&mut processes),
        Err(failure) => failed(&failure, output::wants_json()),
    };
    ExitCode::from(processes.leave(status))
}

/// Runs the command, and returns the exit status.
fn run(processes: &mut Processes) -> u8 {
    let args = match grammar::read() {
        Ok(args) => args,
        Err(error) if !error.use_stderr() => {
            // Help, or the version.
            return match output::help(&error) {
                Err(failure) if failure.status != Status::ClosedPipe => failed(&failure, false),
                _ => SUCCESS,
            };
        }
        Err(error) => return failed(&unreadable(&error), output::wants_json()),
    };
    match grammar::run(&args, processes) {
        Ok(()) => SUCCESS,
        Err(failure) if failure.status == Status::ClosedPipe => SUCCESS,
        Err(failure) => failed(&failure, args.common.json),
    }
}

const SUCCESS: u8 = 0;

/// Returns the failure of a command line that cannot be read.
fn unreadable(error: &clap::Error) -> Failure {
    let mut text = error.render().to_string();
    if let Some(number) = error.source().and_then(|source| source.downcast_ref::<ParseIntError>()) {
        let wanted = match number.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "the number is too large",
            IntErrorKind::Zero => "expected a number from 1",
            _ => "expected a whole number",
        };
        text = text.replacen(&number.to_string(), wanted, 1);
    }
    if let Some((before, range)) = text.split_once(" is not in ")
        && let (Some((argument, _)), Some((low, high))) =
            (before.rsplit_once(": "), range.split_once("..="))
    {
        text = format!("{argument}: expected a number from {low} to {high}");
    }
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    Failure::new(Status::Usage, text.trim_end())
}

/// Reports a failure, and returns its exit status.
fn failed(failure: &Failure, json: bool) -> u8 {
    output::failure(failure, json);
    failure.status as u8
}
