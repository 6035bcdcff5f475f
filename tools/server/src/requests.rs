//! The way of a request through the server: the guard, the bounds on its bytes and its time, and the
//! figures on requests.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::MatchedPath;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::{Service as HttpService, service_fn};
use hyper_util::service::TowerToHyperService;
use loa_api::questions_at;
use tokio::time::timeout;
use tower::util::option_layer;
use tower::{Layer, ServiceExt};

use crate::guard::Guard;
use crate::limits::Limits;
use crate::places::{Phase, Place};
use crate::reply::Refused;
use crate::service::Service;

/// Makes browsers trust the declared content type.
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");

/// The parts of the server that answer the requests of all connections.
pub(crate) struct Requests {
    pub(crate) service: Arc<Service>,
    /// The addresses that only a server has.
    pub(crate) own: Router,
    pub(crate) guard: Guard,
}

impl Requests {
    /// Returns the service of the connection at a place.
    pub(crate) fn on(
        self: &Arc<Requests>,
        place: &Arc<Place>,
    ) -> impl HttpService<Request<Incoming>, Response = Response, Error = Infallible, Future: Send> + use<>
    {
        let (all, place) = (Arc::clone(self), Arc::clone(place));
        let answer =
            tower::service_fn(move |request| Arc::clone(&all).answer(Arc::clone(&place), request));
        let answer = TowerToHyperService::new(option_layer(self.guard.readers()).layer(answer));
        let all = Arc::clone(self);
        service_fn(move |request: Request<Incoming>| {
            let answer = match all.guard.refusal(&request) {
                None => Ok(answer.call(request)),
                Some(refused) => Err(refused),
            };
            async {
                let mut response = match answer {
                    Ok(answer) => answer.await?,
                    Err(refused) => refused.into_response(),
                };
                let headers = response.headers_mut();
                headers.entry(header::X_CONTENT_TYPE_OPTIONS).or_insert(NOSNIFF);
                Ok(response)
            }
        })
    }

    /// Answers a request within the limits, or refuses it. Adds the request to the figures under its
    /// route.
    async fn answer(
        self: Arc<Requests>,
        place: Arc<Place>,
        request: Request<Incoming>,
    ) -> Result<Response, Infallible> {
        let began = Instant::now();
        let question = questions_at(request.uri().path()).next();
        let answer = async |request: Request<Bytes>| match question {
            Some(_) => self.service.answer(request).await,
            None => self.own.clone().oneshot(request.map(Body::from)).await.into_response(),
        };
        let response = within_limits(&self.service.limits, Stay(place), request, answer).await;
        let own = response.extensions().get().map_or("none", MatchedPath::as_str);
        let route = question.map_or(own, |about| about.path);
        self.service.metrics.add(route, response.status().as_u16(), began.elapsed());
        Ok(response)
    }
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
