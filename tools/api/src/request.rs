//! The common parts of questions and their answers.

use std::fmt::Display;
use std::str::FromStr;

use loa_record::WrittenPosition;
use loa_solver::{Board, Material, Position, Preset, Repetition, Rules};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::failure::{Failure, Status, failure};

/// A question without parts.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoParts {}

/// A question about a position.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    pub position: WrittenPosition,
    /// A preset or a rules id. The default is `club`.
    pub rules: Option<Preset>,
}

impl PositionRequest {
    /// Returns the question about a position under the rules of `preset`.
    pub fn new(position: &Position, preset: Preset) -> PositionRequest {
        PositionRequest { position: (*position).into(), rules: Some(preset) }
    }

    /// Returns the position and the rules, which the question or a link names.
    ///
    /// # Errors
    /// When a link names other rules than the question.
    pub fn read(&self) -> Result<(Position, Preset), Failure> {
        placed(&self.position, self.rules)
    }
}

/// Returns a position and its rules, which a link or the question names.
pub(crate) fn placed(
    written: &WrittenPosition,
    requested: Option<Preset>,
) -> Result<(Position, Preset), Failure> {
    Ok((written.position, rules_of(written.preset, requested)?))
}

/// Reads the text of a part that may be missing.
pub(crate) fn if_given<'de, T, D>(given: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = Option::<String>::deserialize(given)?;
    text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

/// Reads texts that are separated by commas.
pub(crate) fn separated<'de, T, D>(given: D) -> Result<Vec<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let texts = Option::<String>::deserialize(given)?;
    let texts = texts.iter().flat_map(|texts| texts.split(','));
    texts.map(|text| text.parse().map_err(D::Error::custom)).collect()
}

/// Returns the rules of a game. Its record may name rules, and its reader may request some.
///
/// # Errors
/// When the record names other rules than the reader requests.
pub fn rules_of(named: Option<Preset>, requested: Option<Preset>) -> Result<Preset, Failure> {
    let meaning = |preset: Preset| (preset.rules, preset.repetition);
    match (named, requested) {
        (Some(named), Some(requested)) if meaning(named) != meaning(requested) => {
            let (named, requested) = (named.name, requested.name);
            Err(failure!(Rules, "the record is of a game under {named}, not under {requested}"))
        }
        (named, requested) => Ok(named.or(requested).unwrap_or_default()),
    }
}

/// Returns the rules of a question about a file. If both name rules, they name the same ones.
pub(crate) fn preset_of_file(named: Option<Preset>, found: Option<Rules>) -> Preset {
    let preset = named.unwrap_or_default();
    let found = found.filter(|&found| found != preset.rules);
    found.map_or(preset, |rules| Preset::of_rules(rules, Repetition::Draw))
}

/// A question about the tables of a board.
#[derive(Clone, Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct BoardRequest {
    /// A preset or a rules id. The default is `club`.
    #[arg(from_global)]
    pub rules: Option<Preset>,
    /// The board, such as 5x5.
    pub board: Board,
    /// Only this material, such as 4v3, the side to move first; separate several with commas. The
    /// default is all that has tables.
    #[serde(default, deserialize_with = "separated")]
    #[schemars(with = "Option<String>")]
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    pub material: Vec<Material>,
}

/// Returns the failure of an unreadable part of a question.
pub(crate) fn unreadable(error: impl Display) -> Failure {
    Failure::new(Status::Usage, error)
}
