//! Questions about positions.

use std::collections::HashMap;

use crate::{
    Failure, LineReply, MovesReply, ProbeReply, ProofReply, RefusedPosition, Status, ValueReply,
    by_repetition,
};
use loa_solver::{Position, Preset, Repetition};
use loa_tablebase::{Probe, ProbeError, Tablebase};
use schemars::JsonSchema;
use serde::Serialize;

use crate::library::Library;
use crate::question::{Asked, PositionQuestion};
use crate::reply::{Age, Refused};
use crate::task::Task;

/// Returns the value of a position and of every move in it.
pub(crate) fn probe(library: &Library, question: &PositionQuestion) -> Result<ProbeReply, Failure> {
    let (position, preset) = question.read()?;
    let tables = library.tables.of(preset.rules);
    let probe = tables.probe(&position).map_err(|error| Failure::of_probe(&error, &position))?;
    probed(tables, &position, probe, preset)
}

/// Returns the same if all that it takes is in memory.
pub(crate) fn cached_probe(
    library: &Library,
    question: &PositionQuestion,
) -> Result<Option<ProbeReply>, Failure> {
    let (position, preset) = question.read()?;
    if preset.repetition == Repetition::Loss {
        // What follows from repetitions takes long.
        return Ok(None);
    }
    let probe = library.tables.of(preset.rules).probe_if_cached(&position);
    let probe = probe.map_err(|error| Failure::of_probe(&error, &position))?;
    Ok(probe.map(|probe| ProbeReply::new(probe, preset, None)))
}

/// Returns the value of a position alone.
pub(crate) fn value(library: &Library, question: &PositionQuestion) -> Result<ValueReply, Failure> {
    let (position, preset) = question.read()?;
    let answer = library
        .tables
        .of(preset.rules)
        .answer(&position)
        .map_err(|error| Failure::of_probe(&error, &position))?;
    Ok(ValueReply::new(&position, answer, preset))
}

/// Returns the same if all that it takes is in memory.
pub(crate) fn cached_value(
    library: &Library,
    question: &PositionQuestion,
) -> Result<Option<ValueReply>, Failure> {
    let (position, preset) = question.read()?;
    let answer = library.tables.of(preset.rules).answer_if_cached(&position);
    Ok(answer.map(|answer| ValueReply::new(&position, answer, preset)))
}

/// Returns best play to the end.
pub(crate) fn line(library: &Library, question: PositionQuestion) -> Result<LineReply, Failure> {
    let (position, preset) = question.read()?;
    let line = LineReply::find(library.tables.of(preset.rules), &position, preset);
    line.map_err(|error| Failure::of_probe(&error, &position))
}

/// Returns the moves of a position, without any table.
pub(crate) fn moves(_: &Library, question: PositionQuestion) -> Result<MovesReply, Failure> {
    let (position, preset) = question.read()?;
    Ok(MovesReply::new(&position, preset.rules))
}

/// Returns the part of a certificate that is about a position.
pub(crate) fn proof(library: &Library, question: PositionQuestion) -> Result<ProofReply, Failure> {
    let (position, preset) = question.read()?;
    library.proofs.reply(&position, preset)
}

/// Returns the probes of the questions in the body.
pub(crate) fn probe_many(library: &Library, asked: &Asked) -> Result<Task, Refused> {
    many(library, asked, Tablebase::probes, probed)
}

/// Returns the values of the positions in the body.
pub(crate) fn value_many(library: &Library, asked: &Asked) -> Result<Task, Refused> {
    many(library, asked, Tablebase::answers, |_, position, value, preset| {
        Ok(ValueReply::new(position, value, preset))
    })
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
    fn read(library: &Library, asked: &Asked) -> Result<Questions, Refused> {
        let is_list = asked.body.trim_ascii_start().starts_with(b"[");
        if !is_list {
            return Ok(Questions::One(asked.json()?));
        }
        let many: Vec<PositionQuestion> = asked.json()?;
        let most = library.limits.positions;
        if many.len() > most {
            let message = format!("{} positions, and {most} are answered at once", many.len());
            return Err(Refused::new(413, message));
        }
        Ok(Questions::Many(many))
    }
}

/// Looks positions up together.
type LookUp<T> = fn(&Tablebase, &[Position]) -> Vec<Result<T, ProbeError>>;

/// Answers the questions of a body. In a list each has an answer in its place, or the
/// reason for which it has none.
fn many<T, R>(
    library: &Library,
    asked: &Asked,
    look_up: LookUp<T>,
    reply: fn(&Tablebase, &Position, T, Preset) -> Result<R, Failure>,
) -> Result<Task, Refused>
where
    T: Send + 'static,
    R: Serialize + 'static,
{
    let questions = Questions::read(library, asked)?;
    Ok(Task::tables(Age::open, move |library| match questions {
        Questions::One(question) => {
            let (position, preset) = question.read()?;
            let tables = library.tables.of(preset.rules);
            let found = look_up(tables, &[position]).pop().expect("an answer for each position")?;
            Ok::<_, Failure>(Each::One(reply(tables, &position, found, preset)?))
        }
        Questions::Many(questions) => {
            let answers = in_order(library, &questions, look_up).into_iter().zip(&questions).map(
                |(answer, question)| {
                    let reply = answer.and_then(|(position, preset, found)| {
                        reply(library.tables.of(preset.rules), &position, found, preset)
                    });
                    reply.map_or_else(
                        |failure| {
                            let text = Some(question.text().to_owned());
                            Element::Failure(RefusedPosition::new(text, &library.shown(failure)))
                        },
                        Element::Answer,
                    )
                },
            );
            Ok(Each::Many(answers.collect()))
        }
    }))
}

/// An answer to one of many questions.
type Found<T> = Result<(Position, Preset, T), Failure>;

/// Looks the positions of each rules up together, and returns the answers in the order
/// of the questions.
fn in_order<T>(
    library: &Library,
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
        let found = look_up(library.tables.of(rules), &positions);
        for ((place, position, preset), found) in together.into_iter().zip(found) {
            let found = found.map(|found| (position, preset, found));
            answers[place] = Some(found.map_err(Failure::from));
        }
    }
    let unanswered = || Err(Failure::new(Status::Failed, "a position was not answered"));
    answers.into_iter().map(|answer| answer.unwrap_or_else(unanswered)).collect()
}
