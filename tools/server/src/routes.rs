//! The addresses of the server.

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::api::{estimate, games, operation, overview, positions, problems, proofs, tables};
use crate::bounds::{counted, within_limits};
use crate::guard::Guard;
use crate::reply::{Refused, no_such_method, nothing_there};
use crate::service::Service;
use crate::{assets, document, page};

/// Returns the routes of all addresses. GET answers HEAD as well.
pub(crate) fn routes(service: &Arc<Service>, guard: Guard) -> Router {
    let bounds = from_fn_with_state(Arc::clone(service), within_limits);
    let figures = from_fn_with_state(Arc::clone(service), counted);
    let readers = guard.readers();
    Router::new()
        .route("/", get(assets::page))
        .route("/page/{file}", get(assets::file))
        .route("/api", get(page::page))
        .route("/api/openapi.json", get(document::openapi))
        .route("/api/boards", get(tables::boards))
        .route(
            "/api/probe",
            get(positions::probe).post(positions::probe_many),
        )
        .route(
            "/api/value",
            get(positions::value).post(positions::value_many),
        )
        .route("/api/line", get(positions::line))
        .route("/api/moves", get(positions::moves))
        .route(
            "/api/estimate",
            get(estimate::estimate).post(estimate::estimate_posted),
        )
        .route("/api/proof", get(proofs::proof))
        .route("/api/problems", get(problems::suites))
        .route("/api/problems/{suite}", get(problems::suite))
        .route("/api/problems/{suite}/{number}", get(problems::problem))
        .route("/api/rules", get(games::rules))
        .route("/api/review", post(games::review_game))
        .route("/api/overview", get(overview::overview))
        .route("/api/census/{rules}/{board}", get(tables::census))
        .route(
            "/api/census/{rules}/{board}/{material}",
            get(tables::census),
        )
        .route("/api/longest", get(tables::longest))
        .route("/healthz", get(operation::health))
        .route("/metrics", get(operation::metrics))
        .fallback(nothing_there)
        .method_not_allowed_fallback(no_such_method)
        .layer(bounds)
        .layer(figures)
        .layer(readers)
        .layer(from_fn(move |request, next| {
            guard.clone().pass(request, next)
        }))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        .layer(CompressionLayer::new())
        .with_state(Arc::clone(service))
}

/// Returns the routes of a connection beyond the limits.
pub(crate) fn routes_of_the_crowded() -> Router {
    let busy = async || Refused::busy("there are too many connections, or too many of yours");
    Router::new()
        .route("/healthz", get(operation::health))
        .fallback(busy)
}
