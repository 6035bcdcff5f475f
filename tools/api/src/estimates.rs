//! Estimates by the built-in engine: of a position, of all moves of a position, and of the moves of
//! a game.

use std::time::{Duration, Instant};

use loa_engine::alpha_beta::{AlphaBeta, ScoreBasis, Thought, is_level};
use loa_engine::protocol::command::Go;
use loa_engine::protocol::reply::Score;
use loa_engine::{Estimate, EstimatedMove, History, Judgement, Lapse, is_distance};
use loa_solver::{Move, Position, Preset, Repetition, Wdl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::certificates::Proved;
use crate::failure::{Failure, Status};
use crate::library::Library;
use crate::request::{Age, Answer, Kind, Request, Watch, position_and_rules};

/// The memory for searched positions in MiB. A proof search gets the same amount.
const MEBIBYTES: usize = 8;

/// The default time for an estimate.
const USUAL: Duration = Duration::from_millis(300);

/// Asks for an estimate of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EstimateRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: String,
    /// A preset or a rules id. The default is `club`.
    rules: Option<String>,
    /// The milliseconds to think. The default is 300.
    #[schemars(range(min = 1, max = 1000))]
    ms: Option<u64>,
}

impl EstimateRequest {
    /// Returns the position, the rules, and the time to think, which is limited by `most`.
    fn read(&self, most: Duration) -> Result<(Position, Preset, Duration), Failure> {
        let (position, preset) = position_and_rules(&self.position, self.rules.as_deref())?;
        let time = self.ms.map_or(Ok(USUAL.min(most)), |ms| time_within(most, ms))?;
        Ok((position, preset, time))
    }
}

/// The worth of a position for the side to move, or of a move for the side that makes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SearchedWorth {
    /// The value, if it is certain.
    #[schemars(extend("enum" = ["win", "draw", "loss", null]))]
    category: Option<&'static str>,
    /// The plies to the end, if known.
    plies: Option<u32>,
    /// True if the plies are an upper bound on the distance of a win, not the distance.
    bound: bool,
    /// The engine's score of an estimate. 0 means equal chances.
    score: Option<i32>,
    /// True if the score is an estimate and the chances are equal.
    level: bool,
}

impl SearchedWorth {
    fn new(score: Score, plies: Option<u32>, bound: bool) -> SearchedWorth {
        SearchedWorth {
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
pub struct EstimateReply {
    /// The position.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// True if the value is not certain. Then `score` tells which side the engine prefers.
    estimate: bool,
    /// The basis of the value: `over` if the game is over, otherwise `tables`, `proof`, or
    /// `search`.
    #[schemars(extend("enum" = ["over", "tables", "proof", "search"]))]
    basis: &'static str,
    #[serde(flatten)]
    worth: SearchedWorth,
    /// The best move; null if the game is over.
    best: Option<String>,
    /// The best play that the engine found.
    line: Vec<Move>,
    /// The depth of the search in plies.
    depth: u32,
    /// The number of positions searched.
    nodes: u64,
    /// The milliseconds that the estimate took.
    ms: u64,
    /// The proof of the position, if it is a proved start. A proof outweighs any estimate.
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
            ScoreBasis::Proof { plies } => ("proof", Some(plies), !is_distance(Wdl::Win, plies)),
            // Beyond its depth, a search has seen only some ways to the end.
            _ => ("search", plies, plies.is_some_and(|plies| plies > depth)),
        };
        EstimateReply {
            position: position.to_string(),
            board: position.board().to_string(),
            rules: preset.rules.id(),
            estimate: thought.score.wdl().is_none(),
            basis,
            worth: SearchedWorth::new(thought.score, plies, bound),
            best: thought.best.map(|best| best.to_string()),
            line: thought.line,
            depth,
            nodes: thought.nodes,
            ms: 0,
            proved: Proved::of(position, preset),
        }
    }
}

impl Request for EstimateRequest {
    type Response = EstimateReply;

    fn kind(&self) -> Kind {
        Kind::Engine
    }

    fn check(&self, library: &Library) -> Result<(), Failure> {
        self.read(library.limits.estimate).map(drop)
    }

    fn answer(&self, library: &Library, watch: &mut Watch<'_, Self>) -> Answer<Self> {
        let began = Instant::now();
        let (position, preset, time) = self.read(library.limits.estimate)?;
        let tables = library.engine_tables(preset);
        let mut engine = AlphaBeta::up_to(without_history(preset), Some(tables), MEBIBYTES)?;
        let go = Go { movetime: Some(time), ..Go::default() };
        let thought = engine.think(&History::new(position), &go, watch.stop, &mut |_| {});
        let ms = began.elapsed().as_millis() as u64;
        Ok(EstimateReply { ms, ..EstimateReply::new(&position, preset, thought) })
    }

    fn age(&self, _: &EstimateReply) -> Age {
        Age::Fleeting
    }
}

/// Asks for estimates of all moves of a position, with an increasing depth of search.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct EstimatedMovesRequest(pub EstimateRequest);

/// All moves of a position with their worth by the engine. All are searched to the same depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EstimatedMovesReply {
    /// The moves, best first.
    moves: Vec<EstimatedMoveReply>,
}

/// A move and its worth by the engine, for the side that makes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EstimatedMoveReply {
    /// The move.
    #[serde(rename = "move")]
    played: String,
    #[serde(flatten)]
    worth: SearchedWorth,
    /// The depth of the search in plies, including this move.
    depth: u32,
    /// The best play that the engine found, beginning with this move.
    line: Vec<Move>,
}

impl From<&Estimate> for EstimatedMoveReply {
    fn from(estimate: &Estimate) -> EstimatedMoveReply {
        let plies = estimate.within.or(estimate.score.plies());
        let is_bound = plies.zip(estimate.score.wdl()).is_some_and(|(plies, result)| {
            (estimate.within.is_some() || plies > estimate.depth) && !is_distance(result, plies)
        });
        EstimatedMoveReply {
            played: estimate.played.to_string(),
            worth: SearchedWorth::new(estimate.score, plies, is_bound),
            depth: estimate.depth,
            line: estimate.line.clone(),
        }
    }
}

impl Request for EstimatedMovesRequest {
    type Response = EstimatedMovesReply;

    fn kind(&self) -> Kind {
        Kind::Events
    }

    fn check(&self, library: &Library) -> Result<(), Failure> {
        self.0.check(library)
    }

    /// Returns the deepest estimates. Sends each earlier, shallower list to the watcher.
    fn answer(&self, library: &Library, watch: &mut Watch<'_, Self>) -> Answer<Self> {
        let (position, preset, time) = self.0.read(library.limits.estimate)?;
        let estimator = library.estimator(without_history(preset))?;
        let mut estimator = estimator.stopped_by(watch.stop.clone());
        let mut reply = EstimatedMovesReply { moves: Vec::new() };
        estimator.deepen(&History::new(position), time, &mut |all| {
            reply.moves = all.iter().map(EstimatedMoveReply::from).collect();
            (watch.found)(&reply);
        });
        Ok(reply)
    }

    fn age(&self, _: &EstimatedMovesReply) -> Age {
        Age::Fleeting
    }
}

/// Returns the time for the engine: `ms` milliseconds. Fails if this exceeds `most`.
pub(crate) fn time_within(most: Duration, ms: u64) -> Result<Duration, Failure> {
    let time = Duration::from_millis(ms);
    if time.is_zero() || time > most {
        let most = most.as_millis();
        let message = format!("ms is {ms}: expected 1 to {most}");
        return Err(Failure::new(Status::Usage, message));
    }
    Ok(time)
}

/// Returns rules under which no value depends on earlier positions, as in tables.
pub(crate) fn without_history(preset: Preset) -> Preset {
    Preset { repetition: Repetition::Draw, ..preset }
}

/// A move of a game as the engine estimates it, for the side that made it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EstimatedGameMove {
    /// The number of the move, from 1.
    number: usize,
    /// The side that made it.
    #[schemars(extend("enum" = ["black", "white"]))]
    side: &'static str,
    /// The move.
    r#move: String,
    #[serde(flatten)]
    worth: Worth,
    /// The depth of the search in plies, including this move; 0 if a certificate has the result.
    depth: u32,
    /// The moves that the engine expects, beginning with this move. Those after a marked move
    /// refute it.
    line: Vec<Move>,
    /// `?!`, `?` or `??` for a doubtful, bad or very bad move; null if the move is about as good as
    /// the best one, as far as known.
    #[schemars(extend("enum" = [Lapse::SIGNS[0], Lapse::SIGNS[1], Lapse::SIGNS[2], null]))]
    mark: Option<&'static str>,
    /// True if the move leaves a proof of a win and is not known to win or lose. It has no mark.
    left_proof: bool,
    /// The loss by the move, such as `loses in 4` or `left the proof`; null without a mark,
    /// unless the move leaves a proof.
    words: Option<String>,
    /// The estimated chances of winning that the move lost, from 0 to 1; null unless both moves are
    /// estimated.
    lost: Option<f64>,
    /// The best move: by facts, or the engine's choice at the same depth.
    best: EstimatedChoice,
}

/// A move in a position, with the result of the engine's search.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EstimatedChoice {
    /// The move.
    r#move: String,
    /// True if the move captures.
    capture: bool,
    #[serde(flatten)]
    worth: Worth,
    /// The depth of the search in plies, including this move.
    depth: u32,
    /// The moves that the engine expects, beginning with this move.
    line: Vec<Move>,
}

/// The worth of a move by the engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Worth {
    /// True if the result is not certain. Then the move has a score and no result.
    estimate: bool,
    /// The result, if it is certain.
    #[schemars(extend("enum" = ["win", "draw", "loss", null]))]
    category: Option<&'static str>,
    /// The plies to the end, if known.
    plies: Option<u32>,
    /// The maximum number of plies to the end, if a win is proved but its distance is not known.
    within: Option<u32>,
    /// The engine's score. 0 means equal chances.
    score: Option<i32>,
    /// True if the score is an estimate and the chances are equal.
    level: bool,
}

impl Worth {
    /// Returns a certain result. The plies to the end are the distance or a bound on it.
    pub(crate) fn certain(result: Wdl, plies: u32, is_distance: bool) -> Worth {
        let category = Some(result.name());
        let (plies, within) = if is_distance { (Some(plies), None) } else { (None, Some(plies)) };
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

impl From<&EstimatedMove> for EstimatedGameMove {
    fn from(estimated: &EstimatedMove) -> EstimatedGameMove {
        let judgement = estimated.judgement();
        EstimatedGameMove {
            number: estimated.number,
            side: estimated.color.name(),
            r#move: estimated.played.played.to_string(),
            worth: (&estimated.played).into(),
            depth: estimated.played.depth,
            line: estimated.played.line.clone(),
            mark: estimated.lapse().map(Lapse::sign),
            left_proof: judgement == Judgement::LeftProof,
            words: estimated.words(),
            lost: match judgement {
                Judgement::GaveAway(lost) => Some((1e2 * lost).round() / 1e2),
                _ => None,
            },
            best: (&estimated.best).into(),
        }
    }
}
