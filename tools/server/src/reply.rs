//! HTTP replies: status, headers and JSON.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use loa_api::{Age, Failure, Reply, Status};
use xxhash_rust::xxh3::xxh3_128;

const fn cache_control(age: Age) -> HeaderValue {
    HeaderValue::from_static(match age {
        Age::Lasting => "public, max-age=86400, immutable",
        Age::Open => "no-cache",
        Age::Fleeting => "no-store",
    })
}

/// Content with its tag.
///
/// An answer comes from several tables, so its tag is a digest of the content itself. The tag is
/// weak, because the content may be compressed on its way.
pub(crate) struct Document {
    kind: &'static str,
    bytes: Bytes,
    tag: HeaderValue,
    age: Age,
    /// The compressed content, made for the first client that reads gzip.
    compressed: OnceLock<Bytes>,
}

impl Document {
    /// Returns a document that stays the same while the program runs. Another version of the program
    /// may have another document at the same address, so clients must ask each time.
    pub(crate) fn new(kind: &'static str, bytes: Vec<u8>) -> Document {
        Document::aged(kind, bytes, Age::Open)
    }

    fn aged(kind: &'static str, bytes: Vec<u8>, age: Age) -> Document {
        let tag = format!("W/\"{:032x}\"", xxh3_128(&bytes));
        let tag = HeaderValue::try_from(tag).expect("digits are visible");
        Document { kind, bytes: bytes.into(), tag, age, compressed: OnceLock::new() }
    }

    /// Returns whether compression makes the content smaller.
    fn is_compressible(&self) -> bool {
        !["image/png", "application/octet-stream"].contains(&self.kind)
    }

    fn compressed(&self) -> &Bytes {
        self.compressed.get_or_init(|| {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            let written = packed.write_all(&self.bytes).and_then(|()| packed.finish());
            written.expect("memory takes all bytes").into()
        })
    }

    /// Returns the content as an answer, or tells the client that its copy is current.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let mut response = if is_known(asked, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let is_packed = self.is_compressible() && reads_gzip(asked);
            let body = if is_packed { self.compressed() } else { &self.bytes };
            let mut response = ([(header::CONTENT_TYPE, self.kind)], body.clone()).into_response();
            if is_packed {
                let gzip = HeaderValue::from_static("gzip");
                response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, cache_control(self.age));
        if self.age != Age::Fleeting {
            headers.insert(header::ETAG, self.tag.clone());
        }
        if self.is_compressible() {
            headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        response
    }
}

/// Returns whether a client has the content with a tag.
pub(crate) fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = asked.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.flat_map(|tags| tags.as_bytes().split(|&byte| byte == b','));
    known.any(|known| [tag.as_bytes(), b"*"].contains(&known.trim_ascii()))
}

/// Returns whether a client reads gzip.
pub(crate) fn reads_gzip(asked: &HeaderMap) -> bool {
    let codings = asked.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = codings.filter_map(|codings| codings.to_str().ok()).flat_map(|codings| {
        codings.split(',').map(|coding| coding.split_once(';').unwrap_or((coding, "")))
    });
    codings.any(|(name, weight)| {
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// Returns an answer, or tells the client that its copy is current.
pub(crate) fn sent(asked: &HeaderMap, reply: Reply) -> Response {
    Document::aged(reply.content_type, reply.body, reply.age).answer(asked)
}

/// Returns a JSON reply that may differ at the next question.
pub(crate) fn json(body: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, cache_control(Age::Open)),
    ];
    (headers, body).into_response()
}

/// Streams events. Responses are never cached.
pub(crate) fn events(body: Body) -> Response {
    let kind = HeaderValue::from_static("text/event-stream");
    let headers =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache_control(Age::Fleeting))];
    (headers, body).into_response()
}

/// A refused request: the status, and the reason.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    failure: Failure,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, message: impl std::fmt::Display) -> Refused {
        Refused { status, failure: Failure::new(Status::Usage, message) }
    }

    /// Refuses a question because the server is busy with other questions.
    pub(crate) fn busy(message: impl std::fmt::Display) -> Refused {
        let failure = Failure::new(Status::Failed, message);
        Refused { status: StatusCode::TOO_MANY_REQUESTS, failure }
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Refused {
        let status = StatusCode::from_u16(failure.http_status()).unwrap_or_default();
        Refused { status, failure }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refused { status, failure } = self;
        let mut response = (status, json(failure.to_json().into_bytes())).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Refuses a method that the address does not support.
pub(crate) async fn no_such_method(method: Method, address: Uri) -> Refused {
    Failure::no_such_method(method.as_str(), address.path()).into()
}
