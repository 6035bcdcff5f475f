//! The addresses of the API: questions for the library, and addresses that only a server has.

use std::sync::{Arc, LazyLock};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use loa_api::{Description, typed};
use tokio::task::spawn_blocking;

use crate::document::document;
use crate::files::{self, FileQuestion};
use crate::page::POLICY;
use crate::reply::{self, Document, Refused};
use crate::service::{Here, Service, failed};
use crate::share;

/// Returns the operations that only a server has, with their handlers.
pub(crate) fn own() -> Vec<(Description, MethodRouter<Arc<Service>>)> {
    let page = |path, summary, handler| {
        let mut about = Description::new(path);
        about.summary = Some(summary);
        (about, handler)
    };
    let mut file = page(
        "/tables/{rules}/{board}/{file}",
        "The file of a table, complete or in ranges.",
        routing::get(files::file),
    );
    file.0.example = None;
    file.0.parts = Some(typed::<FileQuestion>);
    let shared = "A preview of a shared address of the page. It opens the page.";
    let programs = "This list for programs, with the types.";
    let figures = "Figures on requests, for Prometheus.";
    let shares = [
        page("/share/board", shared, routing::get(share::page)),
        page("/share/play", shared, routing::get(share::page)),
    ];
    let without_query = [
        page("/share/preview.png", "The picture of previews.", routing::get(share::picture)),
        file,
        page("/api/openapi.json", programs, routing::get(openapi)),
        page("/api", "This list.", routing::get(listed)),
        page("/healthz", "Health check.", routing::get(health)),
        page("/metrics", figures, routing::get(metrics)),
    ];
    let checked = without_query.map(|(about, handler)| (about, handler.layer(from_fn(no_query))));
    shares.into_iter().chain(checked).collect()
}

/// Refuses a query, which would have no effect.
async fn no_query(request: Request, next: Next) -> Result<Response, Refused> {
    let query = request.uri().query().unwrap_or_default();
    loa_api::no_query(query)?;
    Ok(next.run(request).await)
}

/// Confirms that the server runs.
pub(crate) async fn health() -> Response {
    reply::json(br#"{"status":"ok"}"#.to_vec())
}

/// Answers with figures in the text format of Prometheus.
async fn metrics(State(service): Here) -> Result<Response, Refused> {
    let headers =
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4"), (header::CACHE_CONTROL, "no-cache")];
    let text = spawn_blocking(move || {
        let open = service.library.tables.open_tables() as u64;
        let cached = service.library.tables.cached_bytes();
        service.metrics.text(open, cached)
    });
    Ok((headers, text.await.map_err(failed)?).into_response())
}

/// Returns the descriptions of all operations of the server.
pub(crate) fn descriptions() -> Vec<Description> {
    let of_library = loa_api::operations().iter().map(|operation| operation.about.clone());
    of_library.chain(own().into_iter().map(|(about, _)| about)).collect()
}

async fn openapi(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Document> = LazyLock::new(|| {
        let text = document(&descriptions()).to_string();
        Document::new("application/json", text.into_bytes())
    });
    DOCUMENT.answer(&headers)
}

async fn listed(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<Document> = LazyLock::new(|| {
        let text = crate::page::page(&descriptions());
        Document::new("text/html; charset=utf-8", text.into_bytes())
    });
    let policy = [(header::CONTENT_SECURITY_POLICY, POLICY)];
    (policy, PAGE.answer(&headers)).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::extract::Path;
    use axum::http::HeaderValue;
    use tokio::runtime::Builder;

    use super::*;
    use crate::assets;

    /// The threads that accept connections do not make a document twice.
    #[test]
    fn constant_documents_are_made_once() {
        let gzip = (header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip;q=0.5"));
        let runtime = Builder::new_current_thread().build().unwrap();
        for headers in [HeaderMap::new(), HeaderMap::from_iter([gzip])] {
            let script = || assets::file(Ok(Path("app.js".to_owned())), headers.clone());
            let bodies = || {
                runtime.block_on(async {
                    let all = [
                        openapi(headers.clone()).await,
                        listed(headers.clone()).await,
                        assets::page(headers.clone()).await,
                        script().await.unwrap(),
                    ];
                    let mut bodies = Vec::new();
                    for response in all {
                        let is_packed = response.headers().contains_key(header::CONTENT_ENCODING);
                        assert_eq!(is_packed, !headers.is_empty());
                        bodies.push(to_bytes(response.into_body(), usize::MAX).await.unwrap());
                    }
                    bodies
                })
            };
            for (once, again) in bodies().into_iter().zip(bodies()) {
                assert!(once.len() > 1000 && once.as_ptr() == again.as_ptr());
            }
        }
    }
}
