//! Problems as JSON.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use super::problem::Problem;
use super::theme::Theme;

/// A problem, for JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ProblemFields {
    /// The position.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The stones of the side to move, then of the other, such as `4v3`.
    material: String,
    /// The result under best play.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["win", "draw"])))]
    category: &'static str,
    /// The distance to the end in plies; null for a draw.
    plies: Option<u16>,
    /// Every move that keeps the win or the draw.
    good_moves: Vec<String>,
    /// The themes.
    themes: Vec<&'static str>,
}

impl From<&Problem> for ProblemFields {
    fn from(problem: &Problem) -> ProblemFields {
        let position = &problem.position;
        ProblemFields {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: problem.rules.id(),
            material: position.material().to_string(),
            category: problem.value.wdl().name(),
            plies: problem.value.plies(),
            good_moves: problem.good_moves.iter().map(ToString::to_string).collect(),
            themes: problem.themes.iter().copied().map(Theme::name).collect(),
        }
    }
}
