//! Bounds on the bytes and the time of a request, and figures on requests.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::MatchedPath;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use hyper::Request;
use hyper::body::Incoming;
use loa_api::questions_at;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::limits::Limits;
use crate::places::{Phase, Place};
use crate::reply::Refused;
use crate::service::Service;

/// Answers a request within the limits, or refuses it. Adds the request to the figures under its
/// route.
pub(crate) async fn bounded(
    service: Arc<Service>,
    own: Router,
    place: Arc<Place>,
    request: Request<Incoming>,
) -> Result<Response, Infallible> {
    let began = Instant::now();
    let question = questions_at(request.uri().path()).next();
    let answer = async |request: Request<Bytes>| match question {
        Some(_) => service.answer(request).await,
        None => own.oneshot(request.map(Body::from)).await.into_response(),
    };
    let response = within_limits(&service.limits, Stay(place), request, answer).await;
    let own = response.extensions().get().map_or("none", MatchedPath::as_str);
    let route = question.map_or(own, |about| about.path);
    service.metrics.add(route, response.status().as_u16(), began.elapsed());
    Ok(response)
}

async fn within_limits(
    limits: &Limits,
    stay: Stay,
    request: Request<Incoming>,
    answer: impl AsyncFnOnce(Request<Bytes>) -> Response,
) -> Response {
    let (parts, body) = request.into_parts();
    stay.0.enter(Phase::Moving);
    let body = Limited::new(body, limits.body_bytes).collect();
    let body = match timeout(limits.arrival, body).await {
        Ok(Ok(body)) => body.to_bytes(),
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
    stay.0.enter(Phase::Working);
    let answer = timeout(limits.answer, answer(Request::from_parts(parts, body))).await;
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
