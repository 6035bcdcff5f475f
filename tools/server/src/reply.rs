//! Replies as HTTP: status, headers and JSON.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use loa_explorer::{Age, Reply};
use loa_report::{Failure, Status};
use xxhash_rust::xxh3::xxh3_128;

const fn cache_control(age: Age) -> HeaderValue {
    HeaderValue::from_static(match age {
        Age::Lasting => "public, max-age=86400, immutable",
        Age::Open => "no-cache",
        Age::Fleeting => "no-store",
    })
}

/// Returns an answer, or that the client has it already.
pub(crate) fn sent(asked: &HeaderMap, reply: Reply) -> Response {
    let Reply { content_type, age, body, .. } = reply;
    let mut response = match age {
        Age::Lasting => tagged(asked, body, content_type),
        Age::Open | Age::Fleeting => ([(header::CONTENT_TYPE, content_type)], body).into_response(),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, cache_control(age));
    response
}

/// Returns a reply of JSON that the next question may change.
pub(crate) fn json(body: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, cache_control(Age::Open)),
    ];
    (headers, body).into_response()
}

/// Returns a reply of events that nobody is to store.
pub(crate) fn events(body: Body) -> Response {
    let kind = HeaderValue::from_static("text/event-stream");
    let headers =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache_control(Age::Fleeting))];
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
pub(crate) struct Refused(loa_explorer::Refused);

impl Refused {
    pub(crate) fn new(status: StatusCode, message: impl std::fmt::Display) -> Refused {
        Refused(loa_explorer::Refused::new(status.as_u16(), message))
    }

    /// Refuses a question because others are being answered.
    pub(crate) fn busy(message: impl std::fmt::Display) -> Refused {
        let failure = Failure::new(Status::Failed, message);
        let status = StatusCode::TOO_MANY_REQUESTS.as_u16();
        Refused(loa_explorer::Refused { status, failure })
    }
}

impl<T: Into<loa_explorer::Refused>> From<T> for Refused {
    fn from(refused: T) -> Refused {
        Refused(refused.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or_default();
        let mut response = (status, json(Reply::from(self.0).body)).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Refuses an address at which there is nothing.
pub(crate) async fn nothing_there(address: Uri) -> Refused {
    loa_explorer::Refused::nothing_there(address.path()).into()
}

/// Refuses a method that an address does not have.
pub(crate) async fn no_such_method(method: Method, address: Uri) -> Refused {
    loa_explorer::Refused::no_such_method(method.as_str(), address.path()).into()
}
