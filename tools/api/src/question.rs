//! Questions as clients put them: queries, paths and JSON.

use std::num::NonZeroUsize;

use crate::{Failure, Status, rules_of};
use loa_record::notation::{Record, read, read_game};
use loa_record::text::decoded;
use loa_solver::{Board, Material, Position, Preset, Rules, Wdl, WrittenPosition};
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
        let written: WrittenPosition = self.position.parse()?;
        let wanted = self.rules.as_deref().map(|name| preset(Some(name))).transpose()?;
        Ok((written.position, rules_of(written.preset, wanted)?))
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
    /// The number of the game among several in the body, from 1.
    game: Option<NonZeroUsize>,
}

impl GameQuestion {
    /// Reads the game of a text: the first, or the one of the number.
    pub(crate) fn read(&self, text: &str) -> Result<Record, Failure> {
        let record = self.game.map_or_else(|| read(text), |number| read_game(text, number));
        record.map_err(unreadable)
    }

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

/// The order of the positions that a search finds.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    /// The order of the table.
    #[default]
    Table,
    /// The most plies to the end first, draws last.
    Longest,
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
    /// The order of the positions, by default the order of the table.
    #[serde(default)]
    pub(crate) order: Order,
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

/// A name that the path of an operation has in braces, and what an address has in its place.
pub(crate) type Part = (&'static str, String);

/// A question as it has been asked.
pub(crate) struct Asked<'a> {
    /// The parts of the path that have names.
    pub(crate) parts: Vec<Part>,
    pub(crate) query: &'a str,
    pub(crate) body: &'a [u8],
}

impl Asked<'_> {
    /// Reads the parts of the path, if it has some, or else those of the query.
    pub(crate) fn question<Q: DeserializeOwned>(&self) -> Result<Q, Refused> {
        let (named, what) = if self.parts.is_empty() {
            (None, "Failed to deserialize query string")
        } else {
            let mut encoded = form_urlencoded::Serializer::new(String::new());
            (Some(encoded.extend_pairs(&self.parts).finish()), "Invalid URL")
        };
        let text = named.as_deref().unwrap_or(self.query);
        let parts = serde_urlencoded::Deserializer::new(form_urlencoded::parse(text.as_bytes()));
        serde_path_to_error::deserialize(parts)
            .map_err(|error| Refused::new(400, format!("{what}: {error}")))
    }

    /// Reads the JSON of the body.
    pub(crate) fn json<Q: DeserializeOwned>(&self) -> Result<Q, Refused> {
        serde_json::from_str(&decoded(self.body.to_vec())).map_err(|error| Refused::new(400, error))
    }
}
