//! `loa prove`: proves who wins from a position and writes a certificate.

mod files;
mod watch;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use loa_checker::{Certificate, CheckError};
use loa_engine::Guide;
use loa_record::text::counted;
use loa_report::{ProveReport, UndecidedReport};
use loa_solver::proof::{
    Answer, Exchange, ExtractError, Inquiry, Prover, Question, RuleSet, Verdict,
};
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, Position};

use self::files::ProofFiles;
use self::watch::{InterruptionOnly, SearchWatch};
use crate::common::Common;
use crate::failure::{Failure, Status, bail, failure};
use crate::interruption::{INTERRUPTED, heed_signals};
use crate::output;
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
    let (mut inquiry, files) = all_succeed(exchange, begun)?;
    let log_every = Duration::from_secs(args.log_every);
    let watch = SearchWatch::new(
        Display::on_stderr(common.quiet || common.json, log_every),
        args.time.map(Duration::from_secs),
        files.is_some().then_some(Duration::from_secs(args.checkpoint.max(1))),
        inquiry.expansions(),
    );
    let found = search(&mut inquiry, common, exchange, &watch, files.as_ref())?;
    let Some(found) = found else {
        watch.display.finish();
        let expansions = inquiry.expansions();
        let size = exchange.size();
        return undecided(common, args, (start, expansions, size), &watch, files.as_ref());
    };
    let first = Shortened { found, exact: None, expansions: 0 };
    let mut found = if args.shortest {
        shorten(first.found, exchange, (args.hash, common.threads()), &watch)?
    } else {
        first
    };
    watch.display.finish();
    found.expansions += inquiry.expansions();
    if let Some(files) = &files {
        let is_first = exchange.rank() == 0;
        let written = if is_first { files.write(&found.found.bytes) } else { Ok(()) };
        all_succeed(exchange, written)?;
        files.remove_search()?;
    }
    match exchange.rank() {
        0 => report(common, &found, &watch, args, exchange.size()),
        _ => Ok(()),
    }
}

/// Returns the search of one of some processes, as far as it was saved, and its files.
fn begin(
    common: &Common,
    args: &ProveArgs,
    start: Position,
    (rank, size): (usize, usize),
) -> Result<(Inquiry, Option<ProofFiles>), Failure> {
    let rules = common.rule_set();
    let mut inquiry = Inquiry::new(start, rules, args.winner, args.within, args.hash)
        .map_err(|error| failure!(Failed, "--hash: {error}"))?;
    if !args.learn {
        inquiry.stop_learning();
    }
    let proof = args.proof.as_deref();
    proof.map_or(Ok(()), |proof| args.overwrite.check(proof))?;
    let files = proof.map(|proof| ProofFiles::open(proof, rank, size, args.save)).transpose()?;
    if let Some(files) = &files {
        files.restore(&mut inquiry)?;
    }
    Ok((inquiry, files))
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

/// Searches until there is a certificate, the search ends without one, or the time is
/// over.
fn search(
    inquiry: &mut Inquiry,
    common: &Common,
    exchange: &mut dyn Exchange,
    watch: &SearchWatch,
    files: Option<&ProofFiles>,
) -> Result<Option<Found>, Failure> {
    loop {
        let failure = match inquiry.search_with(exchange, common.threads(), watch).map_err(apart)? {
            Answer::Proved(prover) => match extract(prover, exchange, watch, files) {
                Ok(found) => return Ok(Some(found)),
                Err(failure) => failure,
            },
            Answer::NotProved => return Ok(None),
            Answer::Stopped => None,
        };
        all_succeed(exchange, files.map_or(Ok(()), |files| files.save(inquiry)))?;
        watch.saved();
        watch.agree(exchange).map_err(apart)?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        if INTERRUPTED.load(Relaxed) {
            return Err(interrupted(files));
        }
        if watch.out_of_time() {
            return Ok(None);
        }
    }
}

/// Returns the failure of a search whose processes have lost each other, or that had no thread.
fn apart(error: io::Error) -> Failure {
    Failure::new(Status::Failed, error)
}

fn interrupted(files: Option<&ProofFiles>) -> Failure {
    let message = match files {
        Some(files) => format!(
            "interrupted; the search is saved in {} and the same command continues from there",
            files.search.display()
        ),
        None => "interrupted; with --proof FILE the search would have been saved".to_owned(),
    };
    Failure::new(Status::Interrupted, message)
}

fn undecided(
    common: &Common,
    args: &ProveArgs,
    (start, expansions, processes): (Position, u64, usize),
    watch: &SearchWatch,
    files: Option<&ProofFiles>,
) -> Result<(), Failure> {
    let rules: RuleSet = common.rule_set();
    if common.json {
        let seconds = watch.seconds();
        let cost = (expansions, seconds, processes);
        output::json(&UndecidedReport::new(start, rules, cost))?;
    }
    let saved = match files {
        Some(files) if watch.out_of_time() => {
            format!(
                "; the search is saved in {}, and the same command continues",
                files.search.display()
            )
        }
        _ => String::new(),
    };
    let why = match args.within {
        _ if watch.out_of_time() => "within the time given".to_owned(),
        Some(plies) => format!("within {plies} plies, and the search has ended: there is none"),
        None => "though the search has ended: it may be a draw".to_owned(),
    };
    Err(failure!(
        Undecided,
        "no win is proved from {start} under {rules} {why}, after {}{saved}",
        counted(expansions, "expansion")
    ))
}

fn report(
    common: &Common,
    found: &Shortened,
    watch: &SearchWatch,
    args: &ProveArgs,
    processes: usize,
) -> Result<(), Failure> {
    let Found { bytes, guide } = &found.found;
    let cost = (found.expansions, watch.seconds(), processes);
    let report = ProveReport::new(guide, bytes.len(), found.exact, cost, args.proof.as_deref());
    output::show(common, &report)
}

/// A certificate that has been checked.
struct Found {
    bytes: Vec<u8>,
    guide: Guide,
}

/// Returns the checked certificate, which the first process reads out; the failure is `None` if
/// the watch or another process stopped it. The caller saves the search in `files` if it fails.
fn extract(
    prover: &Prover,
    exchange: &mut dyn Exchange,
    watch: &SearchWatch,
    files: Option<&ProofFiles>,
) -> Result<Found, Option<Failure>> {
    let read = match exchange.rank() {
        0 => read_out(prover, watch, files),
        _ => Err(None),
    };
    let bytes = exchange.all_gather(read.as_deref().unwrap_or_default());
    let bytes = bytes.map_err(|error| Some(apart(error)))?.swap_remove(0);
    if bytes.is_empty() {
        return Err(read.err().flatten());
    }
    let guide = check(bytes.clone(), watch)?;
    Ok(Found { bytes, guide })
}

fn read_out(
    prover: &Prover,
    watch: &SearchWatch,
    files: Option<&ProofFiles>,
) -> Result<Vec<u8>, Option<Failure>> {
    watch.note(&format!(
        "{}: proved after {}; the strategy is read out of the table",
        prover.question().winner.letter(),
        counted(prover.expansions(), "expansion")
    ));
    let found = prover.certificate(&InterruptionOnly);
    found.map(loa_solver::proof::Certificate::into_bytes).map_err(|error| match error {
        ExtractError::Stopped => None,
        ExtractError::Thread(_) => Some(Failure::new(Status::Failed, error)),
        _ => {
            let saved = files.map_or_else(String::new, |files| {
                let file = files.search.display();
                format!("; the search is saved in {file}, and a larger --hash continues it")
            });
            Some(failure!(Failed, "{error}{saved}"))
        }
    })
}

/// Has the independent checker read and check the bytes of a certificate.
fn check(bytes: Vec<u8>, watch: &SearchWatch) -> Result<Guide, Option<Failure>> {
    let checked = Certificate::read(bytes).map_err(CheckError::from).and_then(|certificate| {
        let moves = certificate.claim().moves;
        Guide::check(&certificate, &watch.of_check(moves))
    });
    checked.map_err(|error| match error {
        CheckError::Interrupted { .. } => None,
        wrong => {
            let message =
                format!("the proof that was found is wrong, which is a mistake in loa: {wrong}");
            Some(Failure::new(Status::Wrong, message))
        }
    })
}

/// The shortest win that was proved.
struct Shortened {
    found: Found,
    /// The distance of the start, if no shorter win exists.
    exact: Option<u32>,
    /// The expansions of all searches for shorter wins.
    expansions: u64,
}

/// Searches for a win within a ply less, again and again, until there is none or the
/// watch ends the search.
fn shorten(
    first: Found,
    exchange: &mut dyn Exchange,
    (bytes, threads): (u64, usize),
    watch: &SearchWatch,
) -> Result<Shortened, Failure> {
    let guide = &first.guide;
    let (start, rules, winner) = (guide.start(), guide.rules(), guide.winner());
    let mut most = guide.plies().min(u32::from(Question::MOST_PLIES) + 1);
    let mut shortest = Shortened { found: first, exact: None, expansions: 0 };
    loop {
        let question = Question::new(start, rules, winner).within((most - 1) as u8);
        let mut prover =
            Prover::new(question, bytes).map_err(|error| failure!(Failed, "--hash: {error}"))?;
        let mut verdict = Verdict::Open;
        while verdict == Verdict::Open && !watch.is_over() {
            verdict = prover.search_with(exchange, u64::MAX, threads, watch).map_err(apart)?;
            // A search for a shorter win is not saved.
            watch.saved();
            watch.agree(exchange).map_err(apart)?;
        }
        shortest.expansions += prover.expansions();
        if verdict == Verdict::NotProved {
            shortest.exact = Some(most);
        }
        if verdict != Verdict::Proved {
            return Ok(shortest);
        }
        match extract(&prover, exchange, watch, None) {
            Ok(found) => {
                most = (most - 1).min(found.guide.plies());
                // A certificate counts whole rounds, and may state a ply more than asked.
                if found.guide.plies() < shortest.found.guide.plies() {
                    shortest.found = found;
                }
            }
            Err(Some(failure)) => return Err(failure),
            Err(None) => return Ok(shortest),
        }
    }
}
