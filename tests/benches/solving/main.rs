//! Measures how fast boards are solved, and checks the results:
//!
//!     cargo bench --bench solving -- --board 5x5 --stones 8 --threads 1,2
//!
//! Each number of threads runs in its own process, so that each has its own peak of memory.
//! `--save NAME` saves the output in `data/bench`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark is there to print")]

mod check;
mod measure;
mod report;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::Parser;
use loa_solver::{Board, Material, Preset};
use loa_tablebase::{Builder, Layout, Selection};
use loa_tests::project;

use measure::Measured;

/// The error that ends the benchmark.
type Failure = Box<dyn Error>;

/// Solves a board and prints the cost of each family
#[derive(Parser, Debug)]
#[command(name = "cargo bench --bench solving --")]
struct Args {
    /// The board
    #[arg(long, default_value = "4x4")]
    board: Board,
    /// All material with up to N stones
    #[arg(long, alias = "pieces", value_name = "N", conflicts_with = "material")]
    stones: Option<u32>,
    /// One material with its twin and all that it leads to
    #[arg(long, value_name = "AvB")]
    material: Option<Material>,
    /// A preset or a rules id
    #[arg(long, default_value = "club")]
    rules: Preset,
    /// Numbers of threads to solve with, one after another
    #[arg(long, value_delimiter = ',', default_value = "1,2", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Vec<u16>,
    /// Keep the tables here, by number of threads, in new folders [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Save the output as data/bench/NAME.txt
    #[arg(long, value_name = "NAME", value_parser = name)]
    save: Option<String>,
    /// Run as the process that solves, into this folder
    #[arg(long, hide = true, value_name = "DIR")]
    solve_into: Option<PathBuf>,
    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

/// Parses a plain file name.
fn name(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if text.is_empty() || !text.chars().all(plain) {
        return Err("letters, digits and - make a name".to_owned());
    }
    Ok(text.to_owned())
}

impl Args {
    fn builder(&self, tables: &Path) -> Builder {
        let selection = match (self.stones, self.material) {
            (Some(stones), _) => Selection::Stones(stones),
            (_, Some(material)) => Selection::Material(material),
            _ => Selection::Whole,
        };
        Builder::new(Layout::new(tables), self.rules.rules, self.board, selection)
    }

    /// Returns the command line that repeats the selection and its settings.
    fn words(&self) -> Vec<String> {
        let mut words = vec!["--board".to_owned(), self.board.to_string()];
        words.extend(["--rules".to_owned(), self.rules.rules.id().to_owned()]);
        if let Some(stones) = self.stones {
            words.extend(["--stones".to_owned(), stones.to_string()]);
        }
        if let Some(material) = self.material {
            words.extend(["--material".to_owned(), material.to_string()]);
        }
        words
    }

    /// Solves with this number of threads in another process.
    fn measured(&self, threads: u16, tables: &Path) -> Result<Measured, Failure> {
        let mut solve = Command::new(std::env::current_exe()?);
        solve.args(self.words()).arg("--solve-into").arg(tables);
        solve.args(["--threads", &threads.to_string()]);
        let output = solve.stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("solving with {threads} threads: {}", output.status).into());
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.solve_into {
        Some(folder) => measure::solve(&args, folder),
        None => run(&args),
    };
    done.map_or_else(
        |failure| {
            eprintln!("{failure}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run(args: &Args) -> Result<(), Failure> {
    let temporary = tempfile::tempdir()?;
    let root = args.tables.as_deref().unwrap_or(temporary.path());
    let folder = |threads: u16| root.join(format!("threads-{threads}"));
    let mut runs = Vec::new();
    for &threads in &args.threads {
        let folder = folder(threads);
        if folder.exists() {
            return Err(format!("{} is there already", folder.display()).into());
        }
        runs.push(args.measured(threads, &folder)?);
    }
    let layouts: Vec<Layout> =
        args.threads.iter().map(|&threads| Layout::new(folder(threads))).collect();
    let mut checked = vec![check::digests(args, &runs, &layouts)?];
    checked.extend(check::censuses(args, &layouts[0])?);
    let report = report::text(args, &runs, &checked);
    print!("{report}");
    if let Some(name) = &args.save {
        let file = project().join(format!("data/bench/{name}.txt"));
        std::fs::write(&file, report).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}
