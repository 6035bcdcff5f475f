//! Answers to questions of any type.

use std::sync::Arc;

use loa_solver::Stop;
use serde::Serialize;

use crate::failure::{Failure, Status};
use crate::library::Library;

/// The kind of work that an answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Looks into tables, certificates and suites.
    Tables,
    /// The engine thinks until it finishes or is stopped.
    Engine,
    /// The engine thinks, and sends each better answer as an event.
    Events,
}

/// The time for which an answer is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// The answer never changes. It depends only on the question, or is the value of a position
    /// with its distance.
    Lasting,
    /// The answer depends on the tables, certificates and suites of the library, which may grow, or
    /// on the time that a search had.
    Open,
    /// The answer depends on the time that the engine had. Do not store it.
    Fleeting,
}

/// The caller's side of an unanswered question.
pub(crate) struct Watch<'a, A> {
    /// Ends the engine's thinking or a search; the answer is then what was found.
    pub(crate) stop: &'a Stop,
    /// Receives each better answer of [`Kind::Events`].
    pub(crate) found: &'a mut dyn FnMut(&A),
    /// Called when the engine has finished, and the answer only waits for the check of a certificate.
    pub(crate) rest: &'a mut dyn FnMut(),
}

/// An answer or a failure, with its HTTP status and content type.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The status, such as 200 or 404.
    pub status: u16,
    /// The content type.
    pub content_type: &'static str,
    /// The time for which the answer is valid.
    pub age: Age,
    /// The answer. A task of [`Kind::Events`] leaves this empty and sends its events instead.
    pub body: Vec<u8>,
}

impl From<Failure> for Reply {
    fn from(failure: Failure) -> Reply {
        Reply {
            status: failure.http_status(),
            content_type: "application/json",
            age: Age::Open,
            body: failure.to_json().into_bytes(),
        }
    }
}

type Answer<Q, A> = dyn Fn(&Q, &Library, &mut Watch<'_, A>) -> Result<A, Failure> + Send + Sync;

/// The way in which questions `Q` are answered with an `A`.
pub(crate) struct Answering<Q, A> {
    answer: Box<Answer<Q, A>>,
    kind: fn(&Q) -> Kind,
    check: fn(&Q, &Library) -> Result<(), Failure>,
    at_once: fn(&Q, &Library) -> Result<Option<A>, Failure>,
    age: Age,
    content_type: &'static str,
    bytes: fn(&A) -> Result<Vec<u8>, Failure>,
}

/// Answers questions by a function.
pub(crate) fn by<Q: 'static, A: Serialize + 'static>(
    answer: fn(&Q, &Library) -> Result<A, Failure>,
) -> Answering<Q, A> {
    Answering::new(move |question, library, _| answer(question, library))
}

/// Answers questions by a function that can be stopped and sends better answers meanwhile.
pub(crate) fn watched_by<Q: 'static, A: Serialize + 'static>(
    answer: fn(&Q, &Library, &mut Watch<'_, A>) -> Result<A, Failure>,
) -> Answering<Q, A> {
    Answering::new(answer)
}

impl<Q, A: Serialize> Answering<Q, A> {
    pub(crate) fn new(
        answer: impl Fn(&Q, &Library, &mut Watch<'_, A>) -> Result<A, Failure> + Send + Sync + 'static,
    ) -> Answering<Q, A> {
        Answering {
            answer: Box::new(answer),
            kind: |_| Kind::Tables,
            check: |_, _| Ok(()),
            at_once: |_, _| Ok(None),
            age: Age::Open,
            content_type: "application/json",
            bytes: |answer| {
                serde_json::to_vec(answer).map_err(|error| Failure::new(Status::Failed, error))
            },
        }
    }

    /// Sets the kind of work that an answer takes.
    pub(crate) fn kind(self, kind: fn(&Q) -> Kind) -> Answering<Q, A> {
        Answering { kind, ..self }
    }

    /// Sets what refuses a question before any work on it.
    pub(crate) fn check(self, check: fn(&Q, &Library) -> Result<(), Failure>) -> Answering<Q, A> {
        Answering { check, ..self }
    }

    /// Sets what answers from values in memory, in a few microseconds. It opens, reads and unpacks
    /// nothing, and returns `None` if the values in memory are not enough.
    pub(crate) fn at_once(
        self,
        at_once: fn(&Q, &Library) -> Result<Option<A>, Failure>,
    ) -> Answering<Q, A> {
        Answering { at_once, ..self }
    }

    /// Says that answers never change.
    pub(crate) fn lasting(self) -> Answering<Q, A> {
        self.age(Age::Lasting)
    }

    /// Sets how long answers from tables are valid.
    pub(crate) fn age(self, age: Age) -> Answering<Q, A> {
        Answering { age, ..self }
    }

    /// Sets the form of the answers.
    pub(crate) fn form(
        self,
        content_type: &'static str,
        bytes: fn(&A) -> Result<Vec<u8>, Failure>,
    ) -> Answering<Q, A> {
        Answering { content_type, bytes, ..self }
    }

    /// Returns a question as a task, unless it is refused.
    pub(crate) fn task(
        self: &Arc<Self>,
        question: Q,
        library: &Library,
    ) -> Result<Box<dyn Task>, Failure>
    where
        Q: Send + Sync + 'static,
        A: 'static,
    {
        (self.check)(&question, library)?;
        Ok(Box::new(ReadQuestion { question, way: Arc::clone(self) }))
    }
}

/// A question that has been read and can be answered.
pub trait Task: Send {
    /// Returns the kind of work that the answer takes.
    fn kind(&self) -> Kind;

    /// Answers the question. Intermediate answers go to `send`. `rest` is called when the engine has
    /// finished, and the answer only waits for the check of a certificate.
    ///
    /// # Errors
    /// When the question has no answer.
    fn run(
        &self,
        library: &Library,
        stop: &Stop,
        send: &mut dyn FnMut(&[u8]),
        rest: &mut dyn FnMut(),
    ) -> Result<Reply, Failure>;

    /// Answers the question from values in memory, in a few microseconds. Opens, reads and unpacks
    /// nothing. `None` if the values in memory are not enough.
    ///
    /// # Errors
    /// As for [`Task::run`].
    fn at_once(&self, library: &Library) -> Result<Option<Reply>, Failure>;
}

struct ReadQuestion<Q, A> {
    question: Q,
    way: Arc<Answering<Q, A>>,
}

impl<Q, A> ReadQuestion<Q, A> {
    fn reply(&self, answer: &A) -> Result<Reply, Failure> {
        let age = match (self.way.kind)(&self.question) {
            Kind::Tables => self.way.age,
            Kind::Engine | Kind::Events => Age::Fleeting,
        };
        let (content_type, body) = (self.way.content_type, (self.way.bytes)(answer)?);
        Ok(Reply { status: 200, content_type, age, body })
    }
}

impl<Q: Send + Sync, A> Task for ReadQuestion<Q, A> {
    fn kind(&self) -> Kind {
        (self.way.kind)(&self.question)
    }

    fn run(
        &self,
        library: &Library,
        stop: &Stop,
        send: &mut dyn FnMut(&[u8]),
        rest: &mut dyn FnMut(),
    ) -> Result<Reply, Failure> {
        let has_events = self.kind() == Kind::Events;
        let mut found = |answer: &A| {
            if has_events && let Ok(bytes) = (self.way.bytes)(answer) {
                send(&[b"data: ", bytes.as_slice(), b"\n\n"].concat());
            }
        };
        let mut watch = Watch { stop, found: &mut found, rest };
        let answer = (self.way.answer)(&self.question, library, &mut watch);
        let reply = answer.and_then(|answer| self.reply(&answer));
        let mut reply = reply.map_err(|failure| library.shown(failure))?;
        if has_events {
            (reply.content_type, reply.body) = ("text/event-stream", Vec::new());
        }
        Ok(reply)
    }

    fn at_once(&self, library: &Library) -> Result<Option<Reply>, Failure> {
        let answer = (self.way.at_once)(&self.question, library);
        let reply = answer.and_then(|answer| answer.map(|answer| self.reply(&answer)).transpose());
        reply.map_err(|failure| library.shown(failure))
    }
}
