//! `loa proof`: reads and checks certificates of start positions with a crate that shares no code
//! with the solver.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use loa_api::{Analysis, NamedProof, ProofCheckReport, RankedPosition};
use loa_checker::CheckError;
use loa_judge::StageWatch;

use crate::common::CommonOption::*;
use crate::common::{Common, listed};
use crate::failure::{Failure, Status, failure};
use crate::interruption::heed_signals;
use crate::output;
use crate::paths::name_of;
use crate::progress::StageProgress;
use crate::proof_file::{announce, failure_of, open, read_proof};

#[derive(Args, Debug)]
#[command(
    after_help = "In the browser: loa serve --proof FILE shows the moves of a certificate at /#/board, from its start."
)]
pub(crate) struct ProofArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Check that a certificate proves its claim
    #[command(args = listed([Json, Quiet, Threads]))]
    Check(Check),
    /// Print every position after a move of the certificate, with its rank
    #[command(args = listed([Json, Threads]))]
    Positions(Positions),
    /// Print what a certificate proves after given moves
    #[command(args = listed([Json, Threads]))]
    Line(Line),
    /// Write a certificate in Coq's language
    #[command(args = listed([Threads]))]
    Coq(Coq),
}

pub(crate) fn run(common: &Common, proof: &ProofArgs) -> Result<(), Failure> {
    match &proof.action {
        Action::Check(args) => check(common, args),
        Action::Positions(args) => positions(common, args),
        Action::Line(args) => line(common, args),
        Action::Coq(args) => coq(args),
    }
}

fn check_failure(file: &Path, error: &CheckError) -> Failure {
    match error {
        CheckError::Invalid { .. } => {
            Failure::new(Status::Wrong, format!("{}: {error}", name_of(file)))
        }
        _ => failure_of(file, error),
    }
}

/// Check that a certificate proves its claim
///
/// The checker follows every move of the loser and every move of the certificate: all games must
/// end with the win within the plies that the certificate states. The checker shares no code with
/// the search that made the certificate. Exit status 3: the proof has a gap; 4: the file is
/// damaged.
#[derive(Args, Debug)]
struct Check {
    /// The certificate; - for standard input
    file: PathBuf,
}

fn check(common: &Common, args: &Check) -> Result<(), Failure> {
    heed_signals()?;
    let began = Instant::now();
    let certificate = open(&args.file)?;
    let claim = certificate.claim();
    let progress = StageProgress::new(common.quiet || common.json);
    progress.begin("checking", claim.moves as usize);
    let checked = loa_checker::check(&certificate, &progress);
    progress.display.finish();
    checked.map_err(|error| check_failure(&args.file, &error))?;
    let seconds = began.elapsed().as_secs_f64();
    common.show(&ProofCheckReport::new(&certificate, seconds))
}

#[derive(Args, Debug)]
struct Positions {
    /// The certificate; - for standard input
    file: PathBuf,
}

fn positions(common: &Common, args: &Positions) -> Result<(), Failure> {
    for (position, rank) in read_proof(&args.file)?.positions() {
        common.show(&RankedPosition { position, rank })?;
    }
    Ok(())
}

/// Write a certificate in Coq's language to standard output
///
/// The file contains the winner's moves and the theorem that they prove. Its readers are the
/// checker in tools/verified, which is proved correct in Coq, and the program extracted from that
/// checker.
#[derive(Args, Debug)]
struct Coq {
    /// The certificate; - for standard input
    file: PathBuf,
}

fn coq(args: &Coq) -> Result<(), Failure> {
    let guide = read_proof(&args.file)?;
    let text = guide.proof().coq();
    let text = text.map_err(|error| failure!(Outside, "{}: {error}", name_of(&args.file)))?;
    output::text(&text)
}

/// Print what a certificate proves after given moves
///
/// The answer has the form of loa probe: the bound on the plies to the end, and each proved move of the
/// winner, or each move of the loser with the winner's answer.
#[derive(Args, Debug)]
struct Line {
    /// The certificate; - for standard input
    file: PathBuf,
    /// The moves of both sides from the start of the certificate, such as b1-b3
    moves: Vec<String>,
    /// One of the certificate's rules ids [default: its first]
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

fn line(common: &Common, args: &Line) -> Result<(), Failure> {
    let proof = NamedProof::new(name_of(&args.file).to_string(), open(&args.file)?)?;
    announce(&proof);
    common.show(&Analysis::by_proof(&proof, args.id.as_deref(), &args.moves)?)
}
