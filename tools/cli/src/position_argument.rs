//! Positions and recorded games on the command line.

use std::num::NonZeroUsize;
use std::path::Path;

use loa_api::PositionRequest;
use loa_record::notation::{GameTree, RecordError, read, read_game};
use loa_record::{WrittenPosition, text};
use loa_solver::{Position, Preset, Rules};

use crate::common::Common;
use crate::failure::{Failure, Status, bail, failure};
use crate::output;
use crate::paths::{name_of, read_text};

/// Returns the question about a position under the rules of the command line.
///
/// # Errors
/// When the text is no position.
pub(crate) fn asked(common: &Common, text: &str) -> Result<PositionRequest, Failure> {
    if text.trim() == "-" {
        bail!(Usage, "- is not a position: --stdin reads one per line from standard input");
    }
    Ok(PositionRequest { position: text.parse()?, rules: common.rules })
}

/// Reads a position. Returns it with the rules of a link, or else those of the command line.
///
/// # Errors
/// When the text is no position, or the command line names other rules than the link.
pub(crate) fn read_position(common: &Common, text: &str) -> Result<(Position, Preset), Failure> {
    asked(common, text)?.read()
}

/// Reads a position for a question under these rules.
///
/// # Errors
/// When the text is no position, or a link names other rules.
pub(crate) fn read_position_under(rules: Rules, text: &str) -> Result<Position, Failure> {
    Ok(text.parse::<WrittenPosition>()?.under(rules)?)
}

/// Reads a record from a file, or from standard input: the first game, or the game with a given
/// number.
///
/// # Errors
/// When the file cannot be read or does not hold the game.
pub(crate) fn load_record(file: &Path, number: Option<NonZeroUsize>) -> Result<GameTree, Failure> {
    let text = read_text(file)?;
    let record = number.map_or_else(|| read(&text), |number| read_game(&text, number));
    record.map_err(|source| match source {
        RecordError::NoSuchGame { .. } => Failure::new(Status::Usage, source).within(name_of(file)),
        _ => failure!(Usage, "{} is not the record of a game: {source}", name_of(file)),
    })
}

/// Prints the notices on the record of a file, unless the answer is in JSON.
pub(crate) fn print_notices(common: &Common, file: &Path, record: &GameTree, preset: Preset) {
    if common.json {
        return;
    }
    for notice in record.notices(preset) {
        output::note(&text::printable(&format!("{}: {notice}", name_of(file))));
    }
}

/// Returns the rules of a record, or else those of the command line.
///
/// # Errors
/// If the command line and the record name different rules.
pub(crate) fn rules_of(common: &Common, record: &GameTree) -> Result<Preset, Failure> {
    loa_api::rules_of(record.preset, common.rules)
}
