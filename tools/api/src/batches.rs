//! Questions about many positions, which are looked up together.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use loa_solver::{Position, Preset};
use loa_tablebase::{Probe, ProbeError, Tablebase, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::failure::{Failure, RefusedPosition, Status};
use crate::library::Library;
use crate::positions::{ProbeReply, ProbeRequest, ValueReply, ValueRequest};
use crate::request::{Answer, PositionRequest, Request, Watch};

/// A question about one position. Several of them are answered faster together.
pub trait LookUp: Request {
    /// The part of the answer that comes from tables.
    type Found;

    /// Looks up several positions together.
    fn look_up(tables: &Tablebase, positions: &[Position]) -> Vec<Result<Self::Found, ProbeError>>;

    /// Returns the answer to the question about one of the positions.
    ///
    /// # Errors
    /// As for [`Tablebase::by_repetition`].
    fn reply(
        tables: &Tablebase,
        position: &Position,
        found: Self::Found,
        preset: Preset,
    ) -> Result<Self::Response, Failure>;
}

impl LookUp for ProbeRequest {
    type Found = Probe;

    fn look_up(tables: &Tablebase, positions: &[Position]) -> Vec<Result<Probe, ProbeError>> {
        tables.probes(positions)
    }

    fn reply(
        tables: &Tablebase,
        _: &Position,
        probe: Probe,
        preset: Preset,
    ) -> Result<ProbeReply, Failure> {
        ProbeReply::of(tables, probe, preset)
    }
}

impl LookUp for ValueRequest {
    type Found = Value;

    fn look_up(tables: &Tablebase, positions: &[Position]) -> Vec<Result<Value, ProbeError>> {
        tables.answers(positions)
    }

    fn reply(
        _: &Tablebase,
        position: &Position,
        value: Value,
        preset: Preset,
    ) -> Result<ValueReply, Failure> {
        Ok(ValueReply::new(position, value, preset))
    }
}

/// One question about a position, or a list of them.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Questions {
    One(PositionRequest),
    Many(Vec<PositionRequest>),
}

impl<'de> Deserialize<'de> for Questions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Questions, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Questions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a question or a list of questions")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Questions, A::Error> {
                PositionRequest::deserialize(MapAccessDeserializer::new(map)).map(Questions::One)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Questions, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Questions::Many)
            }
        }

        deserializer.deserialize_any(OneOrMany)
    }
}

/// Asks the question `R` about one position, or about each position of a list.
pub(crate) struct Batch<R> {
    questions: Questions,
    kind: PhantomData<fn() -> R>,
}

impl<'de, R> Deserialize<'de> for Batch<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Batch<R>, D::Error> {
        Ok(Batch { questions: Questions::deserialize(deserializer)?, kind: PhantomData })
    }
}

impl<R> JsonSchema for Batch<R> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Questions::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Questions::json_schema(generator)
    }
}

impl<R> fmt::Debug for Batch<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").finish_non_exhaustive()
    }
}

/// The reply: the answer that GET would give to the single question, or one answer for each
/// question of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Each<T> {
    /// The answer to one question.
    One(T),
    /// The answers, in the order of the questions.
    Many(Vec<Element<T>>),
}

/// The answer to one question of a list, or the reason why it has no answer.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Element<T> {
    /// The answer.
    Answer(T),
    /// The reason.
    Failure(RefusedPosition),
}

impl<R: LookUp> Request for Batch<R> {
    type Response = Each<R::Response>;

    fn check(&self, library: &Library) -> Result<(), Failure> {
        let most = library.limits.positions;
        match &self.questions {
            Questions::Many(many) if many.len() > most => {
                let message =
                    format!("{} positions: expected at most {most} in one request", many.len());
                Err(Failure::too_much(message))
            }
            _ => Ok(()),
        }
    }

    fn answer(&self, library: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        let questions = match &self.questions {
            Questions::One(question) => {
                let answer = in_order::<R>(library, std::slice::from_ref(question)).pop();
                return Ok(Each::One(answer.unwrap_or_else(unanswered)?));
            }
            Questions::Many(questions) => questions,
        };
        let answers = in_order::<R>(library, questions).into_iter().zip(questions);
        let answers = answers.map(|(answer, question)| match answer {
            Ok(reply) => Element::Answer(reply),
            Err(failure) => {
                let text = Some(question.position.clone());
                Element::Failure(RefusedPosition::new(text, &library.shown(failure)))
            }
        });
        Ok(Each::Many(answers.collect()))
    }
}

/// Looks up the positions of each rules id together. Returns the answers in the order of the
/// questions.
fn in_order<R: LookUp>(
    library: &Library,
    questions: &[PositionRequest],
) -> Vec<Result<R::Response, Failure>> {
    let mut answers: Vec<Option<Result<R::Response, Failure>>> =
        questions.iter().map(|_| None).collect();
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
        let tables = library.tables.of(rules);
        let positions: Vec<Position> = together.iter().map(|&(_, position, _)| position).collect();
        let found = R::look_up(tables, &positions);
        for ((place, position, preset), found) in together.into_iter().zip(found) {
            let found = found.map_err(|error| Failure::of_probe(&error, &position, preset));
            let reply = |found| R::reply(tables, &position, found, preset);
            answers[place] = Some(found.and_then(reply));
        }
    }
    answers.into_iter().map(|answer| answer.unwrap_or_else(unanswered)).collect()
}

fn unanswered<T>() -> Result<T, Failure> {
    Err(Failure::new(Status::Failed, "a position was not answered"))
}
