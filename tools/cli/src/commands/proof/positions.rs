//! `loa proof positions`: a certificate as text.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{open, read_failure};
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

#[derive(Args, Debug)]
pub(super) struct Positions {
    /// The certificate
    file: PathBuf,
}

pub(super) fn run(common: &Common, args: &Positions) -> Result<(), Failure> {
    let certificate = open(common, &args.file)?;
    let claim = certificate.claim();
    let loser = claim.winner.other();
    for number in 0..certificate.blocks() {
        let block = certificate.block(number);
        for stored in block.map_err(|error| read_failure(&args.file, &error))? {
            let position = claim.board.position_text(stored.stones, loser);
            match common.json {
                true => output::json(&json!({ "position": position, "rank": stored.rank }))?,
                false => output::line(format!("{position}\t{}", stored.rank))?,
            }
        }
    }
    Ok(())
}
