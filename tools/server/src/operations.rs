//! Everything that a client can ask: what the explorer answers, and what only a server has.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodFilter, MethodRouter};
use loa_explorer::{Description, typed};

use crate::document::document;
use crate::files::{self, FileQuestion};
use crate::reply::{self, Refused};
use crate::service::Service;
use crate::share;

/// The service that a request is for.
pub(crate) type Here = State<Arc<Service>>;

/// Something that a client can ask, and what answers.
pub(crate) type Operation = (Description, MethodRouter<Arc<Service>>);

/// Returns everything that a client can ask.
pub(crate) fn operations() -> Vec<Operation> {
    let answered = loa_explorer::operations().iter().map(|operation| {
        let filter = match operation.about.method {
            "POST" => MethodFilter::POST,
            _ => MethodFilter::GET,
        };
        (operation.about.clone(), routing::on(filter, answer))
    });
    let page = |path, summary, handler| {
        let mut about = Description::new(path);
        about.summary = Some(summary);
        (about, handler)
    };
    let mut file = page(
        "/tables/{rules}/{board}/{file}",
        "The file of a table, whole or in ranges.",
        routing::get(files::file),
    );
    file.0.example = None;
    file.0.parts = Some(typed::<FileQuestion>);
    let pixels = "The same picture as PNG, without its words.";
    let mut picture = page("/board.png", pixels, routing::get(answer));
    picture.0.example = Some("/board.png?position=start 6x6&moves=b1-b3".to_owned());
    let drawn = loa_explorer::operations().iter().find(|drawn| drawn.about.path == "/board.svg");
    picture.0.parts = drawn.and_then(|drawn| drawn.about.parts);
    let shared = "A preview of an address of the page, which leads on to it.";
    let programs = "This list for programs, with the types.";
    let figures = "Figures on requests, for Prometheus.";
    let own = [
        picture,
        page("/share/board", shared, routing::get(share::page)),
        page("/share/play", shared, routing::get(share::page)),
        file,
        page("/api/openapi.json", programs, routing::get(openapi)),
        page("/api", "This list.", routing::get(listed)),
        page("/healthz", "Sign of life.", routing::get(health)),
        page("/metrics", figures, routing::get(metrics)),
    ];
    answered.chain(own).collect()
}

/// Answers a question as the explorer does.
async fn answer(
    State(service): Here,
    method: Method,
    address: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    service.answer((&method, &address), &headers, &body).await
}

/// Answers that the server runs.
pub(crate) async fn health() -> Response {
    reply::json(br#"{"status":"ok"}"#.to_vec())
}

/// Answers with figures in the text format of Prometheus.
async fn metrics(State(service): Here) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4"), (header::CACHE_CONTROL, "no-cache")];
    let open = service.explorer.tables.open_tables() as u64;
    let cached = service.explorer.tables.cached_bytes();
    (headers, service.metrics.text(open, cached)).into_response()
}

async fn openapi() -> Response {
    reply::json(document(&operations()).to_string().into_bytes())
}

async fn listed() -> impl IntoResponse {
    crate::page::page(&operations())
}
