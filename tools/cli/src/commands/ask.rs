//! `loa ask`: answers any question of the API without a server.

use std::path::PathBuf;

use clap::Args;
use loa_api::jobs::long_questions;
use loa_api::{Reply, operations};

use crate::common::Common;
use crate::failure::Failure;
use crate::interruption::{heed_signals, interruption};
use crate::output;
use crate::paths::read_bytes;

/// Answer a question of the API in JSON, as loa serve does
///
/// For programs that start loa instead of a server. Without an address, this command lists all
/// questions; the page /api of loa serve describes them. Those that take long have no address: they
/// are commands.
#[derive(Args, Debug)]
pub(crate) struct AskArgs {
    /// The address, such as "/api/value?position=start 4x4"
    address: Option<String>,
    /// Send the text of this file with the question, as POST does; - for standard input
    #[arg(long, value_name = "FILE", requires = "address")]
    body: Option<PathBuf>,
}

pub(crate) fn run(common: &Common, args: &AskArgs) -> Result<(), Failure> {
    let Some(address) = &args.address else {
        let lines = operations().iter().map(|operation| {
            let example = operation.about.example.as_deref().unwrap_or_default();
            format!("{:<4} {:<38} {example}", operation.about.method, operation.about.path)
        });
        let long = long_questions().iter().map(|question| {
            format!("{:<4} {:<38} loa {} --help", "", question.name, question.name)
        });
        return output::lines(lines.chain(long).map(|line| line.trim_end().to_owned()));
    };
    let library = common.library()?;
    heed_signals()?;
    let (method, body) = match &args.body {
        None => ("GET", Vec::new()),
        Some(file) => ("POST", read_bytes(file)?),
    };
    let mut printed = Ok(());
    let mut print_event = |event: &[u8]| {
        if printed.is_ok() {
            printed = output::bytes(event);
        }
    };
    let reply = library.reply(method, address, &body, &interruption(), &mut print_event)?;
    printed?;
    let Reply { content_type, mut body, .. } = reply;
    if content_type == "application/json" {
        body.push(b'\n');
    }
    output::bytes(&body)
}
