//! Measures the cost of numbering a leader, at first and later:
//!
//!     cargo bench --bench numbering -- --board 8x8 --stones 6
//!
//! Numbers sets of squares as a question does (`at once`). If a table of all sets fits in memory,
//! also numbers them with the table, and compares. A first answer needs about 31 leaders. Each
//! figure is the minimum of several rounds.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark is there to print")]

use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use loa_solver::internal::{choose, unrank_within};
use loa_solver::{Bitboard, Board, Index, Material, Numbering};

/// The number of leaders for a first answer: a position and its successors.
const FIRST: usize = 31;
/// The number of sets looked up in the later rounds.
const MANY: usize = 100_000;
/// The number of times that a round is repeated.
const ROUNDS: usize = 9;

/// Times the numbering of leaders.
#[derive(Parser, Debug)]
#[command(name = "cargo bench --bench numbering --")]
struct Args {
    /// The board
    #[arg(long, default_value = "8x8")]
    board: Board,
    /// Stones of the leader
    #[arg(long, default_value_t = 4)]
    stones: u32,
    /// In later rounds, look up sets within a range of this many sets
    #[arg(long)]
    among: Option<u64>,
    /// Leave out the table of all sets
    #[arg(long)]
    no_table: bool,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let (board, material) = (args.board, Material::new(args.stones, 1));
    let sets = choose(board.squares(), args.stones);
    let set = |number: u64, among: u64| {
        let rank = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % among.min(sets);
        Bitboard(unrank_within(rank, args.stones, board.mask().0))
    };
    let first: Vec<Bitboard> = (1..=FIRST as u64).map(|n| set(n, sets)).collect();
    let among = args.among.unwrap_or(sets);
    let many: Vec<Bitboard> = (1..=MANY as u64).map(|n| set(n, among)).collect();
    let look = |index: &Index, sets: &[Bitboard]| {
        for &set in sets {
            black_box(index.leaders().leader(black_box(set)));
        }
    };
    println!("{} sets of {} squares of {board}", sets, args.stones);
    let at_once = || Numbering::new(board).index_at_once(material);
    let mut quickest = f64::INFINITY;
    for _ in 0..ROUNDS {
        let began = Instant::now();
        look(&at_once()?, &first);
        quickest = quickest.min(1e3 * began.elapsed().as_secs_f64());
    }
    println!("at once   first {FIRST} leaders {quickest:.3} ms");
    let light = at_once()?;
    let began = Instant::now();
    look(&light, &many);
    let each = 1e9 * began.elapsed().as_secs_f64() / MANY as f64;
    println!("          next  {each:.1} ns each of {MANY}");
    println!("          again {:.1} ns each", again(|| look(&light, &many)));
    let orbits: Vec<u64> = first.iter().map(|&set| light.leaders().leader(set).orbit).collect();
    let fresh = at_once()?;
    let began = Instant::now();
    for &orbit in &orbits {
        black_box(fresh.leaders().representative(orbit));
    }
    let each = 1e6 * began.elapsed().as_secs_f64() / FIRST as f64;
    println!("          an orbit's representative {each:.1} us");
    if args.no_table {
        return Ok(());
    }
    let began = Instant::now();
    let table = Numbering::new(board).index(material)?;
    let made = 1e3 * began.elapsed().as_secs_f64();
    println!("table     made in {made:.3} ms");
    println!("          look-up {:.1} ns each", again(|| look(&table, &many)));
    for &set in first.iter().chain(&many) {
        let (one, other) = (light.leaders().leader(set), table.leaders().leader(set));
        if one != other {
            return Err(format!("{set:?}: {one:?} and {other:?}").into());
        }
    }
    Ok(())
}

/// Returns nanoseconds for each of the many sets: the minimum of several rounds.
fn again(look: impl Fn()) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let began = Instant::now();
        look();
        1e9 * began.elapsed().as_secs_f64() / MANY as f64
    });
    rounds.fold(f64::INFINITY, f64::min)
}
