//! Questions about positions.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use loa_report::{
    Failure, LineReply, MovesReply, ProbeReply, ProofReply, RefusedPosition, Status, ValueReply,
    by_repetition,
};
use loa_solver::{Position, Preset};
use loa_tablebase::{Probe, ProbeError, Tablebase};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Answered, Here};
use crate::question::PositionQuestion;
use crate::reply::{self, Age, Refused};
use crate::service::Service;

/// Returns the value of a position and of every move in it.
pub(crate) fn probe(service: &Service, question: PositionQuestion) -> Result<ProbeReply, Failure> {
    let (position, preset) = question.read()?;
    let tables = service.tables.of(preset.rules);
    let probe = tables.probe(&position).map_err(|error| Failure::of_probe(&error, &position))?;
    probed(tables, &position, probe, preset)
}

/// Returns the value of a position alone.
pub(crate) fn value(service: &Service, question: PositionQuestion) -> Result<ValueReply, Failure> {
    let (position, preset) = question.read()?;
    let answer = service
        .tables
        .of(preset.rules)
        .answer(&position)
        .map_err(|error| Failure::of_probe(&error, &position))?;
    Ok(ValueReply::new(&position, answer, preset))
}

/// Returns best play to the end.
pub(crate) fn line(service: &Service, question: PositionQuestion) -> Result<LineReply, Failure> {
    let (position, preset) = question.read()?;
    let line = LineReply::find(service.tables.of(preset.rules), &position, preset);
    line.map_err(|error| Failure::of_probe(&error, &position))
}

/// Returns the moves of a position, without any table.
pub(crate) fn moves(_: &Service, question: PositionQuestion) -> Result<MovesReply, Failure> {
    let (position, preset) = question.read()?;
    Ok(MovesReply::new(&position, preset.rules))
}

/// Returns the part of a certificate that is about a position.
pub(crate) fn proof(service: &Service, question: PositionQuestion) -> Result<ProofReply, Failure> {
    let (position, preset) = question.read()?;
    service.proofs.reply(&position, preset)
}

/// Answers with the probes of the questions in the body.
pub(crate) async fn probe_many(State(service): Here, headers: HeaderMap, body: Bytes) -> Answered {
    many(&service, (&headers, &body), Tablebase::probes, probed).await
}

/// Answers with the values of the positions in the body.
pub(crate) async fn value_many(State(service): Here, headers: HeaderMap, body: Bytes) -> Answered {
    many(&service, (&headers, &body), Tablebase::answers, |_, position, value, preset| {
        Ok(ValueReply::new(position, value, preset))
    })
    .await
}

/// Returns the reply of a probe, with the verdict on a draw if a repeated position loses.
fn probed(
    tables: &Tablebase,
    position: &Position,
    probe: Probe,
    preset: Preset,
) -> Result<ProbeReply, Failure> {
    let decided = by_repetition(tables, position, preset)?;
    Ok(ProbeReply::new(probe, preset, decided))
}

/// The questions of a body: one, or a list.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Questions {
    One(PositionQuestion),
    Many(Vec<PositionQuestion>),
}

/// The answer to the same question by GET, or one for each question of a list.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Each<T> {
    One(T),
    Many(Vec<Element<T>>),
}

/// An answer to one of a list of questions, or the reason for which there is none.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Element<T> {
    Answer(T),
    Failure(RefusedPosition),
}

impl Questions {
    fn read(service: &Service, body: &[u8]) -> Result<Questions, Refused> {
        let unreadable = |error| Refused::new(StatusCode::BAD_REQUEST, error);
        let is_list = body.trim_ascii_start().starts_with(b"[");
        if !is_list {
            let one = serde_json::from_slice(body).map_err(unreadable)?;
            return Ok(Questions::One(one));
        }
        let many: Vec<PositionQuestion> = serde_json::from_slice(body).map_err(unreadable)?;
        let most = service.limits.positions;
        if many.len() > most {
            let message = format!("{} positions, and {most} are answered at once", many.len());
            return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        Ok(Questions::Many(many))
    }
}

/// Looks positions up together.
type LookUp<T> = fn(&Tablebase, &[Position]) -> Vec<Result<T, ProbeError>>;

/// Answers the questions of a body. In a list each has an answer in its place, or the
/// reason for which it has none.
async fn many<T, R>(
    service: &Arc<Service>,
    (headers, body): (&HeaderMap, &[u8]),
    look_up: LookUp<T>,
    reply: fn(&Tablebase, &Position, T, Preset) -> Result<R, Failure>,
) -> Answered
where
    T: Send + 'static,
    R: Serialize + 'static,
{
    let questions = Questions::read(service, body)?;
    let answer = service.answer(move |service| match questions {
        Questions::One(question) => {
            let (position, preset) = question.read()?;
            let tables = service.tables.of(preset.rules);
            let found = look_up(tables, &[position]).pop().expect("an answer for each position")?;
            Ok::<_, Failure>(Each::One(reply(tables, &position, found, preset)?))
        }
        Questions::Many(questions) => {
            let answers = in_order(service, &questions, look_up).into_iter().zip(&questions).map(
                |(answer, question)| {
                    let reply = answer.and_then(|(position, preset, found)| {
                        reply(service.tables.of(preset.rules), &position, found, preset)
                    });
                    reply.map_or_else(
                        |failure| {
                            let text = Some(question.text().to_owned());
                            Element::Failure(RefusedPosition::new(text, &service.shown(failure)))
                        },
                        Element::Answer,
                    )
                },
            );
            Ok(Each::Many(answers.collect()))
        }
    });
    Ok(reply::json(Age::Open, headers, answer.await?))
}

/// An answer to one of many questions.
type Found<T> = Result<(Position, Preset, T), Failure>;

/// Looks the positions of each rules up together, and returns the answers in the order
/// of the questions.
fn in_order<T>(
    service: &Service,
    questions: &[PositionQuestion],
    look_up: LookUp<T>,
) -> Vec<Found<T>> {
    let mut answers: Vec<Option<Found<T>>> = questions.iter().map(|_| None).collect();
    let mut by_rules: HashMap<_, Vec<(usize, Position, Preset)>> = HashMap::new();
    for (place, question) in questions.iter().enumerate() {
        match question.read() {
            Ok((position, preset)) => {
                let together = by_rules.entry(preset.rules).or_default();
                together.push((place, position, preset));
            }
            Err(failure) => answers[place] = Some(Err(failure)),
        }
    }
    for (rules, together) in by_rules {
        let positions: Vec<Position> = together.iter().map(|&(_, position, _)| position).collect();
        let found = look_up(service.tables.of(rules), &positions);
        for ((place, position, preset), found) in together.into_iter().zip(found) {
            let found = found.map(|found| (position, preset, found));
            answers[place] = Some(found.map_err(Failure::from));
        }
    }
    let unanswered = || Err(Failure::new(Status::Failed, "a position was not answered"));
    answers.into_iter().map(|answer| answer.unwrap_or_else(unanswered)).collect()
}
