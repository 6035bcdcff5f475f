//! Pictures of positions.

use crate::drawing::board_svg;
use crate::{Failure, Status};
use loa_solver::{Move, Position};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::library::Library;
use crate::question::{Asked, PositionQuestion};
use crate::reply::Refused;
use crate::task::Task;

/// A question for a picture of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawingQuestion {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: String,
    /// A preset or a rules id, `club` if there is none.
    rules: Option<String>,
    /// Moves with an arrow each, such as `b1-b3,b1xd3`.
    #[serde(default)]
    moves: String,
}

/// Returns a position as SVG, to be shown on other pages.
pub(crate) fn board(_: &Library, asked: &Asked) -> Result<Task, Refused> {
    let (position, marks) = read(asked)?;
    Ok(Task::bytes("image/svg+xml", move || Ok(board_svg(&position, &marks).into_bytes())))
}

/// Returns a picture of a position, of which `/board.svg` is the drawing, in another form.
///
/// # Errors
/// When the query cannot be read.
pub fn picture(
    query: &str,
    content_type: &'static str,
    form: fn(&Position, &[Move]) -> Result<Vec<u8>, Failure>,
) -> Result<Task, Refused> {
    let (position, marks) = read(&Asked { parts: Vec::new(), query, body: &[] })?;
    Ok(Task::bytes(content_type, move || form(&position, &marks)))
}

fn read(asked: &Asked) -> Result<(Position, Vec<Move>), Refused> {
    let question: DrawingQuestion = asked.question()?;
    let (position, preset) = PositionQuestion::new(question.position, question.rules).read()?;
    let listed = question.moves.split(',').filter(|text| !text.is_empty());
    let marks: Result<Vec<Move>, _> =
        listed.map(|text| preset.rules.parse_move(&position, text)).collect();
    Ok((position, marks.map_err(|error| Failure::new(Status::Usage, error))?))
}
