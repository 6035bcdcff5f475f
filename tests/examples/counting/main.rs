//! Solves a board by counting and writes its census as CSV:
//!
//!     cargo run --release -p loa-tests --features counting --example counting -- 5x5 mover-pass > census.csv

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command is there to print")]

#[allow(unreachable_pub, reason = "what others may use is marked")]
mod counting;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use std::time::Instant;

use clap::Parser;
use counting::{Board, CENSUS_HEADER, Rules, solve};

/// Solves a board by counting and writes its census as CSV
#[derive(Parser)]
struct Args {
    /// The board, such as 5x5
    board: Board,
    /// The rules id, such as mover-pass
    rules: Rules,
    /// Use only material with up to N stones
    #[arg(long, alias = "pieces", value_name = "N")]
    stones: Option<u32>,
    /// Threads [default: one for each processor]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads);
    threads.build_global()?;
    let began = Instant::now();
    let census = solve(args.board, args.rules, args.stones, |family| {
        eprintln!(
            "{:8.1} s: {} with its twin, {} entries, {} levels",
            began.elapsed().as_secs_f64(),
            family.material,
            family.entries,
            family.levels
        );
    });
    let mut out = BufWriter::new(stdout().lock());
    writeln!(out, "{CENSUS_HEADER}")?;
    for row in census {
        writeln!(out, "{row}")?;
    }
    Ok(out.flush()?)
}
