//! All printing.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loa_record::text::{board_lines, printable, wrapped};
use loa_solver::Position;
use serde::Serialize;
use terminal_size::{Height, Width, terminal_size_of};

use crate::colours;
use crate::failure::{Failure, failure};
use crate::startup::has_no_output;

/// True if this process prints nothing, because another process prints for all.
static SILENT: AtomicBool = AtomicBool::new(false);

/// True if standard output carries a file, and reports go to standard error.
static REPORTS_TO_STDERR: AtomicBool = AtomicBool::new(false);

/// Prints reports to standard error from now on, and returns whether that was so before.
pub(crate) fn report_to_stderr() -> bool {
    REPORTS_TO_STDERR.swap(true, Relaxed)
}

/// Prints nothing from now on.
#[cfg(feature = "mpi")]
pub(crate) fn fall_silent() {
    SILENT.store(true, Relaxed);
}

/// `true` if this process prints nothing.
pub(crate) fn is_silent() -> bool {
    SILENT.load(Relaxed)
}

/// `true` if the command line has `--json`, even if it cannot be parsed.
pub(crate) fn wants_json() -> bool {
    let mut options = std::env::args_os().take_while(|word| word != "--");
    options.any(|word| word == "--json")
}

/// Returns standard output.
///
/// # Errors
/// If it was closed when the process began.
pub(crate) fn stdout() -> io::Result<io::Stdout> {
    match has_no_output() {
        true => Err(io::Error::other("standard output is closed")),
        false => Ok(io::stdout()),
    }
}

/// Prints help, or the version.
pub(crate) fn help(help: &clap::Error) -> Result<(), Failure> {
    if !is_silent() {
        stdout()?;
        help.print()?;
    }
    Ok(())
}

/// Writes to the output for reports and flushes it.
fn written(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if is_silent() {
        return Ok(());
    }
    if REPORTS_TO_STDERR.load(Relaxed) {
        return Ok(write(&mut io::stderr().lock())?);
    }
    let mut out = stdout()?.lock();
    let result = write(&mut out).and_then(|()| out.flush());
    result.map_err(|error| match error.kind() {
        // Otherwise this kind of error means that a thread did not start.
        io::ErrorKind::WouldBlock => {
            failure!(Failed, "standard output is set not to wait for its reader: {error}")
        }
        _ => error.into(),
    })
}

/// Prints a line to standard output.
pub(crate) fn line(text: impl Display) -> Result<(), Failure> {
    written(|out| writeln!(out, "{text}"))
}

/// Prints bytes to standard output.
pub(crate) fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    written(|out| out.write_all(bytes))
}

/// Prints a line to standard output, with its verdicts in colours on a terminal.
pub(crate) fn answer(text: impl Display) -> Result<(), Failure> {
    if colours::are_shown() {
        lines(text.to_string().lines().map(colours::with_verdicts))
    } else {
        line(text)
    }
}

/// Prints a position as a board, with its stones in colours on a terminal.
pub(crate) fn board(position: &Position) -> Result<(), Failure> {
    let board = board_lines(position, None, false).into_iter();
    let are_coloured = colours::are_shown();
    lines(board.map(|line| if are_coloured { colours::with_stones(&line) } else { line }))
}

/// Returns the width of lines on standard output: the width of its terminal, or 80.
pub(crate) fn width() -> usize {
    stdout_columns().unwrap_or(80)
}

/// Prints a JSON value on one line.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    written(|out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}

/// Prints some lines and flushes them.
pub(crate) fn lines(lines: impl Iterator<Item = impl Display>) -> Result<(), Failure> {
    written(|out| {
        let mut out = io::BufWriter::new(out);
        for line in lines {
            writeln!(out, "{line}")?;
        }
        out.flush()
    })
}

/// Prints a failure to standard error, for a person or for a program. On a terminal, an advised
/// command has a separate, unbroken line, so that it can be pasted.
pub(crate) fn failure(failure: &Failure, json: bool) {
    match failure.parts() {
        _ if json => to_stderr(&failure.to_json()),
        (words, Some(command)) if stderr_columns().is_some() => {
            error_line(&words);
            to_stderr(&format!("  {}", printable(command)));
        }
        _ => error_line(&failure.text()),
    }
}

/// Prints a failure to standard error. Escapes control characters, because the text may quote
/// file names and the output of engines.
pub(crate) fn error_line(message: &str) {
    let lines: Vec<String> = message.lines().map(printable).collect();
    note(&format!("loa: {}", lines.join("\n")));
}

/// Prints lines to standard error, broken at words if it is a terminal. Ignores errors.
pub(crate) fn note(message: &str) {
    match stderr_columns() {
        Some(columns) => to_stderr(&in_columns(message, columns)),
        None => to_stderr(message),
    }
}

/// Returns a text with its lines broken at words.
pub(crate) fn in_columns(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.lines().flat_map(|line| wrapped(line, columns)).collect();
    lines.join("\n")
}

/// Returns the width of the terminal on standard output; `None` if it is not a terminal.
pub(crate) fn stdout_columns() -> Option<usize> {
    columns(terminal_size_of(io::stdout()))
}

fn stderr_columns() -> Option<usize> {
    columns(terminal_size_of(io::stderr()))
}

fn columns(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(width, _)| width.0.into()).filter(|&columns| columns > 0)
}

/// Prints a text to standard error as it is. Ignores errors.
pub(crate) fn to_stderr(text: &str) {
    if !is_silent() {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }
}
