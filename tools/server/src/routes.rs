//! The addresses of the server.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;

use crate::assets;
use crate::bounds::bounded;
use crate::guard::Guard;
use crate::operations::{health, own};
use crate::reply::{Refused, no_such_method};
use crate::service::{Service, answer};

/// Returns the routes of all addresses. GET routes also answer HEAD. Every layer is cloned for
/// every request, so work that needs no route is done earlier.
pub(crate) fn routes(service: &Arc<Service>, guard: &Guard) -> Router {
    let bounds = from_fn_with_state(Arc::clone(service), bounded);
    let pages =
        Router::new().route("/", get(assets::page)).route("/page/{file}", get(assets::file));
    let all =
        own().into_iter().fold(pages, |router, (about, handler)| router.route(about.path, handler));
    all.fallback(answer)
        .method_not_allowed_fallback(no_such_method)
        .layer(bounds)
        .layer(guard.readers())
        .with_state(Arc::clone(service))
}

/// Returns the routes of a connection beyond the maximum number.
pub(crate) fn routes_of_the_crowded() -> Router {
    let busy =
        async || Refused::busy("too many connections to the server, or too many from your address");
    Router::new().route("/healthz", get(health)).fallback(busy)
}
