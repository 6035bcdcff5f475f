//! Certificates of proofs that have been found.

use loa_checker::{CheckError, DEFAULT_CACHE_BYTES};
use loa_record::text::counted;
use loa_solver::proof::{Certificate, ExtractError, Prover};

use super::files::ProofFiles;
use super::watch::SearchWatch;
use crate::failure::{Failure, Status};

/// Returns the checked certificate; the failure is `None` if the watch stopped it. The
/// caller saves the search in `files` if it fails.
pub(super) fn extract(
    prover: &Prover,
    watch: &SearchWatch,
    files: Option<&ProofFiles>,
) -> Result<Certificate, Option<Failure>> {
    watch.note(&format!(
        "{}: proved after {}; the strategy is read out of the table",
        prover.question().winner.letter(),
        counted(prover.expansions(), "expansion")
    ));
    let found = prover.certificate(&watch.interruption_only());
    let certificate = found.map_err(|error| match error {
        ExtractError::Stopped => None,
        ExtractError::Thread(_) => Some(Failure::new(Status::Failed, error)),
        _ => {
            let saved = files.map_or_else(String::new, |files| {
                let file = files.search.display();
                format!("; the search is saved in {file}, and a larger --hash continues it")
            });
            Some(Failure::new(Status::Failed, format!("{error}{saved}")))
        }
    })?;
    check(certificate.to_bytes(), watch)?;
    Ok(certificate)
}

/// Has the independent checker read and check the bytes of a certificate.
fn check(bytes: Vec<u8>, watch: &SearchWatch) -> Result<(), Option<Failure>> {
    let checked = loa_checker::Certificate::read(bytes, DEFAULT_CACHE_BYTES)
        .map_err(CheckError::from)
        .and_then(|certificate| {
            let positions = certificate.claim().positions;
            loa_checker::check(&certificate, &watch.of_check(positions))
        });
    checked.map_err(|error| match error {
        CheckError::Interrupted { .. } => None,
        wrong => {
            let message =
                format!("the proof that was found is wrong, which is a mistake in loa: {wrong}");
            Some(Failure::new(Status::Wrong, message))
        }
    })
}
