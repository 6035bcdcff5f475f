//! Replies, and refusals of questions.

use std::fmt;

use crate::{Failure, Status};

/// The time for which an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// It never changes: it depends on the question alone, or is the value of a position with
    /// its distance.
    Lasting,
    /// It depends on the tables, certificates and suites that there are, and the next question
    /// may find more.
    Open,
    /// Nobody is to store it.
    Fleeting,
}

impl Age {
    /// Returns that an answer never changes.
    pub(crate) fn lasting<T>(_: &T) -> Age {
        Age::Lasting
    }

    /// Returns that more tables, certificates or suites change an answer.
    pub(crate) fn open<T>(_: &T) -> Age {
        Age::Open
    }
}

/// An answer or a refusal, with the status and the kind of content that HTTP has for it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The status, such as 200 or 404.
    pub status: u16,
    /// The kind of content.
    pub content_type: &'static str,
    /// The time for which the answer holds.
    pub age: Age,
    /// The answer. That of a task of [`Kind::Events`](crate::Kind) is empty after its events.
    pub body: Vec<u8>,
}

/// A question without an answer: a status of HTTP and the reason.
#[derive(Debug)]
pub struct Refused {
    /// The status.
    pub status: u16,
    /// The reason.
    pub failure: Failure,
}

impl Refused {
    /// Refuses a question that is not as it should be.
    pub fn new(status: u16, message: impl fmt::Display) -> Refused {
        let failure = Failure::new(Status::Usage, message);
        Refused { status, failure }
    }

    /// Refuses an address at which there is nothing.
    pub fn nothing_there(path: &str) -> Refused {
        Refused::new(404, format!("there is nothing at {path}; see /api"))
    }

    /// Refuses a method that an address does not have.
    pub fn no_such_method(method: &str, path: &str) -> Refused {
        Refused::new(405, format!("{path} is not asked with {method}; see /api"))
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Refused {
        let status = match failure.status {
            Status::Usage => 400,
            Status::Missing => 404,
            Status::Rules => 409,
            Status::Outside => 422,
            _ => 500,
        };
        Refused { status, failure }
    }
}

impl From<Refused> for Reply {
    fn from(refused: Refused) -> Reply {
        Reply {
            status: refused.status,
            content_type: "application/json",
            age: Age::Open,
            body: refused.failure.to_json().into_bytes(),
        }
    }
}
