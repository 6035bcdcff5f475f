//! Questions about positions.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use loa_reply::{Failure, LineReply, MovesReply, ProbeReply, Status, ValueReply, by_repetition};
use loa_solver::{Position, Preset};
use loa_tablebase::{Probe, ProbeError, Tablebase};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Answered, Here};
use crate::question::{Asked, PositionQuestion};
use crate::reply::{self, Refused};
use crate::service::Service;

/// Answers with the value of a position and of every move in it.
pub(crate) async fn probe(
    State(service): Here,
    headers: HeaderMap,
    Asked(question): Asked<PositionQuestion>,
) -> Answered {
    one(&service, &headers, question, |tables, position, preset| {
        let probe = tables.probe(position);
        let probe = probe.map_err(|error| Failure::of_probe(&error, position))?;
        probed(tables, position, probe, preset)
    })
    .await
}

/// Answers with the value of a position alone.
pub(crate) async fn value(
    State(service): Here,
    headers: HeaderMap,
    Asked(question): Asked<PositionQuestion>,
) -> Answered {
    one(&service, &headers, question, |tables, position, preset| {
        let answer = tables.answer(position);
        let answer = answer.map_err(|error| Failure::of_probe(&error, position))?;
        Ok(ValueReply::new(position, answer, preset))
    })
    .await
}

/// Answers with best play to the end.
pub(crate) async fn line(
    State(service): Here,
    headers: HeaderMap,
    Asked(question): Asked<PositionQuestion>,
) -> Answered {
    one(&service, &headers, question, |tables, position, preset| {
        let line = LineReply::find(tables, position, preset);
        line.map_err(|error| Failure::of_probe(&error, position))
    })
    .await
}

/// Answers with the moves of a position, without any table.
pub(crate) async fn moves(
    State(service): Here,
    headers: HeaderMap,
    Asked(question): Asked<PositionQuestion>,
) -> Answered {
    one(&service, &headers, question, |_, position, preset| {
        Ok(MovesReply::new(position, preset.rules))
    })
    .await
}

/// Answers a question about one position from the tables of its rules.
async fn one<R: Serialize + 'static>(
    service: &Arc<Service>,
    headers: &HeaderMap,
    question: PositionQuestion,
    reply: fn(&Tablebase, &Position, Preset) -> Result<R, Failure>,
) -> Answered {
    let answer = service.answer(move |service| {
        let (position, preset) = question.read()?;
        reply(service.tables.of(preset.rules), &position, preset)
    });
    Ok(reply::lasting(headers, answer.await?))
}

/// Answers with the probes of the questions in the body.
pub(crate) async fn probe_many(State(service): Here, body: Bytes) -> Answered {
    many(&service, &body, Tablebase::probes, probed).await
}

/// Answers with the values of the positions in the body.
pub(crate) async fn value_many(State(service): Here, body: Bytes) -> Answered {
    many(
        &service,
        &body,
        Tablebase::answers,
        |_, position, value, preset| Ok(ValueReply::new(position, value, preset)),
    )
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
enum Questions {
    One(PositionQuestion),
    Many(Vec<PositionQuestion>),
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
    body: &[u8],
    look_up: LookUp<T>,
    reply: fn(&Tablebase, &Position, T, Preset) -> Result<R, Failure>,
) -> Answered
where
    T: Send + 'static,
    R: Serialize + 'static,
{
    let answer = match Questions::read(service, body)? {
        Questions::One(question) => {
            let answer = service.answer(move |service| {
                let (position, preset) = question.read()?;
                let tables = service.tables.of(preset.rules);
                let mut found = look_up(tables, &[position]);
                let found = found.pop().expect("an answer for each position")?;
                reply(tables, &position, found, preset)
            });
            answer.await?
        }
        Questions::Many(questions) => {
            let answer = service.answer(move |service| {
                let answers = in_order(service, &questions, look_up).into_iter();
                let answers = answers.zip(&questions).map(|(answer, question)| {
                    let reply = answer.and_then(|(position, preset, found)| {
                        reply(service.tables.of(preset.rules), &position, found, preset)
                    });
                    match reply {
                        Ok(reply) => json!(reply),
                        Err(failure) => refused(question, &service.shown(failure)),
                    }
                });
                Ok(answers.collect::<Vec<Json>>())
            });
            answer.await?
        }
    };
    Ok(reply::json(answer))
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
    answers
        .into_iter()
        .map(|answer| answer.unwrap_or_else(unanswered))
        .collect()
}

/// Returns the reply to a question of a list that has no answer.
fn refused(question: &PositionQuestion, failure: &Failure) -> Json {
    let mut reply = json!({ "position": question.text() });
    if let (Json::Object(reply), Json::Object(failure)) = (&mut reply, failure.to_json()) {
        reply.extend(failure);
    }
    reply
}
