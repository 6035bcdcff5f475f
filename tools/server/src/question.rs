//! Questions as clients put them: queries, paths and JSON.

use axum::extract::{FromRequestParts, MatchedPath, Path, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use loa_report::{Failure, Status};
use loa_solver::{Board, Material, Position, Preset, Rules, Wdl};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::reply::Refused;

/// A question about a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionQuestion {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: String,
    /// A preset or a rules id, `club` if there is none.
    rules: Option<String>,
}

impl PositionQuestion {
    pub(crate) fn new(position: String, rules: Option<String>) -> PositionQuestion {
        PositionQuestion { position, rules }
    }

    pub(crate) fn read(&self) -> Result<(Position, Preset), Failure> {
        Ok((self.position.parse()?, preset(self.rules.as_deref())?))
    }

    /// The position as the client has written it.
    pub(crate) fn text(&self) -> &str {
        &self.position
    }
}

/// A question about a game, which is the body of the request.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameQuestion {
    /// A preset or a rules id, for a game that names none.
    rules: Option<String>,
    /// The milliseconds that the engine may think about each position that no table
    /// covers. Without a number there are no estimates.
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) ms: Option<u64>,
}

impl GameQuestion {
    /// Returns the rules of the question, if it names any.
    pub(crate) fn preset(&self) -> Result<Option<Preset>, Failure> {
        self.rules.as_ref().map(|name| preset(Some(name))).transpose()
    }
}

/// A question about the rules of the game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesQuestion {
    /// A preset or a rules id, `club` if there is none.
    rules: Option<String>,
}

impl RulesQuestion {
    pub(crate) fn read(&self) -> Result<Preset, Failure> {
        preset(self.rules.as_deref())
    }
}

/// A question about the tables of a board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardQuestion {
    /// A preset or a rules id, `club` if there is none.
    rules: Option<String>,
    /// A board such as `5x5`.
    board: String,
    /// A material such as `4v3`, the side to move first, instead of all.
    material: Option<String>,
}

impl BoardQuestion {
    pub(crate) fn new(
        rules: Option<String>,
        board: String,
        material: Option<String>,
    ) -> BoardQuestion {
        BoardQuestion { rules, board, material }
    }

    pub(crate) fn read(&self) -> Result<(Rules, Board, Option<Material>), Failure> {
        let material = self.material.as_ref().map(|material| material.parse());
        Ok((
            preset(self.rules.as_deref())?.rules,
            self.board.parse().map_err(unreadable)?,
            material.transpose().map_err(unreadable)?,
        ))
    }
}

/// A question for the file of a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct FileQuestion {
    /// A rules id.
    rules: String,
    /// A board such as `5x5`.
    board: String,
    /// A material and `.loa`, such as `4v3.loa`.
    file: String,
}

impl FileQuestion {
    pub(crate) fn read(&self) -> Result<(Rules, Board, Material), Failure> {
        let material = self.file.strip_suffix(".loa").unwrap_or_default();
        Ok((
            self.rules.parse().map_err(unreadable)?,
            self.board.parse().map_err(unreadable)?,
            material.parse().map_err(unreadable)?,
        ))
    }
}

/// A kind of positions in tables.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Any that is not over.
    #[default]
    Any,
    /// The longest wins of each material, or losses.
    Longest,
    /// Positions in which either side would rather not be the one to move.
    Zugzwang,
    /// Positions in which one move alone keeps the win or the draw.
    OnlyMove,
}

/// A question for positions of a kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchQuestion {
    /// A preset or a rules id, `club` if there is none.
    pub(crate) rules: Option<String>,
    /// A board such as `5x5`.
    pub(crate) board: String,
    /// A material such as `4v3`, the side to move first, instead of all.
    pub(crate) material: Option<String>,
    /// The kind of positions.
    #[serde(default)]
    pub(crate) kind: Kind,
    /// The result for the side to move, if it matters.
    pub(crate) result: Option<Wdl>,
    /// The plies to the end, if they matter.
    pub(crate) plies: Option<u16>,
    /// The most positions of each material, 20 without a number.
    #[schemars(range(min = 1, max = 200))]
    pub(crate) limit: Option<usize>,
}

fn preset(name: Option<&str>) -> Result<Preset, Failure> {
    name.map_or(Ok(Preset::default()), |name| name.parse().map_err(unreadable))
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::new(Status::Usage, error)
}

/// The parts of an address: those that its route names in the path, or else its query.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Refused> {
        let route = parts.extensions.get::<MatchedPath>();
        let is_in_path = route.is_some_and(|route| route.as_str().contains('{'));
        let refused = |text: String| Refused::new(StatusCode::BAD_REQUEST, text);
        if is_in_path {
            let named = Path::from_request_parts(parts, state).await;
            let Path(named) = named.map_err(|error| refused(error.body_text()))?;
            return Ok(Asked(named));
        }
        let asked = Query::from_request_parts(parts, state).await;
        let Query(asked) = asked.map_err(|error| refused(error.body_text()))?;
        Ok(Asked(asked))
    }
}
