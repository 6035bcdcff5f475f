//! `loa engine`: a plain alpha-beta engine that speaks the engine protocol.

use std::io::{self, BufReader};

use loa_api::jobs::{PROTOCOLS, named};
use loa_engine::Level;
use loa_engine::client::Protocol;
use loa_engine::protocol::reply::{Info, Reply};
use loa_engine::server::{EngineSettings, HASH, serve_codingame, serve_uci};

use crate::common::Common;
use crate::failure::{Failure, bail};
use crate::output;

#[derive(clap::Args, Debug)]
pub(crate) struct EngineArgs {
    /// Protocol of standard input and output; docs/protocol.md describes both. With codingame the
    /// engine has one second for the first answer and 150 milliseconds for each later one, so it
    /// never waits for a table
    #[arg(long, default_value = "uci", value_parser = named(PROTOCOLS))]
    protocol: Protocol,
    /// Use no tables, not even those built into the program
    #[arg(long)]
    no_tables: bool,
    /// Use only values in memory, and read other values in the background
    #[arg(long)]
    no_wait: bool,
    /// Memory for searched positions, in MiB [default: 16, or less if the system has too little]
    #[arg(long, value_name = "MIB", value_parser = hash)]
    hash: Option<usize>,
    /// Level of play, from 0 (for children) to 5 (full strength); only with uci
    #[arg(long, value_name = "N")]
    level: Option<Level>,
}

fn hash(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| HASH.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", HASH.start(), HASH.end()))
}

pub(crate) fn run(common: &Common, args: &EngineArgs) -> Result<(), Failure> {
    let in_a_hurry = args.protocol == Protocol::Codingame;
    if in_a_hurry && args.level.is_some() {
        bail!(Usage, "CodinGame's protocol has no levels: --level needs --protocol uci");
    }
    let mut settings = EngineSettings::default();
    settings.preset = common.preset();
    settings.folder = common.layout()?.root().to_owned();
    settings.use_tables = !args.no_tables;
    settings.wait = !args.no_wait && !in_a_hurry;
    settings.cache = common.cache_bytes();
    settings.hash = args.hash;
    settings.level = args.level;
    if let Some(empty) = common.named_without_tables()?.filter(|_| settings.use_tables) {
        match in_a_hurry {
            true => output::error_line(&empty.to_string()),
            false => output::line(Reply::Info(Info::string(empty)))?,
        }
    }
    if !in_a_hurry {
        return Ok(serve_uci(settings, BufReader::new(io::stdin()), output::stdout()?)?);
    }
    let mut engine = settings.engine()?;
    Ok(serve_codingame(&mut engine, io::stdin().lock(), &mut output::stdout()?)?)
}
