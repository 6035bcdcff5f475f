//! Certificates of proofs that have been found.

use loa_checker::{Certificate, CheckError};
use loa_engine::Guide;
use loa_record::text::counted;
use loa_solver::proof::{ExtractError, Prover};

use super::files::ProofFiles;
use super::watch::SearchWatch;
use crate::failure::{Failure, Status};

/// A certificate that has been checked.
pub(super) struct Found {
    pub(super) bytes: Vec<u8>,
    pub(super) guide: Guide,
}

/// Returns the checked certificate; the failure is `None` if the watch stopped it. The
/// caller saves the search in `files` if it fails.
pub(super) fn extract(
    prover: &Prover,
    watch: &SearchWatch,
    files: Option<&ProofFiles>,
) -> Result<Found, Option<Failure>> {
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
    let bytes = certificate.into_bytes();
    let guide = check(bytes.clone(), watch)?;
    Ok(Found { bytes, guide })
}

/// Has the independent checker read and check the bytes of a certificate.
fn check(bytes: Vec<u8>, watch: &SearchWatch) -> Result<Guide, Option<Failure>> {
    let checked = Certificate::read(bytes).map_err(CheckError::from).and_then(|certificate| {
        let moves = certificate.claim().moves;
        Guide::check(&certificate, &watch.of_check(moves))
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
