//! A search for a proof that is saved and continued, and the certificate that it ends with.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_checker::{Certificate, CheckError};
use loa_engine::Guide;
use loa_record::Proviso;
use loa_record::text::{counted, path_text};
use loa_solver::proof::{
    Exchange, ExtractError, Progress, Prover, Question, SearchStage, TwoSidedResult,
    TwoSidedSearch, Verdict,
};
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, Control, Position};
use loa_tablebase::fitting;

use super::files::{Kept, ProofFiles, write_to_pipe};
use super::report::ProveReport;
use super::request::ProveRequest;
use crate::certificates::checked;
use crate::failure::{Failure, Status, failure};
use crate::figures::amount;
use crate::jobs::{Job, Work};
use crate::output_file::OutputFile;

/// The usual memory for the search's tables, in bytes.
const USUAL_HASH: u64 = 1 << 30;

/// The addresses that a thread of the search takes: 256 MiB for its stack, 128 MiB for its heap.
const THREAD_BYTES: u64 = 384 << 20;

impl ProveRequest {
    /// Returns the searches of a process with their saved state, their files, and the names of the
    /// files that they continue.
    fn begin(
        &self,
        start: Position,
        work: &Work<'_>,
    ) -> Result<(TwoSidedSearch, Option<ProofFiles>, Vec<String>), Failure> {
        let file = self.file();
        file.map_or(Ok(()), |file| self.overwrite.check(file))?;
        let (rules, winner, within) = (self.rule_set(), self.winner, self.within);
        let mut searches = self.in_memory(work.threads, |bytes| {
            TwoSidedSearch::new(start, rules, winner, within, bytes)
        })?;
        if !self.learn {
            searches.stop_learning();
        }
        let (rank, size) = (work.exchange.rank(), work.exchange.size());
        let files = file.map(|file| ProofFiles::open(file, rank, size, self.save)).transpose()?;
        let continued =
            files.as_ref().map(|files| files.restore(&mut searches, &work.control.stop));
        Ok((searches, files, continued.transpose()?.unwrap_or_default()))
    }

    /// Makes a search with the requested memory for its tables, or with what the system has.
    fn in_memory<T>(
        &self,
        threads: usize,
        make: impl Fn(u64) -> io::Result<T>,
    ) -> Result<T, Failure> {
        let made = match self.hash {
            None => fitting(USUAL_HASH, THREAD_BYTES * threads as u64, make),
            Some(bytes) => make(bytes),
        };
        made.map_err(|error| {
            let wanted =
                self.hash.map_or_else(String::new, |bytes| format!(" of {}", amount(bytes)));
            failure!(Failed, "no memory{wanted} for the search: {error}")
        })
    }
}

impl Job for ProveRequest {
    type Answer = ProveReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(ProveReport, Option<Failure>), Failure> {
        let began = Instant::now();
        let time = self.time.map(Duration::from_secs);
        work.control.deadline = time.and_then(|time| began.checked_add(time));
        let start = self.start()?;
        let pipe = self.pipe(work);
        let pipe = all_succeed(work.exchange, pipe)?;
        let begun = self.begin(start, work);
        let (mut searches, files, continued) = all_succeed(work.exchange, begun)?;
        let continued = of_all(work.exchange, &continued.join("\n"))?;
        let mut run = Run {
            request: self,
            start,
            threads: work.threads,
            exchange: &mut *work.exchange,
            watch: JobWatch::new(self, &work.control, began),
            files,
            continued,
        };
        match run.search(&mut searches)? {
            Ok(found) => run.proved(found, &searches, pipe),
            Err(unproved) => run.undecided(&unproved, &searches),
        }
    }
}

/// A search that runs.
struct Run<'a> {
    request: &'a ProveRequest,
    start: Position,
    threads: usize,
    exchange: &'a mut dyn Exchange,
    watch: JobWatch<'a>,
    files: Option<ProofFiles>,
    /// The names of the saved searches that it continues.
    continued: Vec<String>,
}

/// The reason why a search ended without a certificate.
enum Unproved {
    /// All lines have been searched.
    Exhausted,
    /// The time is up: the winner by a proof that is found, but not yet read out and checked.
    Late(Option<Color>),
}

/// A certificate that has been checked.
struct Found {
    bytes: Vec<u8>,
    guide: Guide,
}

impl Run<'_> {
    /// Searches until a certificate exists, the search ends without one, or the time is up.
    fn search(
        &mut self,
        searches: &mut TwoSidedSearch,
    ) -> Result<Result<Found, Unproved>, Failure> {
        let mut is_troubled = false;
        loop {
            let mut winner = None;
            let goes_on = |progress: &Progress| self.watch.goes_on(progress);
            let searched = searches.search_with(self.exchange, self.threads, &goes_on);
            match searched.map_err(|error| self.unsearched(error))? {
                TwoSidedResult::Proved(prover) => match self.read_out(prover) {
                    Ok(Some(found)) => return Ok(Ok(found)),
                    Ok(None) => winner = Some(prover.question().winner),
                    Err(failure) => return Err(self.end(searches, failure.status, failure)?),
                },
                TwoSidedResult::NotProved => return Ok(Err(Unproved::Exhausted)),
                TwoSidedResult::Stopped => {}
            }
            match self.agree()? {
                [0, 0] => is_troubled = self.checkpoint(searches, is_troubled)?,
                [0, _] => return Ok(Err(Unproved::Late(winner))),
                _ => return Err(self.end(searches, Status::Interrupted, "interrupted")?),
            }
        }
    }

    /// Returns whether an interruption ends the search, and whether its time is up, for any of the
    /// processes.
    fn agree(&mut self) -> Result<[u64; 2], Failure> {
        let control = self.watch.control;
        let mut ended = [control.stop.is_set().into(), control.is_late().into()];
        self.exchange.max(&mut ended).map_err(apart)?;
        if ended[0] > 0 {
            control.stop.set();
        }
        Ok(ended)
    }

    /// Returns the failure of a search that had no thread, or whose processes lost contact.
    fn unsearched(&self, error: io::Error) -> Failure {
        match self.exchange.size() {
            1 => Failure::no_thread(error, self.threads),
            _ => apart(error),
        }
    }

    /// Saves a search that continues. `true` if that failed. A failure is told once.
    fn checkpoint(
        &mut self,
        searches: &TwoSidedSearch,
        was_troubled: bool,
    ) -> Result<bool, Failure> {
        let saved = self.files.as_ref().map_or(Ok(()), |files| files.save(searches));
        let trouble = saved.map_or_else(|why| why.text(), |()| String::new());
        let trouble = of_all(self.exchange, &trouble)?.join("; ");
        if !trouble.is_empty() && !was_troubled {
            let warning = format!("{trouble}; the search continues and tries to save again later");
            self.watch.control.warn(&warning);
        }
        self.watch.saved();
        Ok(!trouble.is_empty())
    }

    /// Saves a search that ends, if it has a file. Returns the failure that it ends with, which says
    /// what is saved.
    fn end(
        &mut self,
        searches: &TwoSidedSearch,
        status: Status,
        why: impl Display,
    ) -> Result<Failure, Failure> {
        let Some(files) = &self.files else {
            let hint = match status {
                Status::Interrupted => "; with --proof FILE the search would have been saved",
                _ => "",
            };
            return Ok(Failure::new(status, format!("{why}{hint}")));
        };
        let (kept, words) = files.save_last(searches);
        let mine = match (&kept, self.exchange.rank()) {
            (_, 0) => words,
            (Kept::InPlace, _) => String::new(),
            (_, rank) => format!("process {rank}: {words}"),
        };
        let mut lost = [matches!(kept, Kept::Older).into()];
        self.exchange.max(&mut lost).map_err(apart)?;
        let status = if lost == [0] { status } else { Status::Failed };
        let saved = of_all(self.exchange, &mine)?.join("; ");
        Ok(Failure::new(status, format!("{why}; {saved}")))
    }

    /// Returns the checked certificate, which the first process reads out; `None` if the watch has
    /// stopped the work.
    fn read_out(&mut self, prover: &Prover) -> Result<Option<Found>, Failure> {
        let read = match self.exchange.rank() {
            0 => self.certificate(prover),
            _ => Ok(Vec::new()),
        };
        let bytes = all_succeed(self.exchange, read)?;
        let bytes = self.exchange.all_gather(&bytes).map_err(apart)?.swap_remove(0);
        if bytes.is_empty() {
            return Ok(None);
        }
        let checked = self.check(bytes);
        let found = all_succeed(self.exchange, checked)?;
        let mut stopped = [found.is_none().into()];
        self.exchange.max(&mut stopped).map_err(apart)?;
        Ok(found.filter(|_| stopped == [0]))
    }

    /// Returns the bytes of the certificate; no bytes if the watch has stopped the work.
    fn certificate(&self, prover: &Prover) -> Result<Vec<u8>, Failure> {
        self.watch.control.note(&format!(
            "{}: proved after {}; reading the strategy out of the table",
            prover.question().winner.letter(),
            counted(prover.expansions(), "expansion")
        ));
        let watch = &self.watch;
        match prover.certificate(&|progress| watch.goes_on(progress)) {
            Ok(bytes) => Ok(bytes),
            Err(ExtractError::Stopped) => Ok(Vec::new()),
            // The prover starts one thread.
            Err(ExtractError::Thread(kind)) => Err(Failure::no_thread(kind, 1)),
            Err(lost @ ExtractError::Lost) => {
                let without = match self.continued.as_slice() {
                    [] => String::new(),
                    files => format!(", or without {}, which may be wrong", files.join(", ")),
                };
                Err(failure!(Failed, "{lost}; try again with a larger hash table{without}"))
            }
            Err(error) => Err(Failure::new(Status::Failed, error)),
        }
    }

    /// Lets the independent checker check a certificate; `None` if the watch stops it.
    fn check(&self, bytes: Vec<u8>) -> Result<Option<Found>, Failure> {
        let certificate = Certificate::read(bytes.clone()).map_err(CheckError::from);
        match certificate.and_then(|certificate| checked(&certificate, self.watch.control)) {
            Ok(guide) => Ok(Some(Found { bytes, guide })),
            Err(CheckError::Interrupted { .. }) => Ok(None),
            Err(wrong) => {
                let kept = self.files.as_ref().and_then(|files| files.keep_refused(&bytes));
                let kept = kept.map_or_else(String::new, |file| {
                    format!("; it is saved in {}", file.display())
                });
                Err(failure!(
                    Wrong,
                    "loa found a wrong proof, which is a bug in loa: {wrong}{kept}"
                ))
            }
        }
    }

    /// Returns the report of a search that has proved no win, after some expansions.
    fn report(&self, expansions: u64, ended: bool) -> ProveReport {
        ProveReport {
            board: self.start.board(),
            start: self.start,
            rules: self.request.rule_set().to_string(),
            winner: None,
            first_move: None,
            plies: None,
            distance: None,
            proviso: None,
            positions: None,
            expansions,
            seconds: self.watch.began.elapsed().as_secs_f64(),
            bytes: None,
            digest: None,
            proof: None,
            processes: self.exchange.size(),
            ended,
            continued: self.continued.clone(),
        }
    }

    /// Returns the report of a search without a proof, and the reason why no win is proved.
    fn undecided(
        &mut self,
        end: &Unproved,
        searches: &TwoSidedSearch,
    ) -> Result<(ProveReport, Option<Failure>), Failure> {
        let expansions = searches.expansions();
        let report = self.report(expansions, matches!(end, Unproved::Exhausted));
        let unproved = self.unproved(end, &counted(expansions, "expansion"));
        let failure = match end {
            Unproved::Exhausted => Failure::new(Status::Undecided, unproved),
            Unproved::Late(_) => self.end(searches, Status::Undecided, unproved)?,
        };
        Ok((report, Some(failure)))
    }

    /// Returns the words for a search that ended without a proof.
    fn unproved(&self, end: &Unproved, expansions: &str) -> String {
        let from = format!("from {} under {}", self.start, self.request.rule_set());
        let winner = self.request.winner;
        let win =
            winner.map_or_else(|| "win".to_owned(), |winner| format!("win of {}", winner.letter()));
        if let Unproved::Late(found) = end {
            let found = found.map_or_else(String::new, |winner| {
                let winner = winner.letter();
                format!(": a win of {winner} was found, but not yet read out and checked")
            });
            return format!(
                "no {win} is proved {from} within the time given, after {expansions}{found}"
            );
        }
        let searched = format!("all lines were searched, with {expansions}");
        let (rests, is_there) = match self.continued.join(", ") {
            files if files.is_empty() => (String::new(), "exists"),
            files => (
                format!(
                    "; this rests on {files}, which the search continued: remove it to search again"
                ),
                "is found",
            ),
        };
        match self.request.within {
            Some(plies) => {
                format!("no {win} {from} {is_there} within {plies} plies: {searched}{rests}")
            }
            None => {
                let hint = if winner.is_none() { "; it may be a draw" } else { "" };
                format!("no {win} {from} is found, though one may exist: {searched}{hint}{rests}")
            }
        }
    }

    /// Writes the certificate of a win and then, if requested, those of shorter wins. Returns the
    /// report, and the reason why the certificate is in another file than the one named, or why the
    /// search for a shorter win failed.
    fn proved(
        &mut self,
        found: Found,
        searches: &TwoSidedSearch,
        pipe: Option<OutputFile>,
    ) -> Result<(ProveReport, Option<Failure>), Failure> {
        let elsewhere = match self.write(&found) {
            Ok(elsewhere) => elsewhere,
            Err(why) => return Err(self.end(searches, why.status, why)?),
        };
        self.files.as_ref().map_or(Ok(()), ProofFiles::remove_search)?;
        self.continued.clear();
        let expansions = searches.expansions();
        let mut best = Shortest { found, exact: None, expansions, elsewhere };
        let shortened = if self.request.shortest { self.shorten(&mut best) } else { Ok(()) };
        let Shortest { found: Found { bytes, guide }, exact, expansions, elsewhere } = best;
        let piped = pipe.map_or(Ok(None), |pipe| write_to_pipe(pipe, &bytes))?;
        let (other, why) = piped.or(elsewhere).unzip();
        let claim = guide.proof().claim();
        let report = ProveReport {
            winner: Some(guide.winner().letter()),
            first_move: guide.answer(&self.start).map(|answer| answer.played.to_string()),
            plies: Some(guide.plies()),
            distance: exact,
            proviso: Proviso::of(self.request.preset()),
            positions: Some(claim.moves),
            bytes: Some(bytes.len() as u64),
            digest: Some(format!("{:032x}", guide.proof().digest())),
            proof: other.as_deref().or(self.request.file()).map(path_text),
            ..self.report(expansions, false)
        };
        Ok((report, why.or(shortened.err())))
    }

    /// Lets the first process write a certificate. Returns the file and the reason if it is in
    /// another place.
    fn write(&mut self, found: &Found) -> Result<Option<(PathBuf, Failure)>, Failure> {
        let files = self.files.as_ref().filter(|_| self.exchange.rank() == 0);
        let written = files.map_or(Ok(None), |files| files.write(&found.bytes));
        all_succeed(self.exchange, written)
    }

    /// Searches for a win in one ply less, repeatedly, until no such win exists or the watch ends
    /// the search.
    fn shorten(&mut self, best: &mut Shortest) -> Result<(), Failure> {
        let guide = &best.found.guide;
        let (start, rules, winner) = (guide.start(), guide.rules(), guide.winner());
        let mut most = guide.plies().min(u32::from(Question::MOST_PLIES) + 1);
        loop {
            let question = Question::new(start, rules, winner).within((most - 1) as u8);
            let mut prover =
                self.request.in_memory(self.threads, |bytes| Prover::new(question, bytes))?;
            let mut verdict = Verdict::Open;
            while verdict == Verdict::Open && self.agree()? == [0, 0] {
                let goes_on = |progress: &Progress| self.watch.goes_on(progress);
                let searched = prover.search_with(self.exchange, u64::MAX, self.threads, &goes_on);
                verdict = searched.map_err(|error| self.unsearched(error))?;
                // A search for a shorter win is not saved.
                self.watch.saved();
            }
            best.expansions += prover.expansions();
            if verdict == Verdict::NotProved {
                best.exact = Some(most);
            }
            if verdict != Verdict::Proved {
                return Ok(());
            }
            let Some(found) = self.read_out(&prover)? else {
                return Ok(());
            };
            most = (most - 1).min(found.guide.plies());
            // A certificate counts whole rounds, and may claim one ply more than requested.
            if found.guide.plies() < best.found.guide.plies() {
                best.elsewhere = self.write(&found)?;
                best.found = found;
            }
        }
    }
}

/// The shortest win proved.
struct Shortest {
    found: Found,
    /// The distance of the start, if no shorter win exists.
    exact: Option<u32>,
    /// The expansions of all searches.
    expansions: u64,
    /// Another file that contains the certificate, and the reason.
    elsewhere: Option<(PathBuf, Failure)>,
}

/// Stops a search for a save, an interruption or the end of its time.
struct JobWatch<'a> {
    control: &'a Control<'a>,
    began: Instant,
    /// The time between two saves, if the search is saved, and the time of the last one.
    checkpoint: Option<Duration>,
    last_save: Mutex<Instant>,
}

impl<'a> JobWatch<'a> {
    fn new(request: &ProveRequest, control: &'a Control<'a>, began: Instant) -> JobWatch<'a> {
        JobWatch {
            control,
            began,
            checkpoint: request.file().map(|_| request.checkpoint()),
            last_save: Mutex::new(began),
        }
    }

    /// Notes that the search has been saved.
    fn saved(&self) {
        *self.last_save.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// `true` if the search should continue.
    fn goes_on(&self, progress: &Progress) -> bool {
        self.control.tell(loa_solver::Progress::Reached {
            stage: "expansions",
            done: progress.expansions,
            of: None,
            detail: &state(progress),
        });
        // A stop for a save would restart every stage except the search itself.
        let is_search = progress.stage == SearchStage::Search;
        let is_due = |every| self.last_save.try_lock().is_ok_and(|last| last.elapsed() >= every);
        let save = is_search && self.checkpoint.is_some_and(is_due);
        !save && !self.control.is_stopped()
    }
}

/// Returns the state of a search in words.
fn state(progress: &Progress) -> String {
    let letter = progress.winner.letter();
    match progress.stage {
        SearchStage::Search => {
            let (settled, moves) = progress.settled;
            format!(
                "{letter}: proof {}, disproof {}, {settled} of {moves} moves settled, ply {}, \
                 table {:.0} % full",
                progress.proof_number,
                progress.disproof_number,
                progress.depth,
                100.0 * progress.fill
            )
        }
        SearchStage::Training => format!("{letter}: training the net on the table"),
        SearchStage::ReadOut { positions } => {
            let read = counted(positions as u64, "position");
            format!("{letter}: read out {read} of the strategy")
        }
    }
}

/// Returns the lines of all processes, in the order of ranks.
fn of_all(exchange: &mut dyn Exchange, mine: &str) -> Result<Vec<String>, Failure> {
    let all = exchange.all_gather(mine.as_bytes()).map_err(apart)?.join(&b'\n');
    let lines = String::from_utf8_lossy(&all);
    Ok(lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// Returns the failure of a search whose processes lost contact.
fn apart(error: io::Error) -> Failure {
    Failure::new(Status::Failed, error)
}

#[cfg(test)]
mod tests {
    use loa_solver::proof::Local;

    use super::*;

    /// Claims a win for the losing side.
    const FALSE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../checker/tests/certificates/false-5x5-own-loss.proof"
    );

    #[test]
    fn a_certificate_that_the_checker_refuses_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let proof = folder.path().join("p");
        let request = serde_json::json!({ "board": "5x5", "proof": proof });
        let request: ProveRequest = serde_json::from_value(request).unwrap();
        let run = Run {
            request: &request,
            start: "start 5x5".parse().unwrap(),
            threads: 1,
            exchange: &mut Local,
            watch: JobWatch::new(&request, Control::none(), Instant::now()),
            files: Some(ProofFiles::open(&proof, 0, 1, None).unwrap()),
            continued: Vec::new(),
        };
        let bytes = std::fs::read(FALSE).unwrap();
        let failure = run.check(bytes.clone()).err().expect("refused");
        assert_eq!(failure.status, Status::Wrong);
        let refused = folder.path().join("p.refused");
        assert!(failure.text().ends_with(&format!("; it is saved in {}", refused.display())));
        assert_eq!(std::fs::read(refused).unwrap(), bytes);
        assert!(!proof.exists());
    }
}
