//! `proof check`: checks a certificate with a crate that shares no code with the solver.

use std::path::PathBuf;
use std::time::Instant;

use loa_checker::CheckError;
use serde::Deserialize;

use super::{Job, Work};
use crate::certificates::{Followed, ProofCheckReport, open_certificate};
use crate::failure::{Failure, Status};
use crate::input::name_of;

/// Check that a certificate proves its claim
///
/// The checker follows every move of the loser and every move of the certificate: all games must
/// end with the win within the plies that the certificate states. The checker shares no code with
/// the search that made the certificate. Exit status 3: the proof has a gap; 4: the file is
/// damaged.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "arguments", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub(super) struct ProofCheckRequest {
    /// The certificate; - for standard input
    file: PathBuf,
}

impl Job for ProofCheckRequest {
    type Answer = ProofCheckReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(ProofCheckReport, Option<Failure>), Failure> {
        let began = Instant::now();
        let certificate = open_certificate(&self.file)?;
        let followed = Followed::begin(&work.control, &certificate);
        loa_checker::check(&certificate, &followed).map_err(|error| match error {
            CheckError::Invalid { .. } => {
                let message = format!("{}: {error}", name_of(&self.file));
                Failure::new(Status::Wrong, message)
            }
            _ => Failure::of_certificate(name_of(&self.file), &error),
        })?;
        Ok((ProofCheckReport::new(&certificate, began.elapsed().as_secs_f64()), None))
    }
}
