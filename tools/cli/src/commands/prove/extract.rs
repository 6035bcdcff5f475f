//! Certificates of proofs that have been found.

use loa_solver::proof::{Certificate, ExtractError, Prover};

use super::watch::SearchWatch;
use crate::failure::{Failure, Status};

/// Returns the checked certificate; the failure is `None` if the watch stopped it.
pub(super) fn extract(
    prover: &Prover,
    watch: &SearchWatch,
) -> Result<Certificate, Option<Failure>> {
    let found = prover.certificate(&watch.interruption_only());
    let certificate = found.map_err(|error| match error {
        ExtractError::Stopped => None,
        _ => Some(Failure::new(Status::Failed, error)),
    })?;
    let checked = certificate.check();
    checked.map_err(|fault| {
        let message =
            format!("the proof that was found is wrong, which is a mistake in loa: {fault}");
        Some(Failure::new(Status::Wrong, message))
    })?;
    Ok(certificate)
}
