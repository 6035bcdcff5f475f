//! Games with variations as JSON, written as SGF.

use loa_record::WrittenPosition;
use loa_record::notation::{GameTree, Line, Players};
use loa_solver::Preset;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::asked::of_json;
use crate::failure::Failure;
use crate::library::Library;
use crate::request::{placed, unreadable};

/// A game with variations, with the lines of a review's reply. Its moves need not be legal.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    /// The position before the first move, such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or
    /// `scrambled 4x4`.
    position: WrittenPosition,
    /// A preset or a rules id. The default is `club`.
    rules: Option<Preset>,
    /// The name of the player who moves first.
    #[serde(default)]
    black: String,
    /// The name of the other player.
    #[serde(default)]
    white: String,
    /// The result, such as `B+R` if White has resigned.
    recorded_result: Option<String>,
    /// The date, such as `2024-05-01`.
    date: Option<String>,
    /// The lines, the main line first. Their properties replace the result and the date.
    #[serde(default)]
    lines: Vec<Line>,
}

/// A game as SGF, with its variations, comments and other properties.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RecordReply {
    /// The game as SGF.
    sgf: String,
}

impl RecordRequest {
    /// Reads the tree in a body. `None` if the body is not JSON but a record: a list of moves may
    /// begin with a comment in braces.
    pub(crate) fn in_body(body: &[u8]) -> Result<Option<RecordRequest>, Failure> {
        let is_json = body.trim_ascii_start().starts_with(b"{")
            && serde_json::from_slice::<IgnoredAny>(body).is_ok();
        is_json.then(|| of_json(&String::from_utf8_lossy(body))).transpose()
    }

    /// Returns the game as SGF.
    pub(crate) fn record(&self, _: &Library) -> Result<RecordReply, Failure> {
        Ok(RecordReply { sgf: self.to_sgf()? })
    }

    pub(crate) fn to_sgf(&self) -> Result<String, Failure> {
        let (start, preset) = placed(&self.position, self.rules)?;
        let players = Players { black: self.black.clone(), white: self.white.clone() };
        let mut tree = GameTree::new(&start, Some(preset), &players);
        for (property, text) in [("RE", &self.recorded_result), ("DT", &self.date)] {
            if let Some(text) = text {
                tree.set(0, property, text);
            }
        }
        for (number, line) in (1..).zip(&self.lines) {
            tree.add(line).map_err(|error| unreadable(format!("line {number}: {error}")))?;
        }
        Ok(tree.to_sgf())
    }
}
