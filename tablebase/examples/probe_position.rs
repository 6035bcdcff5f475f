//! Prints the value of a position and of every move in it, under any rules:
//! `cargo run --example probe_position -- "1xx1/o2o/o2o/1xx1 x" mover-pass tables`.

use std::error::Error;
use std::io::{Write, stdout};

use loa_tablebase::Tablebases;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let position = arguments.next().as_deref().unwrap_or("1xx1/o2o/o2o/1xx1 x").parse()?;
    let rules = arguments.next().as_deref().unwrap_or("mover-pass").parse()?;
    // Without a folder, use the built-in tables of 4x4.
    let tables = match arguments.next() {
        Some(folder) => Tablebases::open(folder),
        None => Tablebases::options().tablebases(),
    };
    let probe = tables.of(rules).probe(&position)?;
    writeln!(stdout(), "{position}: {}", probe.value)?;
    for candidate in probe.moves {
        writeln!(stdout(), "{}: {}", candidate.played, candidate.value)?;
    }
    Ok(())
}
