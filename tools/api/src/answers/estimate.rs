//! Estimates of positions by the built-in engine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::proved::Proved;
use crate::{Failure, Status};
use loa_engine::alpha_beta::{AlphaBeta, ScoreBasis, StopSign, Tables, Thought, is_level};
use loa_engine::protocol::command::Go;
use loa_engine::protocol::reply::Score;
use loa_engine::{Estimate, Estimator, History};
use loa_solver::{Move, Position, Preset, Repetition, Wdl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::library::Library;
use crate::question::{Asked, PositionQuestion};
use crate::reply::Refused;
use crate::task::Task;

/// The memory for positions searched, and as much for a proof, in MiB.
const MEBIBYTES: usize = 8;

/// The usual time of an estimate.
const USUAL: Duration = Duration::from_millis(300);

/// A question for an estimate of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EstimateQuestion {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: String,
    /// A preset or a rules id, `club` if there is none.
    rules: Option<String>,
    /// The milliseconds to think, 300 if there is no number.
    #[schemars(range(min = 1, max = 1000))]
    ms: Option<u64>,
}

impl EstimateQuestion {
    /// Returns the position, the rules, and the time to think, at most `most`.
    fn read(self, most: Duration) -> Result<(Position, Preset, Duration), Refused> {
        let (position, preset) = PositionQuestion::new(self.position, self.rules).read()?;
        let time = self.ms.map_or(Ok(USUAL.min(most)), |ms| time_within(most, ms))?;
        Ok((position, preset, time))
    }
}

/// The worth of a position to the side to move, or of a move to the side that makes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Worth {
    /// The value, if it is certain.
    #[schemars(extend("enum" = ["win", "draw", "loss", null]))]
    category: Option<&'static str>,
    /// The plies to the end, if they are known.
    plies: Option<u32>,
    /// True if the plies are the most that a win takes, and not the distance.
    bound: bool,
    /// The engine's score of an estimate, 0 being even.
    score: Option<i32>,
    /// True if the score is an estimate that gives neither side the better chances.
    level: bool,
}

impl Worth {
    fn new(score: Score, plies: Option<u32>, bound: bool) -> Worth {
        Worth {
            category: score.wdl().map(Wdl::name),
            plies,
            bound,
            score: score.points(),
            level: is_level(score),
        }
    }
}

/// The value of a position, or an estimate of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EstimateReply {
    /// The position.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// True if the value is not certain: `score` says then whom the engine thinks better.
    estimate: bool,
    /// The basis of the value: `over` where the game is, `tables`, `proof`, or `search`.
    #[schemars(extend("enum" = ["over", "tables", "proof", "search"]))]
    basis: &'static str,
    #[serde(flatten)]
    worth: Worth,
    /// The best move; null where the game is over.
    best: Option<String>,
    /// Best play as far as the engine has seen it.
    line: Vec<Move>,
    /// The depth of the search in plies.
    depth: u32,
    /// The number of positions searched.
    nodes: u64,
    /// The milliseconds that it took.
    ms: u64,
    /// The proof of the position, if it is a proved start: more than any estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Proved>,
}

impl EstimateReply {
    fn new(position: &Position, preset: Preset, thought: Thought) -> EstimateReply {
        let depth = thought.depth;
        let plies = thought.score.plies();
        let (basis, plies, bound) = match thought.basis {
            ScoreBasis::Over => ("over", plies, false),
            ScoreBasis::Tables => ("tables", plies, false),
            ScoreBasis::Proof { plies } => ("proof", Some(plies), true),
            // Beyond the depth a search has seen some ways to the end, and not all.
            _ => ("search", plies, plies.is_some_and(|plies| plies > depth)),
        };
        EstimateReply {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: preset.rules.id(),
            estimate: thought.score.wdl().is_none(),
            basis,
            worth: Worth::new(thought.score, plies, bound),
            best: thought.best.map(|best| best.to_string()),
            line: thought.line,
            depth,
            nodes: thought.nodes,
            ms: 0,
            proved: Proved::of(position, preset.rules),
        }
    }
}

/// Returns the built-in engine's estimate of the position in the address.
pub(crate) fn estimate(library: &Library, asked: &Asked) -> Result<Task, Refused> {
    estimated(library, asked.question()?)
}

/// Returns the built-in engine's estimate of the position in the body.
pub(crate) fn estimate_posted(library: &Library, asked: &Asked) -> Result<Task, Refused> {
    estimated(library, asked.json()?)
}

/// Every move of a position with its worth by the engine, searched to one depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EstimatedMovesReply {
    /// The moves, best first.
    moves: Vec<EstimatedMoveReply>,
}

/// A move and its worth by the engine, to the side that makes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EstimatedMoveReply {
    /// The move.
    #[serde(rename = "move")]
    played: String,
    #[serde(flatten)]
    worth: Worth,
    /// The depth of the search in plies, the move included.
    depth: u32,
    /// Best play as far as the engine has seen it, this move first.
    line: Vec<Move>,
}

impl From<&Estimate> for EstimatedMoveReply {
    fn from(estimate: &Estimate) -> EstimatedMoveReply {
        let plies = estimate.within.or(estimate.score.plies());
        let is_beyond = plies.is_some_and(|plies| plies > estimate.depth);
        EstimatedMoveReply {
            played: estimate.played.to_string(),
            worth: Worth::new(estimate.score, plies, estimate.within.is_some() || is_beyond),
            depth: estimate.depth,
            line: estimate.line.clone(),
        }
    }
}

/// Sends events: all moves of the position in the address, each time searched deeper.
pub(crate) fn moves(library: &Library, asked: &Asked) -> Result<Task, Refused> {
    let question: EstimateQuestion = asked.question()?;
    let (position, preset, time) = question.read(library.limits.estimate)?;
    Ok(Task::events(move |library, stop, send| {
        let preset = without_history(preset);
        let tables = Tables::new(library.tables.shared_of(preset.rules), true);
        let Ok(estimator) = Estimator::new(preset, Some(tables)) else {
            return;
        };
        let mut estimator = estimator.stopped_by(Arc::clone(stop));
        estimator.deepen(&History::new(position), time, &mut |all| {
            let moves = all.iter().map(EstimatedMoveReply::from).collect();
            let event = serde_json::to_string(&EstimatedMovesReply { moves });
            if let Ok(event) = event {
                send(format!("data: {event}\n\n").as_bytes());
            }
        });
    }))
}

fn estimated(library: &Library, question: EstimateQuestion) -> Result<Task, Refused> {
    let (position, preset, time) = question.read(library.limits.estimate)?;
    Ok(Task::engine(move |library, stop| {
        let began = Instant::now();
        let mut reply = think(library, &position, preset, time, stop)?;
        reply.ms = began.elapsed().as_millis() as u64;
        Ok(reply)
    }))
}

/// Returns the time that a client wants the engine to think about a position.
pub(super) fn time_within(most: Duration, ms: u64) -> Result<Duration, Refused> {
    let time = Duration::from_millis(ms);
    if time.is_zero() || time > most {
        let most = most.as_millis();
        let message = format!("ms is {ms}: expected 1 to {most}");
        return Err(Refused::new(400, message));
    }
    Ok(time)
}

/// Returns rules under which no value depends on positions before, as in tables.
fn without_history(preset: Preset) -> Preset {
    Preset { repetition: Repetition::Draw, ..preset }
}

/// Returns the engine's answer.
fn think(
    library: &Library,
    position: &Position,
    preset: Preset,
    time: Duration,
    stop: &StopSign,
) -> Result<EstimateReply, Failure> {
    let tables = Tables::new(library.tables.shared_of(preset.rules), true);
    let mut engine = AlphaBeta::new(without_history(preset), Some(tables), MEBIBYTES)
        .map_err(|error| Failure::new(Status::Failed, error))?;
    let go = Go { movetime: Some(time), ..Go::default() };
    let thought = engine.think(&History::new(*position), &go, stop, &mut |_| {});
    Ok(EstimateReply::new(position, preset, thought))
}
