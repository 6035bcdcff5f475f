//! Replies as HTTP: status, headers and JSON.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use loa_report::{Failure, Status};
use xxhash_rust::xxh3::xxh3_128;

/// The time for which an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Age {
    /// It depends on tables and rules alone. Values never change; a day is how long a client may
    /// not learn that there are more of them.
    Lasting,
    /// The next question may change it.
    Open,
    /// Nobody is to store it.
    Fleeting,
}

impl Age {
    const fn cache_control(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Age::Lasting => "public, max-age=86400, immutable",
            Age::Open => "no-cache",
            Age::Fleeting => "no-store",
        })
    }
}

/// Returns a reply of JSON, or that the client has it already.
pub(crate) fn json(age: Age, asked: &HeaderMap, body: Vec<u8>) -> Response {
    sent(age, asked, body, "application/json")
}

/// Returns a reply, or that the client has it already.
pub(crate) fn sent(
    age: Age,
    asked: &HeaderMap,
    body: impl AsRef<[u8]> + IntoResponse,
    content_type: &'static str,
) -> Response {
    let mut response = match age {
        Age::Lasting => tagged(asked, body, content_type),
        Age::Open | Age::Fleeting => ([(header::CONTENT_TYPE, content_type)], body).into_response(),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, age.cache_control());
    response
}

/// Returns a reply of events that nobody is to store.
pub(crate) fn events(body: Body) -> Response {
    let kind = HeaderValue::from_static("text/event-stream");
    let headers =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, Age::Fleeting.cache_control())];
    (headers, body).into_response()
}

/// Returns a body with its digest as its tag, or that the client has it already.
///
/// An answer comes from several tables: its tag is the digest of what they say together.
/// It is a weak tag, for the bytes may be compressed on their way.
pub(crate) fn tagged(
    asked: &HeaderMap,
    body: impl AsRef<[u8]> + IntoResponse,
    content_type: &'static str,
) -> Response {
    let tag = format!("W/\"{:032x}\"", xxh3_128(body.as_ref()));
    let is_known = asked.get_all(header::IF_NONE_MATCH).iter().any(|tags| {
        let tags = tags.to_str().unwrap_or_default().split(',').map(str::trim);
        tags.into_iter().any(|known| known == "*" || known == tag)
    });
    let tag = [(header::ETAG, tag)];
    if is_known {
        (StatusCode::NOT_MODIFIED, tag).into_response()
    } else {
        (tag, [(header::CONTENT_TYPE, content_type)], body).into_response()
    }
}

/// A request without an answer.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) failure: Failure,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, message: impl std::fmt::Display) -> Refused {
        let failure = Failure::new(Status::Usage, message);
        Refused { status, failure }
    }

    /// Refuses a question because others are being answered.
    pub(crate) fn busy(message: impl std::fmt::Display) -> Refused {
        let status = StatusCode::TOO_MANY_REQUESTS;
        let failure = Failure::new(Status::Failed, message);
        Refused { status, failure }
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Refused {
        let status = match failure.status {
            Status::Usage => StatusCode::BAD_REQUEST,
            Status::Missing => StatusCode::NOT_FOUND,
            Status::Rules => StatusCode::CONFLICT,
            Status::Outside => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refused { status, failure }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let body = self.failure.to_json().into_bytes();
        let json = json(Age::Open, &HeaderMap::new(), body);
        let mut response = (self.status, json).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Refuses an address at which there is nothing.
pub(crate) async fn nothing_there(address: Uri) -> Refused {
    let message = format!("there is nothing at {}; see /api", address.path());
    Refused::new(StatusCode::NOT_FOUND, message)
}

/// Refuses a method that an address does not have.
pub(crate) async fn no_such_method(method: Method, address: Uri) -> Refused {
    let message = format!("{} is not asked with {method}; see /api", address.path());
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, message)
}
