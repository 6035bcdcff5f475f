//! Questions about many positions, which are looked up together.

use std::collections::HashMap;

use loa_solver::{Position, Preset};
use loa_tablebase::{Probe, ProbeError, Tablebase, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asked::{Asked, Given, read};
use crate::failure::{Failure, RefusedPosition, Status, failure};
use crate::library::Library;
use crate::positions::{ProbeReply, ValueReply};
use crate::request::PositionRequest;

/// An answer about one position. Several of them are found faster together.
pub trait LookUp: Sized {
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
    ) -> Result<Self, Failure>;
}

impl LookUp for ProbeReply {
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

impl LookUp for ValueReply {
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
pub(crate) enum Questions {
    One(PositionRequest),
    #[schemars(with = "Vec<PositionRequest>")]
    Many(Vec<Listed>),
}

/// A question of a list.
pub(crate) struct Listed {
    /// The text of its position.
    text: Option<String>,
    /// The question, or the reason why it cannot be read.
    read: Result<PositionRequest, Failure>,
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

impl Listed {
    fn read(place: usize, given: &Given<'_>) -> Result<Listed, Failure> {
        match PositionRequest::deserialize(given) {
            Err(mistake) if !mistake.is_about_text() => {
                Err(Failure::new(Status::Usage, mistake.within(&format!("[{place}]"))))
            }
            read => Ok(Listed {
                text: given.text_of("position").map(str::to_owned),
                read: read.map_err(|mistake| mistake.failure(given)),
            }),
        }
    }
}

impl Questions {
    /// Reads a body. A question of a list is refused by itself if only one of its texts is wrong.
    pub(crate) fn of_body(asked: &Asked<'_>) -> Result<Questions, Failure> {
        match asked.given()? {
            Given::List(list) => {
                let listed = list.iter().enumerate();
                let listed = listed.map(|(place, given)| Listed::read(place, given));
                Ok(Questions::Many(listed.collect::<Result<_, _>>()?))
            }
            given @ Given::Fields(_) => Ok(Questions::One(read(&given)?)),
            _ => Err(failure!(Usage, "expected a question or a list of questions")),
        }
    }

    pub(crate) fn check(&self, library: &Library) -> Result<(), Failure> {
        let most = library.limits.positions;
        match self {
            Questions::Many(many) if many.len() > most => {
                let message =
                    format!("{} positions: expected at most {most} in one request", many.len());
                Err(Failure::too_much(message))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn answer<A: LookUp>(&self, library: &Library) -> Result<Each<A>, Failure> {
        let questions = match self {
            Questions::One(question) => {
                let answer = in_order(library, std::slice::from_ref(question)).pop();
                return Ok(Each::One(answer.unwrap_or_else(unanswered)?));
            }
            Questions::Many(questions) => questions,
        };
        let read: Vec<PositionRequest> =
            questions.iter().filter_map(|listed| listed.read.as_ref().ok().copied()).collect();
        let mut answers = in_order(library, &read).into_iter();
        let answers = questions.iter().map(|Listed { text, read }| {
            let refused =
                |failure: &Failure| Element::Failure(RefusedPosition::new(text.clone(), failure));
            match read.as_ref().map(|_| answers.next().unwrap_or_else(unanswered)) {
                Ok(Ok(reply)) => Element::Answer(reply),
                Ok(Err(failure)) => refused(&library.shown(failure)),
                Err(failure) => refused(failure),
            }
        });
        Ok(Each::Many(answers.collect()))
    }
}

/// Looks up the positions of each rules id together. Returns the answers in the order of the
/// questions.
fn in_order<A: LookUp>(
    library: &Library,
    questions: &[PositionRequest],
) -> Vec<Result<A, Failure>> {
    let mut answers: Vec<Option<Result<A, Failure>>> = questions.iter().map(|_| None).collect();
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
        let found = A::look_up(tables, &positions);
        for ((place, position, preset), found) in together.into_iter().zip(found) {
            let found = found.map_err(|error| Failure::of_probe(&error, &position, preset));
            let reply = |found| A::reply(tables, &position, found, preset);
            answers[place] = Some(found.and_then(reply));
        }
    }
    answers.into_iter().map(|answer| answer.unwrap_or_else(unanswered)).collect()
}

fn unanswered<T>() -> Result<T, Failure> {
    Err(failure!(Failed, "a position was not answered"))
}
