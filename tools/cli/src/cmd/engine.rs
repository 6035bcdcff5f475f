//! `loa engine`: a plain alpha-beta engine that speaks the engine protocol.

use std::io;

use crate::args::Common;
use crate::engine::Engine as PlayingEngine;
use crate::failure::{Failure, Status};
use crate::protocol::uci::{HASH, Settings};
use crate::protocol::{Protocol, codingame, uci};

#[derive(clap::Args, Debug)]
pub(crate) struct Engine {
    /// What it speaks on standard input and output; tools/PROTOCOL.md describes
    /// both. With codingame it has one second for the first answer and 150
    /// milliseconds for every other, so that no table is waited for
    #[arg(long, value_enum, default_value_t = Protocol::Uci)]
    protocol: Protocol,
    /// Ask no tables, not even those built into the program
    #[arg(long)]
    no_tables: bool,
    /// Ask tables only for what is in memory, and read the rest meanwhile
    #[arg(long)]
    no_wait: bool,
    /// Memory for positions seen while searching, in MiB
    #[arg(long, value_name = "MIB", value_parser = hash)]
    #[arg(default_value_t = PlayingEngine::DEFAULT_MEBIBYTES)]
    hash: usize,
}

fn hash(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| HASH.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", HASH.start(), HASH.end()))
}

pub(super) fn run(common: &Common, arguments: &Engine) -> Result<(), Failure> {
    let in_a_hurry = arguments.protocol == Protocol::Codingame;
    let settings = Settings {
        preset: common.rules,
        folder: common.layout()?.root().to_owned(),
        use_tables: !arguments.no_tables,
        wait: !arguments.no_wait && !in_a_hurry,
        cache: common.cache_bytes(),
        hash: arguments.hash,
    };
    if arguments.protocol == Protocol::Uci {
        return uci::run(settings);
    }
    let engine = settings.engine();
    let mut engine = engine.map_err(|error| Failure::new(Status::Failed, error))?;
    codingame::run(&mut engine, io::stdin().lock(), &mut io::stdout())
}
