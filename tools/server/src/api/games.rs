//! Questions about games.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use loa_record::notation;
use loa_record::review::review;
use loa_reply::{Failure, ReviewReply, RulesReply, Status};
use loa_solver::Preset;

use super::{Answered, Here};
use crate::question::{Asked, GameQuestion, RulesQuestion};
use crate::reply;

/// Answers with the rules of the game, for people and for programs.
pub(crate) async fn rules(headers: HeaderMap, Asked(question): Asked<RulesQuestion>) -> Answered {
    reply::lasting_json(&headers, &RulesReply::new(question.read()?))
}

/// Answers with every move of the game in the body compared with the best one.
pub(crate) async fn review_game(
    State(service): Here,
    Asked(question): Asked<GameQuestion>,
    body: Bytes,
) -> Answered {
    let answer = service.answer(move |service| {
        // In other encodings only names and remarks differ, on which nothing depends.
        let text = String::from_utf8_lossy(&body);
        let unreadable = |error| Failure::new(Status::Usage, error);
        let record = notation::read(&text).map_err(unreadable)?;
        if !record.has_moves() {
            let message = "there are no moves in it: expected SGF, or a list of moves such as \
                           b1-b3 a2xc2";
            return Err(Failure::new(Status::Usage, message));
        }
        let preset = rules_of(record.preset, question.preset()?)?;
        let (game, stop) = record.replay(preset);
        let review = review(service.tables.of(preset.rules), &game)?;
        Ok(ReviewReply::new(&record, &game, &review, stop.as_ref()))
    });
    Ok(reply::json(answer.await?))
}

/// Returns the rules of a game.
///
/// # Errors
/// When the record names others than the question.
fn rules_of(named: Option<Preset>, wanted: Option<Preset>) -> Result<Preset, Failure> {
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
