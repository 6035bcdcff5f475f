//! The common parts of questions and their answers.

use loa_record::WrittenPosition;
use loa_solver::{Board, Material, Position, Preset, Rules, Stop};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Status};
use crate::library::Library;

/// The kind of work that an answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Looks into tables, certificates and suites.
    Tables,
    /// The engine thinks until it finishes or is stopped.
    Engine,
    /// The engine thinks, and sends each better answer as an event.
    Events,
}

/// The time for which an answer is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// The answer never changes. It depends only on the question, or is the value of a position
    /// with its distance.
    Lasting,
    /// The answer depends on the tables, certificates and suites of the library, which may grow.
    Open,
    /// The answer depends on the time that the engine or a search had. Do not store it.
    Fleeting,
}

/// A question that a library answers.
pub trait Request: DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// The answer.
    type Response: Serialize + JsonSchema;

    /// The content type of the answer.
    const CONTENT_TYPE: &str = "application/json";

    /// The kind of work that the answer takes.
    fn kind(&self) -> Kind {
        Kind::Tables
    }

    /// Refuses a question before any work on it.
    ///
    /// # Errors
    /// When the question cannot be read, or exceeds a limit of the library. The default accepts
    /// every question, and [`Request::answer`] refuses unreadable ones.
    fn check(&self, _: &Library) -> Result<(), Failure> {
        Ok(())
    }

    /// Answers the question.
    ///
    /// # Errors
    /// When the question cannot be read, or has no answer.
    fn answer(&self, library: &Library, watch: &mut Watch<'_, Self>) -> Answer<Self>;

    /// Answers the question for a caller who neither stops the work nor reads events.
    ///
    /// # Errors
    /// As for [`Request::answer`].
    fn ask(&self, library: &Library) -> Answer<Self> {
        self.answer(
            library,
            &mut Watch { stop: &Stop::default(), found: &mut |_| {}, rest: &mut || {} },
        )
    }

    /// Answers the question from values in memory, in a few microseconds. Opens, reads and unpacks
    /// nothing. `None` if the values in memory are not enough.
    ///
    /// # Errors
    /// As for [`Request::answer`].
    fn answer_from_memory(&self, _: &Library) -> Result<Option<Self::Response>, Failure> {
        Ok(None)
    }

    /// Returns how long an answer is valid.
    fn age(&self, _: &Self::Response) -> Age {
        Age::Open
    }

    /// Returns the bytes of an answer.
    ///
    /// # Errors
    /// When the answer cannot be serialized. No known answer causes this.
    fn bytes(response: &Self::Response) -> Result<Vec<u8>, Failure> {
        serde_json::to_vec(response).map_err(|error| Failure::new(Status::Failed, error))
    }
}

/// The answer to a question, or the reason why it has none.
pub type Answer<R> = Result<<R as Request>::Response, Failure>;

/// The caller's side of an unanswered question.
pub struct Watch<'a, R: Request> {
    /// Ends the engine's thinking or a search; the answer is then what was found.
    pub stop: &'a Stop,
    /// Receives each better answer of [`Kind::Events`].
    pub found: &'a mut dyn FnMut(&R::Response),
    /// Called when the engine has finished, and the answer only waits for the check of a certificate.
    pub rest: &'a mut dyn FnMut(),
}

impl<R: Request> std::fmt::Debug for Watch<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("stop", &self.stop).finish_non_exhaustive()
    }
}

/// A question about a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    pub position: String,
    /// A preset or a rules id. The default is `club`.
    pub rules: Option<String>,
}

impl PositionRequest {
    /// Returns the question about a position under the rules of `preset`.
    pub fn new(position: &Position, preset: Preset) -> PositionRequest {
        let rules = Some(preset.name.to_owned());
        PositionRequest { position: position.to_string(), rules }
    }

    /// Returns the position and the rules, which the question or a link names.
    ///
    /// # Errors
    /// When the text is not a position, the rules are unknown, or a link names other rules than the
    /// question.
    pub fn read(&self) -> Result<(Position, Preset), Failure> {
        position_and_rules(&self.position, self.rules.as_deref())
    }
}

/// Reads a position and the optional name of rules.
pub(crate) fn position_and_rules(
    position: &str,
    rules: Option<&str>,
) -> Result<(Position, Preset), Failure> {
    let written: WrittenPosition = position.parse()?;
    let requested = rules.map(|name| preset(Some(name))).transpose()?;
    Ok((written.position, rules_of(written.preset, requested)?))
}

/// Returns the rules of a game. Its record may name rules, and its reader may request some.
///
/// # Errors
/// When the record names other rules than the reader requests.
pub fn rules_of(named: Option<Preset>, requested: Option<Preset>) -> Result<Preset, Failure> {
    match (named, requested) {
        (None, requested) => Ok(requested.unwrap_or_default()),
        (Some(named), None) => Ok(named),
        (Some(named), Some(requested)) => {
            let are_same =
                (named.rules, named.repetition) == (requested.rules, requested.repetition);
            if are_same {
                return Ok(named);
            }
            let (named, requested) = (named.name, requested.name);
            let message = format!("the record is of a game under {named}, not under {requested}");
            Err(Failure::new(Status::Rules, message))
        }
    }
}

/// A question about the tables of a board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardRequest {
    /// A preset or a rules id. The default is `club`.
    pub rules: Option<String>,
    /// A board such as `5x5`.
    pub board: String,
    /// A material such as `4v3`, the side to move first, or several, separated by commas. The
    /// default is all material.
    pub material: Option<String>,
}

impl BoardRequest {
    /// Returns the rules id, the board, and the named materials.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn read(&self) -> Result<(Rules, Board, Vec<Material>), Failure> {
        let named = self.material.iter().flat_map(|named| named.split(','));
        Ok((
            preset(self.rules.as_deref())?.rules,
            self.board.parse().map_err(unreadable)?,
            named.map(|material| material.parse().map_err(unreadable)).collect::<Result<_, _>>()?,
        ))
    }
}

/// Reads the name of rules. The default is `club`.
pub(crate) fn preset(name: Option<&str>) -> Result<Preset, Failure> {
    name.map_or(Ok(Preset::default()), |name| name.parse().map_err(unreadable))
}

/// Returns the failure of an unreadable part of a question.
pub(crate) fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::new(Status::Usage, error)
}
