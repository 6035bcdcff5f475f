//! A proof that was found: its certificate is read out of the table and checked.

use loa_checker::{Certificate, CheckError};
use loa_engine::Guide;
use loa_record::text::counted;
use loa_solver::proof::{Exchange, ExtractError, Prover};
use loa_solver::retrograde::all_succeed;

use super::files::ProofFiles;
use super::watch::SearchWatch;
use crate::failure::{Failure, Status};

/// A certificate that has been checked.
pub(super) struct Found {
    pub(super) bytes: Vec<u8>,
    pub(super) guide: Guide,
}

/// The reason why a found proof has no certificate. The processes agree on it.
pub(super) enum Unread {
    /// The watch stopped the work.
    Stopped,
    /// The table does not hold the proof.
    Lost(ExtractError),
    Failed(Failure),
}

/// Returns the checked certificate, which the first process reads out. If the checker refuses the
/// certificate, the files, if any, keep it.
pub(super) fn extract(
    prover: &Prover,
    exchange: &mut dyn Exchange,
    watch: &SearchWatch,
    files: Option<&ProofFiles>,
) -> Result<Found, Unread> {
    let read = match exchange.rank() {
        0 => read_out(prover, watch),
        _ => Ok(Vec::new()),
    };
    let bytes = exchange.all_gather(read.as_deref().unwrap_or_default());
    let bytes = bytes.map_err(apart)?.swap_remove(0);
    let checked = match read {
        Ok(_) if bytes.is_empty() => Err(Unread::Stopped),
        Ok(_) => check(bytes, watch, files),
        Err(why) => Err(why),
    };
    agreed(exchange, checked)
}

fn apart(error: std::io::Error) -> Unread {
    Unread::Failed(Failure::new(Status::Failed, error))
}

/// Returns the worst of the processes' results.
fn agreed(exchange: &mut dyn Exchange, mine: Result<Found, Unread>) -> Result<Found, Unread> {
    let [stopped, lost, failed] = [1, 2, 3];
    let mut worst = [match &mine {
        Ok(_) => 0,
        Err(Unread::Stopped) => stopped,
        Err(Unread::Lost(_)) => lost,
        Err(Unread::Failed(_)) => failed,
    }];
    exchange.max(&mut worst).map_err(apart)?;
    match (worst, mine) {
        ([0], mine) => mine,
        (worst, _) if worst == [stopped] => Err(Unread::Stopped),
        (worst, _) if worst == [lost] => Err(Unread::Lost(ExtractError::Lost)),
        (_, mine) => {
            let mine = match mine {
                Err(Unread::Failed(failure)) => Err(failure),
                _ => Ok(()),
            };
            let failed = all_succeed(exchange, mine).map_err(Unread::Failed);
            failed.and(Err(Unread::Stopped))
        }
    }
}

fn read_out(prover: &Prover, watch: &SearchWatch) -> Result<Vec<u8>, Unread> {
    watch.note(&format!(
        "{}: proved after {}; reading the strategy out of the table",
        prover.question().winner.letter(),
        counted(prover.expansions(), "expansion")
    ));
    let found = prover.certificate(watch);
    found.map(loa_solver::proof::Certificate::into_bytes).map_err(|error| match error {
        ExtractError::Stopped => Unread::Stopped,
        ExtractError::Lost => Unread::Lost(error),
        // The prover starts one thread.
        ExtractError::Thread(kind) => Unread::Failed(Failure::no_thread(kind, 1)),
        _ => Unread::Failed(Failure::new(Status::Failed, error)),
    })
}

/// Lets the independent checker read and check the bytes of a certificate.
fn check(bytes: Vec<u8>, watch: &SearchWatch, files: Option<&ProofFiles>) -> Result<Found, Unread> {
    let checked = Certificate::read(bytes.clone()).map_err(CheckError::from);
    let checked = checked.and_then(|certificate| {
        let moves = certificate.claim().moves;
        Guide::check(&certificate, &watch.of_check(moves))
    });
    match checked {
        Ok(guide) => Ok(Found { bytes, guide }),
        Err(CheckError::Interrupted { .. }) => Err(Unread::Stopped),
        Err(wrong) => {
            let kept = files.and_then(|files| files.keep_refused(&bytes));
            let kept = kept
                .map_or_else(String::new, |file| format!("; it is saved in {}", file.display()));
            let message = format!("loa found a wrong proof, which is a bug in loa: {wrong}{kept}");
            Err(Unread::Failed(Failure::new(Status::Wrong, message)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Display;

    /// Claims a win for the losing side.
    const FALSE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../checker/tests/certificates/false-5x5-own-loss.proof"
    );

    #[test]
    fn a_certificate_that_the_checker_refuses_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let proof = folder.path().join("p");
        let files = ProofFiles::open(&proof, 0, 1, None).unwrap();
        let watch = SearchWatch::new(Display::Nothing, None, None, 0);
        let bytes = std::fs::read(FALSE).unwrap();
        let Err(Unread::Failed(failure)) = check(bytes.clone(), &watch, Some(&files)) else {
            panic!("accepted");
        };
        assert_eq!(failure.status, Status::Wrong);
        let refused = folder.path().join("p.refused");
        assert!(failure.text().ends_with(&format!("; it is saved in {}", refused.display())));
        assert_eq!(std::fs::read(refused).unwrap(), bytes);
        assert!(!proof.exists());
    }
}
