//! Positions and recorded games on the command line.

use std::num::NonZeroUsize;
use std::path::Path;

use loa_api::{PositionRequest, rules_of};
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
/// number. Returns it with its rules, or else those of the command line. Prints the notices on it,
/// unless the answer is in JSON.
///
/// # Errors
/// When the file cannot be read or does not hold the game, or if the command line and the record name
/// different rules.
pub(crate) fn load_record(
    common: &Common,
    file: &Path,
    number: Option<NonZeroUsize>,
) -> Result<(GameTree, Preset), Failure> {
    let (text, name) = (read_text(file)?, name_of(file));
    let record = number.map_or_else(|| read(&text), |number| read_game(&text, number));
    let record = record.map_err(|source| match source {
        RecordError::NoSuchGame { .. } => Failure::new(Status::Usage, source).within(&name),
        _ => failure!(Usage, "{name} is not the record of a game: {source}"),
    })?;
    let preset = rules_of(record.preset, common.rules)?;
    if !common.json {
        for notice in record.notices(preset) {
            output::note(&text::printable(&format!("{name}: {notice}")));
        }
    }
    Ok((record, preset))
}
