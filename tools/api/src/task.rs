//! Questions of any type, after they have been read.

use std::fmt;

use loa_solver::Stop;

use crate::failure::Failure;
use crate::library::Library;
use crate::request::{Age, Kind, Request, Watch};

/// A question that has been read and can be answered.
pub struct Task(Box<dyn Erased>);

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("kind", &self.kind()).finish_non_exhaustive()
    }
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

/// A [`Request`] without its types.
trait Erased: Send {
    fn kind(&self) -> Kind;

    fn check(&self, library: &Library) -> Result<(), Failure>;

    fn run(
        &self,
        library: &Library,
        stop: &Stop,
        send: &mut dyn FnMut(&[u8]),
        rest: &mut dyn FnMut(),
    ) -> Result<Reply, Failure>;

    fn at_once(&self, library: &Library) -> Result<Option<Reply>, Failure>;
}

impl<R: Request> Erased for R {
    fn kind(&self) -> Kind {
        Request::kind(self)
    }

    fn check(&self, library: &Library) -> Result<(), Failure> {
        Request::check(self, library)
    }

    fn run(
        &self,
        library: &Library,
        stop: &Stop,
        send: &mut dyn FnMut(&[u8]),
        rest: &mut dyn FnMut(),
    ) -> Result<Reply, Failure> {
        if Request::kind(self) == Kind::Events {
            let mut found = |response: &R::Response| {
                if let Ok(bytes) = R::bytes(response) {
                    send(&[b"data: ", bytes.as_slice(), b"\n\n"].concat());
                }
            };
            self.answer(library, &mut Watch { stop, found: &mut found, rest })?;
            let content_type = "text/event-stream";
            return Ok(Reply { status: 200, content_type, age: Age::Fleeting, body: Vec::new() });
        }
        let response = self.answer(library, &mut Watch { stop, found: &mut |_| {}, rest })?;
        reply(self, &response)
    }

    fn at_once(&self, library: &Library) -> Result<Option<Reply>, Failure> {
        let response = self.answer_from_memory(library)?;
        response.map(|response| reply(self, &response)).transpose()
    }
}

fn reply<R: Request>(request: &R, response: &R::Response) -> Result<Reply, Failure> {
    let (age, body) = (request.age(response), R::bytes(response)?);
    Ok(Reply { status: 200, content_type: R::CONTENT_TYPE, age, body })
}

impl Task {
    pub(crate) fn new(request: impl Request) -> Task {
        Task(Box::new(request))
    }

    /// Returns the kind of work that the answer takes.
    pub fn kind(&self) -> Kind {
        self.0.kind()
    }

    pub(crate) fn check(&self, library: &Library) -> Result<(), Failure> {
        self.0.check(library)
    }

    /// Answers the question. Intermediate answers go to `send`. `rest` is called when the engine has
    /// finished, and the answer only waits for the check of a certificate.
    ///
    /// # Errors
    /// When the question has no answer.
    pub fn run(
        self,
        library: &Library,
        stop: &Stop,
        send: &mut dyn FnMut(&[u8]),
        rest: &mut dyn FnMut(),
    ) -> Result<Reply, Failure> {
        self.0.run(library, stop, send, rest).map_err(|failure| library.shown(failure))
    }

    /// Answers the question from values in memory, in a few microseconds. Opens, reads and unpacks
    /// nothing. `None` if the values in memory are not enough.
    ///
    /// # Errors
    /// As for [`Task::run`].
    pub fn at_once(&self, library: &Library) -> Result<Option<Reply>, Failure> {
        self.0.at_once(library).map_err(|failure| library.shown(failure))
    }
}
