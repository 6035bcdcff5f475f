//! `loa prove`: proves who wins from a position and writes a certificate.

mod files;
mod found;
mod run;
mod watch;

use std::path::PathBuf;
use std::time::Duration;

use loa_solver::proof::{Inquiry, Question};
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, Position};

use self::files::ProofFiles;
use self::run::{End, Run, of_all};
use self::watch::SearchWatch;
use crate::common::Common;
use crate::failure::{Failure, bail, failure};
use crate::interruption::heed_signals;
use crate::output_file::Overwrite;
use crate::position_argument::read_position_under;
use crate::processes::Processes;
use crate::progress::Display;
use crate::size::size;

/// Prove who wins a board from its start, and write a certificate
///
/// Searches for a win of the player who moves first and of the other in turns, each
/// turn as long as all before it, unless --winner names one. A win that is not found
/// is no proof of anything: the command then ends undecided.
///
/// Processes that mpirun has started share the work: see docs/cluster.md.
#[derive(clap::Args, Debug)]
pub(crate) struct ProveArgs {
    /// The board, such as 5x5 (files x ranks, each 3 to 8), or: start BOARD, or: scrambled
    /// BOARD, or another position
    #[arg(num_args = 1..=2, required = true, value_name = "BOARD")]
    board: Vec<String>,
    /// Another position of the board than its start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// The player whose win is to be proved, x or o, instead of either
    #[arg(long, value_name = "x|o", value_parser = color)]
    winner: Option<Color>,
    /// Search only for a win within so many plies, at most 127
    #[arg(long, value_name = "PLIES")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Question::MOST_PLIES)))]
    within: Option<u8>,
    /// After a win is proved, search for shorter ones until there is none
    #[arg(long)]
    shortest: bool,
    /// The file for the certificate; the search is saved beside it, in FILE.search (and
    /// FILE.search.1, .. of further processes), and continued from there
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Memory for the search's tables; a saved search goes on with more or less of it, too
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = size)]
    hash: u64,
    /// Correct first estimates of work by a small net, which the search trains on its own
    /// table as it grows, or not; a saved search goes on as it began
    #[arg(long, value_name = "on|off", default_value = "on")]
    #[arg(action = clap::ArgAction::Set, value_parser = on_or_off)]
    learn: bool,
    /// Seconds after which the command ends undecided
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Seconds between two saves of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    checkpoint: u64,
    /// The most bytes of a saved search besides the net's 22 kB, instead of all: it keeps what
    /// took most work, so that a small file can be handed on, and searches the rest again
    #[arg(long, value_name = "SIZE", requires = "proof", value_parser = size)]
    save: Option<u64>,
    /// Seconds between two lines of progress where there is no terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    log_every: u64,
    #[command(flatten)]
    overwrite: Overwrite,
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "x" => Ok(Color::Black),
        "o" => Ok(Color::White),
        _ => Err("expected x or o".to_owned()),
    }
}

pub(crate) fn run(
    common: &Common,
    args: &ProveArgs,
    processes: &mut Processes,
) -> Result<(), Failure> {
    heed_signals()?;
    let start = start(common, args)?;
    let exchange = processes.exchange();
    let begun = begin(common, args, start, (exchange.rank(), exchange.size()));
    let (mut inquiry, files, continued) = all_succeed(exchange, begun)?;
    let names: Vec<String> = continued.iter().map(|file| file.display().to_string()).collect();
    let continued = of_all(exchange, &names.join("\n"))?;
    let log_every = Duration::from_secs(args.log_every);
    let watch = SearchWatch::new(
        Display::on_stderr(common.quiet || common.json, log_every),
        args.time.map(Duration::from_secs),
        files.is_some().then_some(Duration::from_secs(args.checkpoint.max(1))),
        inquiry.expansions(),
    );
    let run = Run { common, args, start, continued, watch, files };
    match run.search(&mut inquiry, exchange)? {
        End::Found(found) => run.found(found, &inquiry, exchange),
        undecided => run.undecided(&undecided, &inquiry, exchange),
    }
}

/// Returns the search of one of some processes, as far as it was saved, its files, and those
/// of them that it continues.
fn begin(
    common: &Common,
    args: &ProveArgs,
    start: Position,
    (rank, size): (usize, usize),
) -> Result<(Inquiry, Option<ProofFiles>, Vec<PathBuf>), Failure> {
    let rules = common.rule_set();
    let mut inquiry = Inquiry::new(start, rules, args.winner, args.within, args.hash)
        .map_err(|error| failure!(Failed, "--hash: {error}"))?;
    if !args.learn {
        inquiry.stop_learning();
    }
    let proof = args.proof.as_deref();
    proof.map_or(Ok(()), |proof| args.overwrite.check(proof))?;
    let files = proof.map(|proof| ProofFiles::open(proof, rank, size, args.save)).transpose()?;
    let continued = files.as_ref().map_or(Ok(Vec::new()), |files| files.restore(&mut inquiry))?;
    Ok((inquiry, files, continued))
}

fn start(common: &Common, args: &ProveArgs) -> Result<Position, Failure> {
    let read = |text: &str| read_position_under(common.rules.rules, text);
    let start = read(&args.board.join(" "))?;
    let Some(position) = &args.position else {
        return Ok(start);
    };
    let position = read(position)?;
    if position.board() != start.board() {
        bail!(Usage, "{position} is a position of {}, not of {}", position.board(), start.board());
    }
    Ok(position)
}
