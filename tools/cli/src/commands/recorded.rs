//! Recorded games on the command line.

use std::io;
use std::path::Path;

use loa_record::notation::{self, Record, RecordFileError};
use loa_solver::Preset;

use crate::common::Common;
use crate::failure::Failure;

/// Reads a record from a file, or from standard input if it is called `-`.
///
/// # Errors
/// When the file cannot be read or holds no record.
pub(super) fn load_record(file: &Path) -> Result<Record, RecordFileError> {
    match file.to_str() {
        Some("-") => notation::read_from(io::stdin().lock(), "standard input"),
        _ => notation::read_file(file),
    }
}

/// Returns the rules that a record names, or else those of the command line.
///
/// # Errors
/// When the command line names others than the record.
pub(super) fn rules_of(common: &Common, record: &Record) -> Result<Preset, Failure> {
    let wanted = (common.rules != Preset::default()).then_some(common.rules);
    Ok(loa_report::rules_of(record.preset, wanted)?)
}
