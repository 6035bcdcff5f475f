//! `loa prove`: proves who wins from a position and writes a certificate.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_solver::proof::{
    Answer, Certificate, ExtractError, Inquiry, Progress, Prover, RuleSet, Watch,
};
use loa_solver::{Board, Color, Position};
use serde_json::json;

use super::solve::leave;
use crate::args::{Common, size};
use crate::failure::{Failure, Status};
use crate::figures::{amount, counted, duration, grouped};
use crate::output;
use crate::progress::Shown;

/// Prove who wins a board from its start, and write a certificate
///
/// Searches for a win of the player who moves first and of the other in turns, each
/// turn as long as all before it, unless --winner names one. A win that is not found
/// is no proof of anything: the command then ends undecided.
#[derive(clap::Args, Debug)]
pub(crate) struct Prove {
    /// The board, such as 5x5 (files x ranks, each 3 to 8)
    board: Board,
    /// Another position of the board than its start
    #[arg(long, value_name = "POSITION")]
    position: Option<Position>,
    /// The player whose win is to be proved, x or o, instead of either
    #[arg(long, value_name = "x|o", value_parser = color)]
    winner: Option<Color>,
    /// The file for the certificate, which must not exist; the search is saved
    /// beside it, in FILE.search, and goes on from there
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Memory for the search's tables
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = size)]
    hash: u64,
    /// Seconds after which the command ends undecided
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Seconds between two saves of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    checkpoint: u64,
    /// Seconds between two lines of progress where there is no terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    log_every: u64,
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "x" => Ok(Color::Black),
        "o" => Ok(Color::White),
        _ => Err("expected x or o".to_owned()),
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(super) fn run(common: &Common, args: &Prove) -> Result<(), Failure> {
    let handler = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            leave();
        }
    });
    handler.map_err(|error| Failure::new(Status::Failed, error))?;
    let start = start(args)?;
    let rules = common.rule_set();
    let mut inquiry = Inquiry::new(start, rules, args.winner, args.hash)
        .map_err(|error| Failure::new(Status::Failed, format!("--hash: {error}")))?;
    let files = args.proof.as_deref().map(Files::open).transpose()?;
    if let Some(files) = &files {
        files.restore(&mut inquiry)?;
    }
    let watch = Watching::new(common, args, inquiry.expansions());
    let found = search(&mut inquiry, common, &watch, files.as_ref())?;
    watch.finish();
    let expansions = inquiry.expansions();
    let Some(certificate) = found else {
        return undecided(common, &start, rules, expansions, &watch, files.as_ref());
    };
    let bytes = certificate.to_bytes();
    if let Some(files) = &files {
        files.write(&bytes)?;
    }
    report(
        common,
        &certificate,
        bytes.len() as u64,
        expansions,
        &watch,
        args,
    )
}

fn start(args: &Prove) -> Result<Position, Failure> {
    let Some(position) = args.position else {
        return Ok(args.board.start());
    };
    if position.board() != args.board {
        let message = format!(
            "{position} is a position of {}, not of {}",
            position.board(),
            args.board
        );
        return Err(Failure::new(Status::Usage, message));
    }
    Ok(position)
}

/// Searches until there is a certificate, or the search has ended without one or
/// run out of time.
fn search(
    inquiry: &mut Inquiry,
    common: &Common,
    watch: &Watching,
    files: Option<&Files>,
) -> Result<Option<Certificate>, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = common.threads.map_or_else(cores, usize::from);
    loop {
        let found = match inquiry.search(threads, watch) {
            Answer::Proved(prover) => match certificate(prover) {
                Ok(certificate) => return Ok(Some(certificate)),
                Err(failure) => failure,
            },
            Answer::NotProved => return Ok(None),
            Answer::Stopped => None,
        };
        if let Some(failure) = found {
            return Err(failure);
        }
        if let Some(files) = files {
            files.save(inquiry)?;
        }
        watch.saved();
        if INTERRUPTED.load(Relaxed) {
            return Err(interrupted(files));
        }
        if watch.out_of_time() {
            return Ok(None);
        }
    }
}

/// Returns the checked certificate; the failure is `None` if the watch stopped it.
fn certificate(prover: &Prover) -> Result<Certificate, Option<Failure>> {
    let found = prover.certificate(&Patient);
    let certificate = found.map_err(|error| match error {
        ExtractError::Stopped => None,
        _ => Some(Failure::new(Status::Failed, error)),
    })?;
    let checked = certificate.check();
    checked.map_err(|fault| {
        let message =
            format!("the proof that was found is wrong, which is a mistake in loa: {fault}");
        Some(Failure::new(Status::Wrong, message))
    })?;
    Ok(certificate)
}

fn interrupted(files: Option<&Files>) -> Failure {
    let message = match files {
        Some(files) => format!(
            "interrupted; the search is saved in {} and the same command goes on from there",
            files.search.display()
        ),
        None => "interrupted; with --proof FILE the search would have been saved".to_owned(),
    };
    Failure::new(Status::Interrupted, message)
}

fn undecided(
    common: &Common,
    start: &Position,
    rules: RuleSet,
    expansions: u64,
    watch: &Watching,
    files: Option<&Files>,
) -> Result<(), Failure> {
    if common.json {
        output::json(&json!({
            "board": start.board().to_string(),
            "start": start.to_string(),
            "rules": rules.to_string(),
            "winner": null,
            "plies": null,
            "positions": null,
            "expansions": expansions,
            "seconds": watch.seconds(),
        }))?;
    }
    let saved = match files {
        Some(files) if watch.out_of_time() => {
            format!(
                "; the search is saved in {}, and the same command goes on",
                files.search.display()
            )
        }
        _ => String::new(),
    };
    let why = if watch.out_of_time() {
        "within the time given"
    } else {
        "though the search has ended: it may be a draw"
    };
    let message = format!(
        "no win is proved from {start} under {rules} {why}, after {}{saved}",
        counted(expansions, "expansion")
    );
    Err(Failure::new(Status::Undecided, message))
}

fn report(
    common: &Common,
    certificate: &Certificate,
    bytes: u64,
    expansions: u64,
    watch: &Watching,
    args: &Prove,
) -> Result<(), Failure> {
    let Certificate {
        rules,
        start,
        winner,
        first_move,
        plies,
        positions,
    } = certificate;
    let first_move = first_move.map(|played| played.to_string());
    let (board, seconds) = (start.board(), watch.seconds());
    if common.json {
        return output::json(&json!({
            "board": board.to_string(),
            "start": start.to_string(),
            "rules": rules.to_string(),
            "winner": winner.letter().to_string(),
            "first_move": first_move,
            "plies": plies,
            "positions": positions.len(),
            "expansions": expansions,
            "seconds": seconds,
            "bytes": bytes,
            "digest": format!("{:032x}", certificate.digest()),
            "proof": args.proof.as_ref().map(|file| file.display().to_string()),
        }));
    }
    let with = first_move.map_or(String::new(), |played| format!(" with {played}"));
    let from = match &args.position {
        Some(position) => position.to_string(),
        None => format!("the start of {board}"),
    };
    output::line(format!(
        "{} wins from {from} under {rules}{with}, within {plies} plies: {}, {} in {}",
        winner.letter(),
        counted(positions.len() as u64, "position"),
        counted(expansions, "expansion"),
        duration(seconds)
    ))?;
    match &args.proof {
        Some(file) => output::line(format!(
            "{} written, {}; check it: loa proof check {}",
            file.display(),
            amount(bytes),
            file.display()
        )),
        None => Ok(()),
    }
}

/// The certificate's file and the one that saves the search.
struct Files {
    proof: PathBuf,
    search: PathBuf,
}

impl Files {
    /// Refuses what exists, and makes sure that the folder can be written to before
    /// hours are spent.
    fn open(proof: &Path) -> Result<Files, Failure> {
        if proof.exists() {
            let message = format!(
                "{} exists, and a certificate is never written over: name another file, or remove it",
                proof.display()
            );
            return Err(Failure::new(Status::Usage, message));
        }
        let beside = |ending: &str| {
            let mut name = OsString::from(proof);
            name.push(ending);
            PathBuf::from(name)
        };
        let search = beside(".search");
        let made = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&search);
        made.map_err(|error| at(&search, &error))?;
        Ok(Files {
            proof: proof.to_owned(),
            search,
        })
    }

    fn restore(&self, inquiry: &mut Inquiry) -> Result<(), Failure> {
        let failed = |error: io::Error| at(&self.search, &error);
        let file = File::open(&self.search).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() == 0 {
            return Ok(());
        }
        let restored = inquiry.restore(&mut BufReader::new(file));
        restored.map_err(|error| {
            let message = format!(
                "{} cannot be gone on from: {error}; remove it to start again",
                self.search.display()
            );
            Failure::new(Status::Damaged, message)
        })
    }

    fn save(&self, inquiry: &Inquiry) -> Result<(), Failure> {
        write_whole(&self.search, |out| inquiry.save(out))
    }

    /// Writes the certificate; the search is then no longer needed.
    fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        write_whole(&self.proof, |out| out.write_all(bytes))?;
        fs::remove_file(&self.search).map_err(|error| at(&self.search, &error))
    }
}

/// Writes a file so that it is there whole or as it was before.
fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut name = OsString::from(path);
    name.push(".new");
    let new = PathBuf::from(name);
    let written = || {
        let mut out = BufWriter::new(File::create(&new)?);
        write(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&new, path)
    };
    written().map_err(|error| at(path, &error))
}

fn at(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Status::Failed, format!("{}: {error}", path.display()))
}

/// Shows progress, and stops the search for a save, an interruption or the time.
struct Watching {
    began: Instant,
    deadline: Option<Instant>,
    checkpoint: Duration,
    shown: Shown,
    /// When it was last saved, and when a line was last shown.
    last: Mutex<(Instant, Instant)>,
    /// Expansions of earlier runs.
    before: u64,
    saves: bool,
}

impl Watching {
    fn new(common: &Common, args: &Prove, before: u64) -> Watching {
        let now = Instant::now();
        Watching {
            began: now,
            deadline: args.time.map(|seconds| now + Duration::from_secs(seconds)),
            checkpoint: Duration::from_secs(args.checkpoint.max(1)),
            shown: Shown::on_stderr(
                common.quiet || common.json,
                Duration::from_secs(args.log_every),
            ),
            last: Mutex::new((now, now)),
            before,
            saves: args.proof.is_some(),
        }
    }

    fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn out_of_time(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn saved(&self) {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).0 = Instant::now();
    }

    fn finish(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }

    /// Shows how the search stands. A bar has no length to show.
    fn show(&self, progress: &Progress) {
        let rate = progress.expansions.saturating_sub(self.before) as f64 / self.seconds();
        let (settled, moves) = progress.settled;
        let line = format!(
            "{}: {} expansions, {} k/s, proof {}, disproof {}, {settled} of {moves} moves settled, \
             ply {}, table {:.0} % full",
            progress.winner.letter(),
            grouped(progress.expansions),
            (rate / 1e3).round(),
            progress.proof_number,
            progress.disproof_number,
            progress.depth,
            100.0 * progress.fill
        );
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.set_message(line),
            Shown::Log { .. } => output::note(&line),
        }
    }
}

impl Watch for Watching {
    fn goes_on(&self, progress: &Progress) -> bool {
        let now = Instant::now();
        let Ok(mut last) = self.last.try_lock() else {
            return true;
        };
        let every = match &self.shown {
            Shown::Log { every } => *every,
            _ => Duration::from_millis(200),
        };
        if now - last.1 >= every {
            last.1 = now;
            self.show(progress);
        }
        let save = self.saves && now - last.0 >= self.checkpoint;
        !save && !INTERRUPTED.load(Relaxed) && self.deadline.is_none_or(|deadline| now < deadline)
    }
}

/// Stops for an interruption alone: a proof that has been found is worth its time.
struct Patient;

impl Watch for Patient {
    fn goes_on(&self, _: &Progress) -> bool {
        !INTERRUPTED.load(Relaxed)
    }
}
