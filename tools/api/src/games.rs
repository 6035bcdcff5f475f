//! Replies to questions about games.

use loa_record::notation::{Record, UnplayableMove};
use loa_record::review::{Review, annotate};
use loa_record::{Game, Refusal};
use loa_solver::Preset;
use loa_tablebase::ProbeError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::estimates::EstimatedMoveReply;
use crate::failure::{Failure, Status};
use crate::reviews::HistoryFields;

/// Every move of a game compared with the best one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReviewReply {
    /// The position before the first move.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The name of the rules, repetition included.
    preset: &'static str,
    /// The name of the player who moves first.
    black: String,
    /// The name of the other player.
    white: String,
    /// The result as recorded.
    recorded_result: Option<String>,
    /// The end of the game, if the moves lead to one.
    end: Option<GameEnd>,
    /// The first move that cannot be played, if there is one.
    stopped: Option<Stopped>,
    #[serde(flatten)]
    history: HistoryFields,
    /// Notices, each of a part of the record that could change the game and is not used, or that
    /// looks wrong.
    notices: Vec<String>,
    /// The game as SGF, as it was recorded, with its values.
    sgf: String,
}

/// A review with the engine's estimates of the moves that no table covers.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewReport {
    /// The review.
    #[serde(flatten)]
    pub review: ReviewReply,
    /// The estimates.
    pub estimates: Vec<EstimatedMoveReply>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct GameEnd {
    /// `black`, `white` or `draw`.
    result: &'static str,
    /// The way in which the game has ended.
    reason: &'static str,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Stopped {
    /// The number of the move, from 1.
    number: usize,
    /// The move as written.
    text: String,
    /// The position in which it was to be played.
    position: String,
    /// The reason for which it cannot be played, with the place in the record.
    message: String,
    /// The reason alone.
    reason: String,
}

impl ReviewReply {
    /// Returns the reply of a review of `game`, which `record` describes up to `stop`.
    /// `explain` words the reason for which positions are not covered.
    pub fn new(
        record: &Record,
        game: &Game,
        review: &Review,
        stop: Option<&UnplayableMove>,
        explain: impl Fn(&ProbeError) -> String,
    ) -> ReviewReply {
        let mut sheet = record.score_sheet(game);
        annotate(&mut sheet, review);
        ReviewReply {
            position: game.start().to_string(),
            board: game.start().board().to_string(),
            rules: game.preset().rules.id(),
            preset: game.preset().name,
            black: record.players.black.clone(),
            white: record.players.white.clone(),
            recorded_result: record.result.clone(),
            end: game.end().map(|end| GameEnd { result: end.result(), reason: end.reason() }),
            stopped: stop.map(|stop| Stopped {
                number: stop.number,
                text: stop.text.clone(),
                position: stop.position.to_string(),
                message: stop.to_string(),
                reason: match &stop.cause {
                    Refusal::NotLegal { why, .. } => why.to_string(),
                    cause => cause.to_string(),
                },
            }),
            history: HistoryFields::new(review, explain),
            notices: record.notices(game.preset()).iter().map(ToString::to_string).collect(),
            sgf: sheet.to_sgf(),
        }
    }
}

/// Returns the rules of a game, whose record may name some and whose reader may want some.
///
/// # Errors
/// When the record names others than the reader wants.
pub fn rules_of(named: Option<Preset>, wanted: Option<Preset>) -> Result<Preset, Failure> {
    match (named, wanted) {
        (None, wanted) => Ok(wanted.unwrap_or_default()),
        (Some(named), None) => Ok(named),
        (Some(named), Some(wanted)) => {
            let are_same = (named.rules, named.repetition) == (wanted.rules, wanted.repetition);
            if are_same {
                return Ok(named);
            }
            let (named, wanted) = (named.name, wanted.name);
            let message = format!("the record is of a game under {named}, not under {wanted}");
            Err(Failure::new(Status::Rules, message))
        }
    }
}
