//! Questions about certificates.

use axum::extract::State;
use axum::http::HeaderMap;

use super::{Answered, Here};
use crate::question::{Asked, PositionQuestion};
use crate::reply;

/// Answers with the part of a certificate that is about a position.
pub(crate) async fn proof(
    State(service): Here,
    headers: HeaderMap,
    Asked(question): Asked<PositionQuestion>,
) -> Answered {
    let answer = service.answer(move |service| {
        let (position, preset) = question.read()?;
        service.proofs.reply(&position, preset)
    });
    Ok(reply::lasting(&headers, answer.await?))
}
