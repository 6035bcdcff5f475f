//! Pictures of positions.

use loa_solver::{Move, Position};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::drawing::board_svg;
use crate::failure::Failure;
use crate::library::Library;
use crate::request::{Age, Answer, Request, Watch, position_and_rules, unreadable};

/// Asks for a picture of a position as SVG, to show on other pages.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawingRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: String,
    /// A preset or a rules id. The default is `club`.
    rules: Option<String>,
    /// The moves to draw as arrows, such as `b1-b3,b1xd3`.
    #[serde(default)]
    moves: String,
}

impl DrawingRequest {
    /// Returns the position and the moves to draw as arrows.
    ///
    /// # Errors
    /// When the position or a move cannot be read.
    pub fn read(&self) -> Result<(Position, Vec<Move>), Failure> {
        let (position, preset) = position_and_rules(&self.position, self.rules.as_deref())?;
        let listed = self.moves.split(',').filter(|text| !text.is_empty());
        let marks: Result<Vec<Move>, _> =
            listed.map(|text| preset.rules.parse_move(&position, text)).collect();
        Ok((position, marks.map_err(unreadable)?))
    }
}

impl Request for DrawingRequest {
    type Response = String;
    const CONTENT_TYPE: &str = "image/svg+xml";

    fn answer(&self, _: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        let (position, marks) = self.read()?;
        Ok(board_svg(&position, &marks))
    }

    fn age(&self, _: &String) -> Age {
        Age::Lasting
    }

    fn bytes(svg: &String) -> Result<Vec<u8>, Failure> {
        Ok(svg.clone().into_bytes())
    }
}
