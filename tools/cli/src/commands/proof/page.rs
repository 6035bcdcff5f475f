//! `loa proof page`: a small certificate as a page.

use std::path::PathBuf;

use clap::Args;
use loa_report::{ProofPageReport, proof_page};

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::output_file::OutputFile;
use crate::proof_file::read_proof;

/// Write a small certificate as a page, a tree to unfold
///
/// Every position with the loser to move is drawn, with every reply and the
/// winner's answer to it. The page needs no other file, and has no scripts.
#[derive(Args, Debug)]
pub(super) struct Page {
    /// The certificate, of at most 1,000 moves
    file: PathBuf,
    /// The page to write
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
}

pub(super) fn run(common: &Common, args: &Page) -> Result<(), Failure> {
    let guide = read_proof(&args.file)?;
    let page = proof_page(&guide).map_err(|error| {
        let file = args.file.display();
        let message = format!("{file}: {error}; read a line of it with: loa proof line {file}");
        Failure::new(Status::Usage, message)
    })?;
    let written = OutputFile::open(&args.html)?.write(&page)?;
    let html = written.display().to_string();
    let positions = guide.proof().claim().moves;
    output::show(common, &ProofPageReport { html, positions })
}
