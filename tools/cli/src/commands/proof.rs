//! `loa proof`: reads and checks certificates of start positions with a crate that shares no code
//! with the solver.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use loa_api::output_file::Overwrite;
use loa_api::{
    Analysis, NamedProof, RankedPosition, SplitReport, at, checked, checked_parts,
    open_certificate, open_part,
};
use loa_checker::{Certificate, CheckError, Part};
use loa_record::text::path_text;
use loa_solver::Control;

use crate::common::{Common, listed};
use crate::failure::{Failure, bail, failure};
use crate::interruption::interruption;
use crate::output;
use crate::paths::{name_of, named_path, stdout};
use crate::proof_file::{announce, announce_check, read_proof};

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
    /// Print every position after a move of the certificate, with its rank: the most turns that the
    /// loser has left
    #[command(args = listed(&["json", "threads"]))]
    Positions(Positions),
    /// Print what a certificate proves after given moves
    #[command(args = listed(&["json", "threads"]))]
    Line(Line),
    /// Write a certificate in Coq's language
    #[command(args = listed(&["threads"]))]
    Coq(Coq),
    /// Write a certificate as several parts
    #[command(args = listed(&["json", "threads"]))]
    Split(Split),
}

pub(crate) fn run(common: &Common, proof: &ProofArgs) -> Result<(), Failure> {
    match &proof.action {
        Action::Positions(args) => positions(common, args),
        Action::Line(args) => line(common, args),
        Action::Coq(args) => coq(args),
        Action::Split(args) => split(common, args),
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
/// checker. The theorem of a part of a proof says what follows from the turns that it takes from other
/// parts, and also states the turns that FILES take from it.
#[derive(Args, Debug)]
struct Coq {
    /// The certificate; - for standard input
    file: PathBuf,
    /// The other parts of a proof in parts, in any order
    #[arg(value_name = "FILES")]
    parts: Vec<PathBuf>,
}

fn coq(args: &Coq) -> Result<(), Failure> {
    let (name, certificate) = (name_of(&args.file), open_part(&args.file)?);
    let parts = args.parts.iter().map(|file| open_part(file)).collect::<Result<Vec<_>, _>>()?;
    let control = Control::new(interruption(), |_| {});
    announce_check(&name, certificate.claim());
    let text = match (certificate.rests_on(), &*parts) {
        ([], []) => checked(&certificate, &control).map(|guide| guide.proof().coq()),
        _ => Part::check(&certificate, &|_| true).map(|part| part.coq(&parts)),
    };
    let text = text.map_err(|error| Failure::of_certificate(&name, &error))?;
    let text = text.map_err(|error| failure!(Outside, "{name}: {error}"))?;
    output::bytes(text.as_bytes())
}

/// Write a certificate as several parts, each of which can be checked with little memory
///
/// A part proves a win from one position. It takes positions from parts before it, and names these
/// by their digests. The last part has the claim of the whole certificate. The parts prove it only
/// together: loa proof check FILE PARTS.. checks them, one after another.
#[derive(Args, Debug)]
struct Split {
    /// The certificate; - for standard input
    file: PathBuf,
    /// The folder for the parts
    #[arg(value_name = "DIR", value_parser = named_path())]
    folder: PathBuf,
    /// The maximum number of moves in a part
    #[arg(long, value_name = "N")]
    moves: NonZeroUsize,
    #[command(flatten)]
    overwrite: Overwrite,
}

fn split(common: &Common, args: &Split) -> Result<(), Failure> {
    let guide = read_proof(&args.file)?;
    let name = name_of(&args.file);
    let failed = |error: &CheckError| Failure::of_certificate(&name, error);
    let parts = guide.proof().split(args.moves);
    let parts = parts.map_err(|error| failure!(Outside, "{name}: {error}"))?;
    let read = parts.iter().map(|bytes| Certificate::read(bytes.clone()));
    let certificates = read.collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|error| failed(&error.into()))?;
    let control = Control::new(interruption(), |_| {});
    checked_parts(&certificates, &control).map_err(|(_, error)| failed(&error))?;
    fs::create_dir_all(&args.folder).map_err(|error| at(&args.folder, error))?;
    let width = parts.len().to_string().len();
    let name = |number| args.folder.join(format!("part-{number:0width$}.proof"));
    let files: Vec<PathBuf> = (1..=parts.len()).map(name).collect();
    files.iter().try_for_each(|file| args.overwrite.check(file))?;
    let there = fs::read_dir(&args.folder).into_iter().flatten().flatten();
    for file in there.map(|entry| entry.path()).filter(|file| !files.contains(file)) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("part-") && name.ends_with(".proof") {
            let file = path_text(&file);
            bail!(Usage, "{file} is no part of this split: remove it, or name another folder");
        }
    }
    for (file, part) in files.iter().zip(&parts) {
        args.overwrite.open(file, stdout)?.write(part)?;
    }
    let moves = certificates.iter().map(|part| part.claim().moves).max().unwrap_or_default();
    let files = files.iter().map(|file| path_text(file)).collect();
    common.show(&SplitReport { files, folder: args.folder.clone(), moves })
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
