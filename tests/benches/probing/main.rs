//! Measures how fast tables answer, and checks that the answers agree:
//!
//!     cargo bench --bench probing -- --tables DIR --board 5x5 --material 6v6
//!
//! Asks for random positions and for positions in lines of best play. Files should be in the page
//! cache: a first round reads them. `--save NAME` saves the output in `data/bench`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark is there to print")]

use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use loa_solver::{Board, Color, Index, Material, Numbering, Position, Preset};
use loa_tablebase::{Layout, Table, Tablebase};
use loa_tests::{machine, project};
use rayon::prelude::*;

/// The time for counting answers, long enough for a stable figure.
const LONG_ENOUGH: Duration = Duration::from_secs(2);

/// The error that ends the benchmark.
type Failure = Box<dyn Error>;

/// A question, and whether it was answered.
type Ask = fn(&Tablebase, &Position) -> bool;

/// Looks positions up in tables and prints how long the answers take
#[derive(Parser, Debug)]
#[command(name = "cargo bench --bench probing --")]
struct Args {
    /// The folder of the tables
    #[arg(long, value_name = "DIR", env = "LOA_TABLES")]
    tables: PathBuf,
    /// The board
    #[arg(long, default_value = "4x4")]
    board: Board,
    /// The material to ask for
    #[arg(long, value_name = "AvB", default_value = "4v4")]
    material: Material,
    /// A preset or a rules id
    #[arg(long, default_value = "club")]
    rules: Preset,
    /// Number of random positions
    #[arg(long, default_value_t = 20_000)]
    positions: usize,
    /// Save the output as data/bench/NAME.txt
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
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

fn run(args: &Args) -> Result<(), Failure> {
    let index = Numbering::new(args.board).index(args.material)?;
    let positions = random_positions(&index, args.positions);
    let open = |cache| {
        let options = Tablebase::options().cache_bytes(cache);
        options.open(&args.tables, args.rules.rules)
    };
    // A cache this small contains hardly any of the random positions.
    let cold = open(0);
    let mut text = about(args);
    for position in &positions {
        check(&cold, position)?;
    }
    opening(&mut text, args)?;
    let _ = writeln!(text, "answers   {} positions: each the best of its moves", positions.len());
    let warm = open(1 << 30);
    for position in &positions {
        warm.answer(position)?;
    }
    let value = |tables: &Tablebase, position: &Position| tables.answer(position).is_ok();
    let outcome = |tables: &Tablebase, position: &Position| tables.wdl(position).is_ok();
    for (what, ask) in [("value", value as Ask), ("outcome", outcome)] {
        for (units, tables) in [("packed", &cold), ("unpacked", &warm)] {
            let times = times(&positions, |position| ask(tables, position));
            print_times(&mut text, &format!("{what}, units {units}"), &times);
        }
    }
    let lines = lines(&warm, &positions)?;
    for threads in [1, 2].into_iter().filter(|_| !lines.is_empty()) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let began = Instant::now();
        let mut answered = 0;
        while began.elapsed() < LONG_ENOUGH {
            answered += pool.install(|| {
                let answers = lines.par_iter().filter(|position| warm.answer(position).is_ok());
                answers.count()
            });
        }
        let each = answered as f64 / began.elapsed().as_secs_f64();
        let _ = writeln!(
            text,
            "{:<26} {:>12.0} values a second, {} positions, {threads} threads",
            "lines of best play",
            each,
            lines.len()
        );
    }
    print!("{text}");
    if let Some(name) = &args.save {
        std::fs::write(project().join(format!("data/bench/{name}.txt")), text)?;
    }
    Ok(())
}

fn about(args: &Args) -> String {
    format!(
        "machine   {}\ncompiler  {}\ncommit    {}\ntables    {} on {} under {}\nload      {:.2}\n",
        machine::machine(),
        machine::compiler(),
        machine::commit(),
        args.material,
        args.board,
        args.rules.rules,
        machine::load()
    )
}

/// Measures the time for opening every table of the board: the minimum of several runs.
fn opening(text: &mut String, args: &Args) -> Result<(), Failure> {
    let (mut quickest, mut opened) = (f64::INFINITY, 0);
    for _ in 0..9 {
        let began = Instant::now();
        let tables = Layout::new(&args.tables).tables(args.rules.rules, args.board)?;
        opened = tables.len();
        for (_, file) in tables {
            black_box(Table::open(&file)?);
        }
        quickest = quickest.min(1e3 * began.elapsed().as_secs_f64());
    }
    let _ = writeln!(text, "opening   {opened} tables: {quickest:.2} ms");
    Ok(())
}

/// Returns positions spread evenly over the indices, in random order.
fn random_positions(index: &Index, count: usize) -> Vec<Position> {
    let numbers = (1..=count as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.len());
    let position = |at| {
        let (us, them) = index.position(at);
        Position::new(index.board(), us, them, Color::Black).ok()
    };
    numbers.filter_map(position).collect()
}

/// Checks that a position and its best move have the same value.
fn check(tables: &Tablebase, position: &Position) -> Result<(), Failure> {
    let probe = tables.probe(position)?;
    match probe.moves.first() {
        Some(best) if best.value != probe.value => {
            Err(format!("{position} is a {}, and {} a {}", probe.value, best.played, best.value)
                .into())
        }
        _ => Ok(()),
    }
}

/// Returns the microseconds of each answer, ascending.
fn times(positions: &[Position], answer: impl Fn(&Position) -> bool) -> Vec<f64> {
    let timed = positions.iter().map(|position| {
        let began = Instant::now();
        black_box(answer(position));
        1e6 * began.elapsed().as_secs_f64()
    });
    let mut times: Vec<f64> = timed.collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Returns positions in lines of best play from some of these.
fn lines(tables: &Tablebase, positions: &[Position]) -> Result<Vec<Position>, Failure> {
    let mut met = Vec::new();
    for start in positions.iter().step_by(20) {
        met.extend(tables.line(start)?.into_iter().map(|step| step.position));
    }
    Ok(met)
}

fn print_times(text: &mut String, what: &str, times: &[f64]) {
    let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let _ = writeln!(
        text,
        "{what:<26} {:>9.2} us median, {:.2} a quarter, {:.2} three quarters, {mean:.2} mean",
        at(0.5),
        at(0.25),
        at(0.75)
    );
}
