//! Pictures of positions.

use loa_record::WrittenPosition;
use loa_solver::{Move, Position, Preset};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::failure::Failure;
use crate::request::{placed, unreadable};

/// Asks for a picture of a position as SVG, to show on other pages.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawingRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: WrittenPosition,
    /// A preset or a rules id. The default is `club`.
    rules: Option<Preset>,
    /// The moves to draw as arrows, such as `b1-b3,b1xd3`.
    #[serde(default)]
    moves: String,
}

impl DrawingRequest {
    /// Returns the position and the moves to draw as arrows.
    ///
    /// # Errors
    /// When the position or a move cannot be read.
    pub(crate) fn read(&self) -> Result<(Position, Vec<Move>), Failure> {
        let (position, preset) = placed(&self.position, self.rules)?;
        let listed = self.moves.split(',').filter(|text| !text.is_empty());
        let marks: Result<Vec<Move>, _> =
            listed.map(|text| preset.rules.parse_move(&position, text)).collect();
        Ok((position, marks.map_err(unreadable)?))
    }
}
