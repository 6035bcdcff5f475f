//! `loa prove`: proves who wins from a position and writes a certificate.

mod args;
mod files;
mod found;
mod run;
mod watch;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use loa_record::text::path_text;
use loa_solver::Position;
use loa_solver::proof::TwoSidedSearch;
use loa_solver::retrograde::all_succeed;

pub(crate) use self::args::ProveArgs;
use self::files::ProofFiles;
use self::run::{End, Run, of_all};
use self::watch::SearchWatch;
use crate::common::Common;
use crate::failure::{Failure, bail};
use crate::interruption::heed_signals;
use crate::paths::is_special;
use crate::position_argument::read_position_under;
use crate::processes::Processes;
use crate::progress::Display;

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
    let pipe = pipe(args).filter(|_| exchange.rank() == 0);
    let pipe = pipe.map(|proof| args.overwrite.open(proof)).transpose();
    let pipe = Cell::new(all_succeed(exchange, pipe)?);
    let names: Vec<String> = continued.iter().map(|file| file.display().to_string()).collect();
    let continued = of_all(exchange, &names.join("\n"))?;
    let log_every = Duration::from_secs(args.log_every);
    let watch = SearchWatch::new(
        Display::on_stderr(common.quiet || common.json, log_every),
        args.time.map(Duration::from_secs),
        files.is_some().then_some(Duration::from_secs(args.checkpoint.max(1))),
        inquiry.expansions(),
    );
    let run = Run { common, args, start, continued, watch, files, pipe };
    match run.search(&mut inquiry, exchange)? {
        End::Found(found) => run.found(found, &inquiry, exchange),
        undecided => run.undecided(&undecided, &inquiry, exchange),
    }
}

/// Returns the path of a certificate that is a pipe, a device or standard output. Nothing can be
/// saved beside it.
fn pipe(args: &ProveArgs) -> Option<&Path> {
    args.proof.as_deref().filter(|proof| is_special(proof) && !proof.is_dir())
}

/// Returns the search of one of several processes, with its saved state, its files, and the files
/// that it continues.
fn begin(
    common: &Common,
    args: &ProveArgs,
    start: Position,
    (rank, size): (usize, usize),
) -> Result<(TwoSidedSearch, Option<ProofFiles>, Vec<PathBuf>), Failure> {
    let rules = common.rule_set();
    let mut inquiry = args.in_memory(common.threads(), |bytes| {
        TwoSidedSearch::new(start, rules, args.winner, args.within, bytes)
    })?;
    if !args.learn {
        inquiry.stop_learning();
    }
    if let (Some(pipe), Some(_)) = (pipe(args), args.save) {
        bail!(Usage, "--proof {}: --save saves the search beside a file", path_text(pipe));
    }
    let proof = args.proof.as_deref().filter(|_| pipe(args).is_none());
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
