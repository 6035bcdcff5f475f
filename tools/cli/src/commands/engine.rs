//! `loa engine`: a plain alpha-beta engine that speaks the engine protocol.

use std::io::{self, BufReader};

use loa_engine::Level;
use loa_engine::protocol::reply::{Info, Reply};
use loa_engine::server::{EngineSettings, HASH, serve_uci};

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

#[derive(clap::Args, Debug)]
pub(crate) struct EngineArgs {
    /// Use no tables, not even those built into the program
    #[arg(long)]
    no_tables: bool,
    /// Use only values in memory, and read other values in the background
    #[arg(long)]
    no_wait: bool,
    /// Memory for searched positions, in MiB [default: 16, or less if the system has too little]
    #[arg(long, value_name = "MIB", value_parser = hash)]
    hash: Option<usize>,
    /// Level of play, from 0 (for children) to 5 (full strength)
    #[arg(long, value_name = "N")]
    level: Option<Level>,
}

fn hash(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| HASH.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", HASH.start(), HASH.end()))
}

pub(crate) fn run(common: &Common, args: &EngineArgs) -> Result<(), Failure> {
    let mut settings = EngineSettings::default();
    settings.preset = common.preset();
    settings.folder = common.layout()?.root().to_owned();
    settings.use_tables = !args.no_tables;
    settings.wait = !args.no_wait;
    settings.cache = common.cache_bytes();
    settings.hash = args.hash;
    settings.level = args.level;
    if let Some(empty) = common.named_without_tables()?.filter(|_| settings.use_tables) {
        output::line(Reply::Info(Info::string(empty)))?;
    }
    Ok(serve_uci(settings, BufReader::new(io::stdin()), output::stdout()?)?)
}
