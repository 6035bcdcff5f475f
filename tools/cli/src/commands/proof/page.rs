//! `loa proof page`: a small certificate as a page.

use std::path::PathBuf;

use clap::Args;
use loa_judge::{ProofPageError, proof_page};
use loa_record::text::counted;
use serde_json::json;

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::output_file::OutputFile;
use crate::proof_file::read_certificate;

/// Write a small certificate as a page, a tree to unfold
///
/// Every position with the loser to move is drawn, with every reply and the
/// winner's answer to it. The page needs no other file, and has no scripts.
#[derive(Args, Debug)]
pub(super) struct Page {
    /// The certificate, of at most 1,000 stored positions
    file: PathBuf,
    /// The page to write
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
}

pub(super) fn run(common: &Common, args: &Page) -> Result<(), Failure> {
    let certificate = read_certificate(&args.file)?.certificate;
    let file = args.file.display();
    let page = proof_page(&certificate).map_err(|error| match &error {
        ProofPageError::TooLarge { .. } => {
            let message = format!("{file}: {error}; read a line of it with: loa proof line {file}");
            Failure::new(Status::Usage, message)
        }
        _ => Failure::new(Status::Wrong, format!("{file}: {error}")),
    })?;
    let written = OutputFile::open(&args.html)?.write(&page)?;
    let positions = certificate.positions.len();
    if common.json {
        return output::json(&json!({
            "html": written.display().to_string(),
            "positions": positions,
        }));
    }
    output::line(format!(
        "{} written: {} and the replies to each",
        written.display(),
        counted(positions as u64, "stored position")
    ))
}
