//! `proof check`: checks certificates with a crate that shares no code with the solver.

use std::path::{Path, PathBuf};
use std::time::Instant;

use loa_checker::{Certificate, CheckError};
use serde::Deserialize;

use super::{Job, Work};
use crate::certificates::{ProofCheckReport, checked_parts, open_part};
use crate::failure::{Failure, failure};
use crate::input::name_of;

/// Check that a certificate proves its claim
///
/// The checker follows every move of the loser and every move of the certificate: all games must
/// end with the win within the plies that the certificate states. The checker shares no code with
/// the search that made the certificate. A part of a proof is checked together with all parts that
/// it rests on. Exit status 3: the proof has a gap, or a part is missing; 4: a file is damaged.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(super) struct ProofCheckRequest {
    /// The certificate; - for standard input
    file: PathBuf,
    /// The other parts of a proof in parts, in any order
    #[serde(default)]
    #[arg(value_name = "FILES")]
    parts: Vec<PathBuf>,
}

impl Job for ProofCheckRequest {
    type Answer = ProofCheckReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(ProofCheckReport, Option<Failure>), Failure> {
        let began = Instant::now();
        let (mut files, mut certificates) = (Vec::new(), Vec::<Certificate>::new());
        for file in [&self.file].into_iter().chain(&self.parts) {
            let certificate = open_part(file)?;
            // A part that is named twice counts once.
            if certificates.iter().all(|known| known.digest() != certificate.digest()) {
                files.push(&**file);
                certificates.push(certificate);
            }
        }
        let whole = whole_of(&files, &certificates)?;
        checked_parts(&certificates, &work.control).map_err(|(at, error)| {
            let name = name_of(files[at]);
            match error {
                CheckError::Invalid { .. } => failure!(Wrong, "{name}: {error}"),
                CheckError::Rests(_) => failure!(Wrong, "{name}: its moves are right, but {error}"),
                _ => Failure::of_certificate(name, &error),
            }
        })?;
        let report = ProofCheckReport::new(&certificates[whole], began.elapsed().as_secs_f64());
        let others = certificates.iter().enumerate().filter(|&(at, _)| at != whole);
        let report = others.fold(report, |report, (_, other)| report.resting_on(other));
        Ok((report, None))
    }
}

/// Returns the place of the certificate on which no other one rests.
fn whole_of(files: &[&Path], certificates: &[Certificate]) -> Result<usize, Failure> {
    let is_needed = |digest| certificates.iter().any(|other| other.rests_on().contains(&digest));
    let places = (0..certificates.len()).filter(|&at| !is_needed(certificates[at].digest()));
    match *places.collect::<Vec<_>>() {
        [whole] => Ok(whole),
        [] => Err(failure!(
            Wrong,
            "each of these certificates rests on another one, so none proves anything"
        )),
        ref places => {
            let names: Vec<String> = places.iter().map(|&at| name_of(files[at])).collect();
            Err(failure!(
                Usage,
                "{} prove several claims: check them one by one, each with the parts that it rests on",
                names.join(", ")
            ))
        }
    }
}
