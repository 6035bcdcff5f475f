//! Questions that have been read and wait for their answers.

use std::fmt;
use std::sync::Arc;

use loa_engine::alpha_beta::StopSign;
use loa_report::{Failure, Status};
use serde::Serialize;

use crate::explorer::Explorer;
use crate::reply::{Age, Refused, Reply};

/// The kind of work that an answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Looks into tables, certificates and suites.
    Tables,
    /// The engine thinks, until it is stopped at the latest.
    Engine,
    /// The engine thinks, and sends events as it finds more.
    Events,
}

type Work =
    dyn FnOnce(&Explorer, &Arc<StopSign>, &mut dyn FnMut(&[u8])) -> Result<Vec<u8>, Refused> + Send;

/// A question that has been read, to be answered.
pub struct Task {
    /// The kind of work.
    pub kind: Kind,
    /// The time for which the answer holds.
    pub age: Age,
    /// The kind of content of the answer.
    pub content_type: &'static str,
    work: Box<Work>,
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl Task {
    /// Returns a task whose answer is the JSON of what `work` finds.
    pub(crate) fn tables<T: Serialize, E: Into<Refused>>(
        age: Age,
        work: impl FnOnce(&Explorer) -> Result<T, E> + Send + 'static,
    ) -> Task {
        let work = move |explorer: &Explorer| json(&work(explorer).map_err(Into::into)?);
        Task::bytes(age, "application/json", work)
    }

    /// Returns a task whose answer are the bytes that `work` finds.
    pub(crate) fn bytes(
        age: Age,
        content_type: &'static str,
        work: impl FnOnce(&Explorer) -> Result<Vec<u8>, Refused> + Send + 'static,
    ) -> Task {
        Task::new(Kind::Tables, age, content_type, |explorer, _, _| work(explorer))
    }

    /// Returns a task of the engine, whose answer is the JSON of what `work` finds.
    pub(crate) fn engine<T: Serialize>(
        work: impl FnOnce(&Explorer, &StopSign) -> Result<T, Failure> + Send + 'static,
    ) -> Task {
        Task::new(Kind::Engine, Age::Fleeting, "application/json", |explorer, stop, _| {
            json(&work(explorer, stop)?)
        })
    }

    /// Returns a task of the engine that sends events.
    pub(crate) fn events(
        work: impl FnOnce(&Explorer, &Arc<StopSign>, &mut dyn FnMut(&[u8])) + Send + 'static,
    ) -> Task {
        Task::new(Kind::Events, Age::Fleeting, "text/event-stream", |explorer, stop, send| {
            work(explorer, stop, send);
            Ok(Vec::new())
        })
    }

    fn new(
        kind: Kind,
        age: Age,
        content_type: &'static str,
        work: impl FnOnce(&Explorer, &Arc<StopSign>, &mut dyn FnMut(&[u8])) -> Result<Vec<u8>, Refused>
        + Send
        + 'static,
    ) -> Task {
        Task { kind, age, content_type, work: Box::new(work) }
    }

    /// Returns the task with its answer in another form.
    #[must_use]
    pub fn in_form(
        self,
        content_type: &'static str,
        form: fn(&[u8]) -> Result<Vec<u8>, Failure>,
    ) -> Task {
        let work = self.work;
        Task::new(self.kind, self.age, content_type, move |explorer, stop, send| {
            Ok(form(&work(explorer, stop, send)?)?)
        })
    }

    /// Answers the question. What is found on the way to the answer goes to `send`.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn run(
        self,
        explorer: &Explorer,
        stop: &Arc<StopSign>,
        send: &mut dyn FnMut(&[u8]),
    ) -> Result<Reply, Refused> {
        let body = (self.work)(explorer, stop, send).map_err(|refused| {
            let failure = explorer.shown(refused.failure);
            Refused { failure, ..refused }
        })?;
        Ok(Reply { status: 200, content_type: self.content_type, age: self.age, body })
    }
}

fn json(answer: &impl Serialize) -> Result<Vec<u8>, Refused> {
    let failed = |error| Failure::new(Status::Failed, error);
    Ok(serde_json::to_vec(answer).map_err(failed)?)
}
