//! `loa proof check`: the independent checker.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use clap::Args;
use loa_checker::check;
use loa_judge::StageWatch;
use loa_report::ProofCheckReport;

use super::check_failure;
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::progress::StageProgress;
use crate::proof_file::open;

/// Check that a certificate proves its claim
///
/// Every move of the loser is followed, and every move of the certificate: all
/// games must end with the win within the plies that it states. The checker
/// shares no code with the search that made the certificate. Exit status 3: the
/// proof has a hole; 4: the file is damaged.
#[derive(Args, Debug)]
pub(super) struct Check {
    /// The certificate
    file: PathBuf,
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Shows how many moves have been checked.
struct Progress(StageProgress);

impl loa_checker::Watch for Progress {
    fn checked(&self, moves: u64) {
        self.0.reach(moves as usize);
    }

    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

pub(super) fn run(common: &Common, args: &Check) -> Result<(), Failure> {
    let handler = ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed));
    handler.map_err(|error| Failure::new(Status::Failed, error))?;
    let began = Instant::now();
    let certificate = open(&args.file)?;
    let claim = certificate.claim();
    let progress = Progress(StageProgress::new(&INTERRUPTED, common.quiet || common.json));
    progress.0.begin("checking", claim.moves as usize);
    let checked = check(&certificate, &progress);
    progress.0.finish();
    checked.map_err(|error| check_failure(&args.file, &error))?;
    let seconds = began.elapsed().as_secs_f64();
    output::show(common, &ProofCheckReport::new(&certificate, seconds))
}
