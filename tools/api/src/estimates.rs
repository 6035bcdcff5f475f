//! Moves as the engine estimates them, where tables do not reach.

use loa_engine::alpha_beta::is_level;
use loa_engine::protocol::reply::Score;
use loa_engine::{Estimate, EstimatedMove};
use loa_record::color_name;
use loa_solver::{Move, Wdl};
use schemars::JsonSchema;
use serde::Serialize;

/// A move of a game as the engine estimates it, to the side that made it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EstimatedMoveReply {
    /// The number of the move, from 1.
    number: usize,
    /// The side that made it.
    #[schemars(extend("enum" = ["black", "white"]))]
    side: &'static str,
    /// The move.
    r#move: String,
    #[serde(flatten)]
    worth: Worth,
    /// The depth of the search in plies, the move included.
    depth: u32,
    /// The engine's own choice.
    best: EstimatedChoice,
}

/// A move in a position by a search of the engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EstimatedChoice {
    /// The move.
    r#move: String,
    /// True if the move captures.
    capture: bool,
    #[serde(flatten)]
    worth: Worth,
    /// The depth of the search in plies, the move included.
    depth: u32,
    /// The moves that the engine expects, this one first.
    line: Vec<Move>,
}

/// The worth of a move by the engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Worth {
    /// True if the result is not certain: there is a score then, and no result.
    estimate: bool,
    /// The result, if it is certain.
    #[schemars(extend("enum" = ["win", "draw", "loss", null]))]
    category: Option<&'static str>,
    /// The plies to the end, if they are known.
    plies: Option<u32>,
    /// The plies within which the game ends, where a win is proved and its distance is
    /// not known.
    within: Option<u32>,
    /// The engine's score, 0 being even.
    score: Option<i32>,
    /// True if the score is an estimate that gives neither side the better chances.
    level: bool,
}

impl Worth {
    /// Returns a result that is certain, with its distance or a bound of it.
    pub(crate) fn certain(result: Wdl, plies: Option<u32>, within: Option<u32>) -> Worth {
        let category = Some(result.name());
        Worth { estimate: false, category, plies, within, score: None, level: false }
    }
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        Worth {
            estimate: score.wdl().is_none(),
            category: score.wdl().map(Wdl::name),
            plies: score.plies(),
            within: None,
            score: score.points(),
            level: is_level(score),
        }
    }
}

impl From<&Estimate> for Worth {
    fn from(estimate: &Estimate) -> Worth {
        Worth { within: estimate.within, ..Worth::from(estimate.score) }
    }
}

impl From<&Estimate> for EstimatedChoice {
    fn from(estimate: &Estimate) -> EstimatedChoice {
        EstimatedChoice {
            r#move: estimate.played.to_string(),
            capture: estimate.played.is_capture(),
            worth: estimate.into(),
            depth: estimate.depth,
            line: estimate.line.clone(),
        }
    }
}

impl From<&EstimatedMove> for EstimatedMoveReply {
    fn from(estimated: &EstimatedMove) -> EstimatedMoveReply {
        EstimatedMoveReply {
            number: estimated.number,
            side: color_name(estimated.color),
            r#move: estimated.played.played.to_string(),
            worth: (&estimated.played).into(),
            depth: estimated.played.depth,
            best: (&estimated.best).into(),
        }
    }
}
