//! Questions about certificates.

use loa_report::{Failure, ProofReply};

use crate::question::PositionQuestion;
use crate::service::Service;

/// Returns the part of a certificate that is about a position.
pub(crate) fn proof(service: &Service, question: PositionQuestion) -> Result<ProofReply, Failure> {
    let (position, preset) = question.read()?;
    service.proofs.reply(&position, preset)
}
