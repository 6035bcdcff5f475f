//! The addresses that only a server has.

use std::sync::Arc;

use axum::Router;
use axum::extract::MatchedPath;
use axum::http::Uri;
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use loa_api::Failure;

use crate::assets;
use crate::operations::{health, own};
use crate::reply::{Refused, no_such_method};
use crate::service::Service;

/// Returns the routes of all addresses but those of the library's questions. GET routes also answer
/// HEAD. The response of a route has its name among the extensions.
pub(crate) fn routes(service: &Arc<Service>) -> Router {
    let pages =
        Router::new().route("/", get(assets::page)).route("/page/{file}", get(assets::file));
    let all =
        own().into_iter().fold(pages, |router, (about, handler)| router.route(about.path, handler));
    let named = async |route: MatchedPath, mut response: Response| {
        response.extensions_mut().insert(route);
        response
    };
    all.fallback(async |at: Uri| Refused::from(Failure::no_address(at.path())))
        .method_not_allowed_fallback(no_such_method)
        .route_layer(map_response(named))
        .with_state(Arc::clone(service))
}

/// Returns the routes of a connection beyond the maximum number.
pub(crate) fn routes_of_the_crowded() -> Router {
    let busy =
        async || Refused::busy("too many connections to the server, or too many from your address");
    Router::new().route("/healthz", get(health)).fallback(busy)
}
