//! The answers of the API, by subject.

pub(crate) mod drawing;
pub(crate) mod estimate;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod problems;
pub(crate) mod tables;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::reply::Refused;
use crate::service::Service;

/// The service that a request is for.
pub(crate) type Here = State<Arc<Service>>;

/// A response, or a reason for which there is no answer.
type Answered = Result<Response, Refused>;
