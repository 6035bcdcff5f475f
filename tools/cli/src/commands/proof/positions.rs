//! `loa proof positions`: a certificate as text.

use std::path::PathBuf;

use clap::Args;
use loa_report::RankedPosition;

use crate::common::Common;
use crate::failure::Failure;
use crate::output;
use crate::proof_file::read_proof;

#[derive(Args, Debug)]
pub(super) struct Positions {
    /// The certificate
    file: PathBuf,
}

pub(super) fn run(common: &Common, args: &Positions) -> Result<(), Failure> {
    for (position, rank) in read_proof(&args.file)?.positions() {
        output::show(common, &RankedPosition { position, rank })?;
    }
    Ok(())
}
