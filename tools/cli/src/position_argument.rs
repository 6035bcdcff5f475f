//! Positions and recorded games on the command line.

use std::io;
use std::path::Path;

use loa_record::notation::{self, Record, RecordFileError};
use loa_solver::{Position, Preset};

use crate::common::Common;
use crate::failure::{Failure, bail};

/// Reads a position's text, `start BOARD` or `scrambled BOARD`.
pub(crate) fn read_position(text: &str) -> Result<Position, Failure> {
    if text.trim() == "-" {
        bail!(Usage, "- is not a position: --stdin reads one a line from standard input");
    }
    Ok(text.parse()?)
}

/// Reads a record from a file, or from standard input if it is called `-`.
///
/// # Errors
/// When the file cannot be read or holds no record.
pub(crate) fn load_record(file: &Path) -> Result<Record, RecordFileError> {
    match file.to_str() {
        Some("-") => notation::read_from(io::stdin().lock(), "standard input"),
        _ => notation::read_file(file),
    }
}

/// Returns the rules that a record names, or else those of the command line.
///
/// # Errors
/// When the command line names others than the record.
pub(crate) fn rules_of(common: &Common, record: &Record) -> Result<Preset, Failure> {
    let wanted = (common.rules != Preset::default()).then_some(common.rules);
    loa_report::rules_of(record.preset, wanted)
}
