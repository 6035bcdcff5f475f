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
    dyn FnOnce(&Explorer, &Arc<StopSign>, &mut dyn FnMut(&[u8])) -> Result<Answer, Refused> + Send;

/// The bytes of an answer, and the time for which it holds.
type Answer = (Vec<u8>, Age);

/// A question that has been read, to be answered.
pub struct Task {
    /// The kind of work.
    pub kind: Kind,
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
    /// Returns a task whose answer is the JSON of what `work` finds, and holds as long as `age`
    /// says.
    pub(crate) fn tables<T: Serialize + 'static, E: Into<Refused>>(
        age: fn(&T) -> Age,
        work: impl FnOnce(&Explorer) -> Result<T, E> + Send + 'static,
    ) -> Task {
        Task::new(Kind::Tables, "application/json", move |explorer, _, _| {
            let found = work(explorer).map_err(Into::into)?;
            Ok((json(&found)?, age(&found)))
        })
    }

    /// Returns a task whose answer are the bytes that `work` makes of the question alone.
    pub(crate) fn bytes(
        content_type: &'static str,
        work: impl FnOnce() -> Result<Vec<u8>, Failure> + Send + 'static,
    ) -> Task {
        Task::new(Kind::Tables, content_type, |_, _, _| Ok((work()?, Age::Lasting)))
    }

    /// Returns a task of the engine, whose answer is the JSON of what `work` finds.
    pub(crate) fn engine<T: Serialize>(
        work: impl FnOnce(&Explorer, &StopSign) -> Result<T, Failure> + Send + 'static,
    ) -> Task {
        Task::new(Kind::Engine, "application/json", |explorer, stop, _| {
            Ok((json(&work(explorer, stop)?)?, Age::Fleeting))
        })
    }

    /// Returns a task of the engine that sends events.
    pub(crate) fn events(
        work: impl FnOnce(&Explorer, &Arc<StopSign>, &mut dyn FnMut(&[u8])) + Send + 'static,
    ) -> Task {
        Task::new(Kind::Events, "text/event-stream", |explorer, stop, send| {
            work(explorer, stop, send);
            Ok((Vec::new(), Age::Fleeting))
        })
    }

    fn new(
        kind: Kind,
        content_type: &'static str,
        work: impl FnOnce(&Explorer, &Arc<StopSign>, &mut dyn FnMut(&[u8])) -> Result<Answer, Refused>
        + Send
        + 'static,
    ) -> Task {
        Task { kind, content_type, work: Box::new(work) }
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
        let (body, age) = (self.work)(explorer, stop, send).map_err(|refused| {
            let failure = explorer.shown(refused.failure);
            Refused { failure, ..refused }
        })?;
        Ok(Reply { status: 200, content_type: self.content_type, age, body })
    }
}

fn json(answer: &impl Serialize) -> Result<Vec<u8>, Refused> {
    let failed = |error| Failure::new(Status::Failed, error);
    Ok(serde_json::to_vec(answer).map_err(failed)?)
}
