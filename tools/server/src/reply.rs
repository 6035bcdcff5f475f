//! Replies as HTTP: status, headers and JSON.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use loa_reply::{Failure, Status};
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_128;

/// A reply that depends on tables and rules alone. Values never change; a day is how
/// long a client may not learn that there are more of them.
const CACHE: &str = "public, max-age=86400, immutable";

/// Returns a reply of JSON that the next question may change.
pub(crate) fn json(body: Vec<u8>) -> Response {
    with_cache(body, "no-cache")
}

/// Returns a reply of JSON that nobody is to store.
pub(crate) fn fleeting(body: Vec<u8>) -> Response {
    with_cache(body, "no-store")
}

fn with_cache(body: Vec<u8>, cache: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, cache),
    ];
    (headers, body).into_response()
}

/// Returns a reply of JSON that depends on tables and rules alone, or that the client
/// has it already.
///
/// An answer comes from several tables: its tag is the digest of what they say together.
/// It is a weak tag, for the bytes may be compressed on their way.
pub(crate) fn lasting(asked: &HeaderMap, body: Vec<u8>) -> Response {
    let tag = format!("W/\"{:032x}\"", xxh3_128(&body));
    let is_known = asked.get_all(header::IF_NONE_MATCH).iter().any(|tags| {
        let tags = tags.to_str().unwrap_or_default().split(',').map(str::trim);
        tags.into_iter().any(|known| known == "*" || known == tag)
    });
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => json(body),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHE));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Returns a [lasting](lasting) reply of an answer that is at hand.
pub(crate) fn lasting_json(
    asked: &HeaderMap,
    answer: &impl Serialize,
) -> Result<Response, Refused> {
    let body = serde_json::to_vec(answer);
    let body = body.map_err(|error| Failure::new(Status::Failed, error))?;
    Ok(lasting(asked, body))
}

/// A request without an answer.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    failure: Failure,
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
        let body = self.failure.to_json().to_string().into_bytes();
        let mut response = (self.status, json(body)).into_response();
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
