//! Positions and recorded games on the command line.

use std::io;
use std::path::Path;

use loa_record::notation::{self, Record, RecordFileError};
use loa_solver::{Position, Preset, Rules, WrittenPosition};

use crate::common::Common;
use crate::failure::{Failure, bail};

/// Reads a position; returns it with the rules that a link names, or else those of the command
/// line.
///
/// # Errors
/// When the text is no position, or the command line names other rules than the link.
pub(crate) fn read_position(common: &Common, text: &str) -> Result<(Position, Preset), Failure> {
    if text.trim() == "-" {
        bail!(Usage, "- is not a position: --stdin reads one a line from standard input");
    }
    let written: WrittenPosition = text.parse()?;
    Ok((written.position, named_or_common(common, written.preset)?))
}

/// Reads a position to be asked about under these rules.
///
/// # Errors
/// When the text is no position, or a link names other rules.
pub(crate) fn read_position_under(rules: Rules, text: &str) -> Result<Position, Failure> {
    Ok(text.parse::<WrittenPosition>()?.under(rules)?)
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
    named_or_common(common, record.preset)
}

fn named_or_common(common: &Common, named: Option<Preset>) -> Result<Preset, Failure> {
    let wanted = (common.rules != Preset::default()).then_some(common.rules);
    loa_report::rules_of(named, wanted)
}
