//! `loa proof`: reads and checks certificates of start positions with a crate that shares no code
//! with the solver.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use loa_api::{Analysis, NamedProof, RankedPosition, open_certificate};

use crate::common::{Common, listed};
use crate::failure::{Failure, failure};
use crate::output;
use crate::paths::name_of;
use crate::proof_file::{announce, read_proof};

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
    /// Print every position after a move of the certificate, with its rank
    #[command(args = listed(&["json", "threads"]))]
    Positions(Positions),
    /// Print what a certificate proves after given moves
    #[command(args = listed(&["json", "threads"]))]
    Line(Line),
    /// Write a certificate in Coq's language
    #[command(args = listed(&["threads"]))]
    Coq(Coq),
}

pub(crate) fn run(common: &Common, proof: &ProofArgs) -> Result<(), Failure> {
    match &proof.action {
        Action::Positions(args) => positions(common, args),
        Action::Line(args) => line(common, args),
        Action::Coq(args) => coq(args),
    }
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
    let proof = NamedProof::new(name_of(&args.file).to_string(), open_certificate(&args.file)?)?;
    announce(&proof);
    common.show(&Analysis::by_proof(&proof, args.id.as_deref(), &args.moves)?)
}
