//! Questions that have been read and wait for their answers.

use std::fmt;
use std::sync::Arc;

use crate::{Failure, Status};
use loa_engine::alpha_beta::StopSign;
use serde::Serialize;

use crate::library::Library;
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
    dyn FnOnce(&Library, &Arc<StopSign>, &mut dyn FnMut(&[u8])) -> Result<Answer, Refused> + Send;

/// Answers from what is in memory alone; `None` if that is not enough.
type AtOnce = dyn Fn(&Library) -> Result<Option<Answer>, Refused> + Send;

/// The bytes of an answer, and the time for which it holds.
type Answer = (Vec<u8>, Age);

/// A question that has been read, to be answered.
pub struct Task {
    /// The kind of work.
    pub kind: Kind,
    /// The kind of content of the answer.
    pub content_type: &'static str,
    work: Box<Work>,
    at_once: Option<Box<AtOnce>>,
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
        work: impl FnOnce(&Library) -> Result<T, E> + Send + 'static,
    ) -> Task {
        Task::new(Kind::Tables, "application/json", move |library, _, _| {
            let found = work(library).map_err(Into::into)?;
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
        work: impl FnOnce(&Library, &StopSign) -> Result<T, Failure> + Send + 'static,
    ) -> Task {
        Task::new(Kind::Engine, "application/json", |library, stop, _| {
            Ok((json(&work(library, stop)?)?, Age::Fleeting))
        })
    }

    /// Returns a task of the engine that sends events.
    pub(crate) fn events(
        work: impl FnOnce(&Library, &Arc<StopSign>, &mut dyn FnMut(&[u8])) + Send + 'static,
    ) -> Task {
        Task::new(Kind::Events, "text/event-stream", |library, stop, send| {
            work(library, stop, send);
            Ok((Vec::new(), Age::Fleeting))
        })
    }

    fn new(
        kind: Kind,
        content_type: &'static str,
        work: impl FnOnce(&Library, &Arc<StopSign>, &mut dyn FnMut(&[u8])) -> Result<Answer, Refused>
        + Send
        + 'static,
    ) -> Task {
        Task { kind, content_type, work: Box::new(work), at_once: None }
    }

    /// Returns the task with what answers it from memory alone, if that is enough.
    pub(crate) fn or_at_once<T: Serialize + 'static, E: Into<Refused>>(
        self,
        age: fn(&T) -> Age,
        find: impl Fn(&Library) -> Result<Option<T>, E> + Send + 'static,
    ) -> Task {
        let at_once = Box::new(move |library: &Library| {
            let found = find(library).map_err(Into::into)?;
            found.map(|found| Ok((json(&found)?, age(&found)))).transpose()
        });
        Task { at_once: Some(at_once), ..self }
    }

    /// Answers the question. What is found on the way to the answer goes to `send`.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn run(
        self,
        library: &Library,
        stop: &Arc<StopSign>,
        send: &mut dyn FnMut(&[u8]),
    ) -> Result<Reply, Refused> {
        let answer = (self.work)(library, stop, send);
        reply(library, self.content_type, answer)
    }

    /// Answers the question if what is in memory is enough, in a few microseconds: nothing is
    /// opened, read or unpacked.
    ///
    /// # Errors
    /// As for [`Task::run`].
    pub fn at_once(&self, library: &Library) -> Result<Option<Reply>, Refused> {
        let Some(at_once) = &self.at_once else {
            return Ok(None);
        };
        let answer = at_once(library).transpose();
        answer.map(|answer| reply(library, self.content_type, answer)).transpose()
    }
}

fn reply(
    library: &Library,
    content_type: &'static str,
    answer: Result<Answer, Refused>,
) -> Result<Reply, Refused> {
    let (body, age) = answer.map_err(|refused| {
        let failure = library.shown(refused.failure);
        Refused { failure, ..refused }
    })?;
    Ok(Reply { status: 200, content_type, age, body })
}

fn json(answer: &impl Serialize) -> Result<Vec<u8>, Refused> {
    let failed = |error| Failure::new(Status::Failed, error);
    Ok(serde_json::to_vec(answer).map_err(failed)?)
}

#[cfg(test)]
mod tests {
    use loa_tablebase::Tablebases;

    use super::*;
    use crate::library::Limits;

    #[test]
    fn answers_from_memory_are_those_from_tables() {
        let tables = Tablebases::options().tablebases();
        let library = Library::new("none", tables, Limits::default());
        for (address, is_quick) in [
            ("/api/probe?position=start+4x4", true),
            ("/api/value?position=start+4x4&rules=tournament", true),
            ("/api/value?position=start+4x4&rules=soucie", true),
            ("/api/probe?position=o2o/x3/2o1/x1xo+x&rules=misere", true),
            ("/api/probe?position=o2o/x3/2o1/x1xo+x&rules=soucie", false),
            ("/api/line?position=start+4x4", false),
        ] {
            let (path, query) = address.split_once('?').unwrap();
            let task = || library.task("GET", path, query, b"").unwrap();
            assert!(task().at_once(&library).unwrap().is_none(), "{address}: nothing is in memory");
            let found = task().run(&library, &Arc::default(), &mut |_| {}).unwrap();
            let at_once = task().at_once(&library).unwrap();
            assert_eq!(at_once.is_some(), is_quick, "{address}");
            if let Some(at_once) = at_once {
                assert_eq!((at_once.body, at_once.age), (found.body, found.age), "{address}");
            }
        }
        let task = library.task("GET", "/api/probe", "position=start+9x9", b"").unwrap();
        let refused = task.at_once(&library).unwrap_err();
        let again = library.answer(
            "GET",
            "/api/probe?position=start+9x9",
            b"",
            &Arc::default(),
            &mut |_| {},
        );
        assert_eq!(Reply::from(refused).body, again.body);
    }
}
