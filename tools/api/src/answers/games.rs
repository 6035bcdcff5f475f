//! Questions about games.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::proved::Proved;
use crate::{EstimatedMoveReply, Failure, ReviewReply, RulesReply, Status, rules_of};
use loa_engine::alpha_beta::{StopSign, Tables};
use loa_engine::{Estimator, estimated_moves};
use loa_record::Game;
use loa_record::notation::{Record, decode};
use loa_record::review::{Review, review};
use schemars::JsonSchema;
use serde::Serialize;

use super::estimate::time_within;
use crate::library::Library;
use crate::question::{Asked, GameQuestion, RulesQuestion};
use crate::reply::{Age, Refused};
use crate::task::Task;

/// Returns the rules of the game, for people and for programs.
pub(crate) fn rules(_: &Library, question: RulesQuestion) -> Result<RulesReply, Failure> {
    Ok(RulesReply::new(question.read()?))
}

/// Every move of a game compared with the best one, and where tables do not reach, by the
/// engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EstimatedReviewReply {
    #[serde(flatten)]
    review: ReviewReply,
    /// The positions that no table covers and that are proved.
    proofs: Vec<ProvedPlace>,
    /// The moves that no table covers as the engine estimates them, if that was asked for.
    estimates: Vec<EstimatedMoveReply>,
    /// The variations of the record, each from the start, as far as they can be played.
    lines: Vec<Vec<String>>,
    /// The comments of the record, by the moves before each with commas between them.
    notes: BTreeMap<String, String>,
    /// The other properties of the record as SGF, such as dates, by the moves before each with
    /// commas between them.
    properties: BTreeMap<String, String>,
}

/// The variations, comments and other properties of a record, as in the reply.
#[derive(Default)]
struct RecordTree {
    lines: Vec<Vec<String>>,
    notes: BTreeMap<String, String>,
    properties: BTreeMap<String, String>,
}

/// A position of a game whose winner is proved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ProvedPlace {
    /// The number of moves before the position.
    place: usize,
    #[serde(flatten)]
    proved: Proved,
}

/// Returns every move of the game in the body compared with the best one.
pub(crate) fn review_game(library: &Library, asked: &Asked) -> Result<Task, Refused> {
    let question: GameQuestion = asked.question()?;
    let text = decode(asked.body.to_vec());
    let Some(ms) = question.ms else {
        return Ok(Task::tables(Age::open, move |library| {
            reviewed(library, &question, &text, |_, _| Ok(Vec::new()))
        }));
    };
    let time = time_within(library.limits.estimate, ms)?;
    Ok(Task::engine(move |library, stop| {
        reviewed(library, &question, &text, |game, review| {
            estimates(library, game, review, time, stop)
        })
    }))
}

/// Reviews the game of a body, with the estimates that `estimates` returns of it.
fn reviewed(
    library: &Library,
    question: &GameQuestion,
    text: &str,
    estimates: impl FnOnce(&Game, &Review) -> Result<Vec<EstimatedMoveReply>, Failure>,
) -> Result<EstimatedReviewReply, Failure> {
    let record = question.read(text)?;
    let preset = rules_of(record.preset, question.preset()?)?;
    let (game, stop) = record.replay(preset);
    if !record.has_moves() && record.comments(&game).next().is_none() {
        let message = "there are no moves in it: expected SGF, or a list of moves such as \
                       b1-b3 a2xc2";
        return Err(Failure::new(Status::Usage, message));
    }
    let review = review(library.tables.of(preset.rules), &game)?;
    let tree = RecordTree::of(library, &record, &game);
    Ok(EstimatedReviewReply {
        review: ReviewReply::new(&record, &game, &review, stop.as_ref(), |error| {
            library.shown(Failure::of(error)).text()
        }),
        proofs: proofs(library, &game, &review),
        estimates: estimates(&game, &review)?,
        lines: tree.lines,
        notes: tree.notes,
        properties: tree.properties,
    })
}

/// The most moves of all lines of a record together.
const MOVES_OF_LINES: usize = 20_000;

impl RecordTree {
    /// Returns what the record of a game has beside it, as much as one question may have.
    fn of(library: &Library, record: &Record, main: &Game) -> RecordTree {
        let (mut tree, mut left) = (RecordTree::default(), MOVES_OF_LINES);
        let lines = record.clone().into_lines();
        for line in lines.take(library.limits.positions).flatten() {
            let (game, _) = line.replay(main.preset());
            let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            let Some(less) = left.checked_sub(moves.len()) else {
                break;
            };
            left = less;
            let path = |before: usize| moves[..before].join(",");
            for (before, text) in line.comments(&game) {
                tree.notes.entry(path(before)).or_insert_with(|| text.to_owned());
            }
            for (before, text) in line.other_properties(&game) {
                tree.properties.entry(path(before)).or_insert(text);
            }
            if !main.moves().starts_with(game.moves()) {
                tree.lines.push(moves);
            }
        }
        tree
    }
}

/// Returns what is proved of the positions of a game that no table covers.
fn proofs(library: &Library, game: &Game, review: &Review) -> Vec<ProvedPlace> {
    let preset = game.preset();
    let beyond = game
        .positions()
        .iter()
        .enumerate()
        .zip(&review.values_to_black)
        .filter(|(_, value)| value.is_none());
    let proved = beyond.take(library.limits.positions).filter_map(|((place, position), _)| {
        let known = Proved::of(position, preset.rules);
        let by_certificate = || library.proofs.reply(position, preset).ok()?.proved();
        let proved = known.or_else(by_certificate)?;
        Some(ProvedPlace { place, proved })
    });
    proved.collect()
}

/// Estimates the first moves that no table covers, until nobody waits for it.
fn estimates(
    library: &Library,
    game: &Game,
    review: &Review,
    time: Duration,
    stop: &StopSign,
) -> Result<Vec<EstimatedMoveReply>, Failure> {
    let beyond: Vec<usize> =
        review.plies.iter().filter(|ply| ply.assessment.is_none()).map(|ply| ply.number).collect();
    let beyond = &beyond[..beyond.len().min(library.limits.positions)];
    let Some(&last) = beyond.last() else {
        return Ok(Vec::new());
    };
    // A position more than moves, or two where moves that tables cover lie between.
    let each = library.limits.estimated_game / (2 * beyond.len() as u32);
    let tables = Tables::new(library.tables.shared_of(game.preset().rules), true);
    let mut estimator = Estimator::new(game.preset(), Some(tables))
        .map_err(|error| Failure::new(Status::Failed, error))?;
    let wanted = |number: usize| {
        number <= last && review.plies[number - 1].assessment.is_none() && !stop.is_set()
    };
    let moves = estimated_moves(&mut estimator, game, wanted, time.min(each));
    Ok(moves.iter().map(EstimatedMoveReply::from).collect())
}
