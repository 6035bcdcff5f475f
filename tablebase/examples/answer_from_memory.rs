//! Answers from bytes in memory, without files or threads, as a program in a
//! browser does: `cargo run --example answer_from_memory --no-default-features`.

use std::error::Error;
use std::io::{Write, stdout};

use loa_tablebase::{Table, TableSet, Tablebase};

/// The tables for answers about 4v4 on 4x4: the position's own, and the one that a capture leads
/// to.
const TABLES: [&[u8]; 2] = [
    include_bytes!("../tables/mover-pass/4x4/4v4.loa"),
    include_bytes!("../tables/mover-pass/4x4/3v4.loa"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let tables: Result<TableSet, _> = TABLES.into_iter().map(Table::from_bytes).collect();
    let options = Tablebase::options().embedded(false).source(tables?);
    let tablebase = options.cache_bytes(1 << 20).tablebase("mover-pass".parse()?);
    let position = "1xx1/o2o/o2o/1xx1 x".parse()?;
    writeln!(stdout(), "{position}: {}", tablebase.answer(&position)?)?;
    if let Some(best) = tablebase.best_move(&position)? {
        writeln!(stdout(), "best: {}", best.played)?;
    }
    Ok(())
}
