//! Bounds on the bytes and the time of a request, and figures on requests.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use loa_api::questions_at;
use tokio::time::timeout;

use crate::limits::Limits;
use crate::places::{Phase, Place};
use crate::reply::Refused;
use crate::service::Service;

/// Answers a request within the limits, or refuses it. Adds the request to the figures under its
/// route.
pub(crate) async fn bounded(
    State(service): State<Arc<Service>>,
    Extension(place): Extension<Arc<Place>>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let own = request.extensions().get::<MatchedPath>().cloned();
    let of_library = questions_at(request.uri().path()).next().map_or("none", |about| about.path);
    let response = within_limits(&service.limits, Stay(place), request, next).await;
    let route = own.as_ref().map_or(of_library, MatchedPath::as_str);
    service.metrics.add(route, response.status().as_u16(), began.elapsed());
    response
}

async fn within_limits(limits: &Limits, stay: Stay, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    stay.0.enter(Phase::Moving);
    let body = match timeout(limits.arrival, to_bytes(body, limits.body_bytes)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            let most = limits.body_bytes;
            let message = format!("the body is incomplete, or longer than {most} bytes");
            return Refused::new(StatusCode::PAYLOAD_TOO_LARGE, message).into_response();
        }
        Err(_) => {
            let message = "the body did not arrive in time";
            return Refused::new(StatusCode::REQUEST_TIMEOUT, message).into_response();
        }
    };
    let request = Request::from_parts(parts, Body::from(body));
    stay.0.enter(Phase::Working);
    let answer = timeout(limits.answer, next.run(request)).await;
    let answer = answer.unwrap_or_else(|_| {
        let message = "the time limit was reached without an answer; ask a smaller question";
        Refused::busy(message).into_response()
    });
    stay.0.enter(Phase::Moving);
    // The body, and the stay with it, is dropped after all of it has been sent.
    answer.map(|body| {
        Body::new(body.map_err(move |error| {
            let _ = &stay;
            error
        }))
    })
}

/// A request's stay on its connection, from its head to the end of its answer.
struct Stay(Arc<Place>);

impl Drop for Stay {
    fn drop(&mut self) {
        self.0.enter(Phase::Idle);
    }
}
