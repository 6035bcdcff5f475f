//! Answers for those who run the server.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::Here;
use crate::reply::{self, Age};

/// Answers that the server runs.
pub(crate) async fn health(headers: HeaderMap) -> Response {
    reply::json(Age::Open, &headers, br#"{"status":"ok"}"#.to_vec())
}

/// Answers with figures in the text format of Prometheus.
pub(crate) async fn metrics(State(service): Here) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4"), (header::CACHE_CONTROL, "no-cache")];
    let open = service.tables.open_tables() as u64;
    let cached = service.tables.cached_bytes();
    (headers, service.metrics.text(open, cached)).into_response()
}
