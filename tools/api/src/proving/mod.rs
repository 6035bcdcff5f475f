//! Proving as a job: a search that is saved and continued, and the certificate that it ends with.

mod files;

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_checker::{Certificate, CheckError};
use loa_engine::Guide;
use loa_record::text::counted;
use loa_solver::proof::{
    Exchange, ExtractError, Progress, Prover, Question, RuleSet, SearchStage, TwoSidedResult,
    TwoSidedSearch, Verdict,
};
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, Control, Position, Stop};
use loa_tablebase::fitting;

pub(crate) use self::files::certificate_elsewhere;
use self::files::{Kept, ProofFiles};
use crate::certificates::{ProveReport, checked};
use crate::failure::{Failure, Status, failure};
use crate::figures::amount;

/// A search for a proof, until it has a certificate, all lines are searched or its time is up.
#[derive(Clone, Debug)]
pub(crate) struct ProofJob {
    /// The position from which a side wins.
    pub(crate) start: Position,
    /// The rules under which it wins.
    pub(crate) rules: RuleSet,
    /// The winner. `None` for either player: the searches for both wins take turns.
    pub(crate) winner: Option<Color>,
    /// The most plies that the win may take. `None` for any number.
    pub(crate) within: Option<u8>,
    /// True to search for shorter wins after a proof, until the search finds none.
    pub(crate) shortest: bool,
    /// True to correct estimates with a net that the search trains.
    pub(crate) learn: bool,
    /// Bytes for the tables of the search. `None` for 1 GiB, or less if the system has too little.
    pub(crate) hash: Option<u64>,
    /// Threads that search.
    pub(crate) threads: usize,
    /// The time after which the search ends undecided.
    pub(crate) time: Option<Duration>,
    /// The file for the certificate. The search is saved beside it and continues from there.
    pub(crate) proof: Option<PathBuf>,
    /// The time between two saves.
    pub(crate) checkpoint: Duration,
    /// The size limit of a saved search, in bytes. `None` without a limit.
    pub(crate) most_saved: Option<u64>,
}

/// The end of a search.
#[derive(Debug)]
pub(crate) struct ProofOutcome {
    /// The certificate of a win, which has been checked. `None` if no win is proved.
    pub(crate) certificate: Option<Vec<u8>>,
    /// The report, with the file of the certificate.
    pub(crate) report: ProveReport,
    /// The reason why no win is proved, why the certificate is in another file than the one named,
    /// or why the search for a shorter win failed.
    pub(crate) trouble: Option<Failure>,
}

/// The usual memory for the search's tables, in bytes.
const USUAL_HASH: u64 = 1 << 30;

/// The addresses that a thread of the search takes: 256 MiB for its stack, 128 MiB for its heap.
const THREAD_BYTES: u64 = 384 << 20;

impl ProofJob {
    /// Searches. Processes that share the work call this with the same job.
    ///
    /// # Errors
    /// If memory, threads or files are refused, a saved search cannot be continued, another process
    /// has left, or `control` ends the search.
    pub(crate) fn run(
        &self,
        exchange: &mut dyn Exchange,
        control: &mut Control<'_>,
    ) -> Result<ProofOutcome, Failure> {
        let began = Instant::now();
        control.deadline = self.time.and_then(|time| began.checked_add(time));
        let begun = self.begin((exchange.rank(), exchange.size()), &control.stop);
        let (mut searches, files, continued) = all_succeed(exchange, begun)?;
        let continued = of_all(exchange, &continued.join("\n"))?;
        let watch = JobWatch::new(self, control, began);
        let mut run = Run { job: self, exchange, watch, files, continued };
        match run.search(&mut searches)? {
            Ok(found) => run.proved(found, &searches),
            Err(unproved) => run.undecided(&unproved, &searches),
        }
    }

    /// Returns the searches of one of several processes with their saved state, their files, and
    /// the names of the files that they continue.
    fn begin(
        &self,
        (rank, size): (usize, usize),
        stop: &Stop,
    ) -> Result<(TwoSidedSearch, Option<ProofFiles>, Vec<String>), Failure> {
        let mut searches = self.in_memory(|bytes| {
            TwoSidedSearch::new(self.start, self.rules, self.winner, self.within, bytes)
        })?;
        if !self.learn {
            searches.stop_learning();
        }
        let files = self.proof.as_deref();
        let files = files.map(|proof| ProofFiles::open(proof, rank, size, self.most_saved));
        let files = files.transpose()?;
        let continued = files.as_ref().map(|files| files.restore(&mut searches, stop));
        Ok((searches, files, continued.transpose()?.unwrap_or_default()))
    }

    /// Makes a search with the requested memory for its tables, or with what the system has.
    fn in_memory<T>(&self, make: impl Fn(u64) -> io::Result<T>) -> Result<T, Failure> {
        let made = match self.hash {
            None => fitting(USUAL_HASH, THREAD_BYTES * self.threads as u64, make),
            Some(bytes) => make(bytes),
        };
        made.map_err(|error| {
            let wanted =
                self.hash.map_or_else(String::new, |bytes| format!(" of {}", amount(bytes)));
            failure!(Failed, "no memory{wanted} for the search: {error}")
        })
    }
}

/// A search that runs.
struct Run<'a> {
    job: &'a ProofJob,
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
            let searched = searches.search_with(self.exchange, self.job.threads, &goes_on);
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
            1 => Failure::no_thread(error, self.job.threads),
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
            return Ok(Failure::new(status, why));
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

    /// Returns the outcome of a search without a proof.
    fn undecided(
        &mut self,
        end: &Unproved,
        searches: &TwoSidedSearch,
    ) -> Result<ProofOutcome, Failure> {
        let job = self.job;
        let cost = (searches.expansions(), self.watch.seconds(), self.exchange.size());
        let is_exhausted = matches!(end, Unproved::Exhausted);
        let report =
            ProveReport::undecided(job.start, job.rules, cost, is_exhausted, &self.continued);
        let mut unproved = self.unproved(end, &counted(cost.0, "expansion"));
        if is_exhausted && !self.continued.is_empty() {
            let files = self.continued.join(", ");
            unproved += &format!(
                "; this rests on {files}, which the search continued: remove it to search again"
            );
        }
        let failure = match is_exhausted {
            true => Failure::new(Status::Undecided, unproved),
            false => self.end(searches, Status::Undecided, unproved)?,
        };
        Ok(ProofOutcome { certificate: None, report, trouble: Some(failure) })
    }

    /// Returns the words for a search that ended without a proof.
    fn unproved(&self, end: &Unproved, expansions: &str) -> String {
        let start = format!("{} under {}", self.job.start, self.job.rules);
        let winner = self.job.winner;
        let win =
            winner.map_or_else(|| "win".to_owned(), |winner| format!("win of {}", winner.letter()));
        let late =
            format!("no {win} is proved from {start} within the time given, after {expansions}");
        let searched = format!("all lines were searched, with {expansions}");
        match (end, self.job.within) {
            (Unproved::Late(Some(winner)), _) => {
                let winner = winner.letter();
                format!("{late}: a win of {winner} was found, but not yet read out and checked")
            }
            (Unproved::Late(None), _) => late,
            (Unproved::Exhausted, Some(plies)) => {
                let is_there = if self.continued.is_empty() { "exists" } else { "is found" };
                format!("no {win} from {start} {is_there} within {plies} plies: {searched}")
            }
            (Unproved::Exhausted, None) => {
                let hint = if winner.is_none() { "; it may be a draw" } else { "" };
                format!("no {win} from {start} is found, though one may exist: {searched}{hint}")
            }
        }
    }

    /// Writes the certificate of a win and then, if requested, those of shorter wins.
    fn proved(&mut self, found: Found, searches: &TwoSidedSearch) -> Result<ProofOutcome, Failure> {
        let elsewhere = match self.write(&found) {
            Ok(elsewhere) => elsewhere,
            Err(why) => return Err(self.end(searches, why.status, why)?),
        };
        self.files.as_ref().map_or(Ok(()), ProofFiles::remove_search)?;
        self.continued.clear();
        let expansions = searches.expansions();
        let mut best = Shortest { found, exact: None, expansions, elsewhere };
        let shortened = if self.job.shortest { self.shorten(&mut best) } else { Ok(()) };
        let Shortest { found: Found { bytes, guide }, exact, expansions, elsewhere } = best;
        let (other, why) = elsewhere.unzip();
        let cost = (expansions, self.watch.seconds(), self.exchange.size());
        let file = other.as_deref().or(self.job.proof.as_deref());
        let report = ProveReport::proved(&guide, bytes.len(), exact, cost, file);
        let trouble = why.or(shortened.err());
        Ok(ProofOutcome { certificate: Some(bytes), report, trouble })
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
            let mut prover = self.job.in_memory(|bytes| Prover::new(question, bytes))?;
            let mut verdict = Verdict::Open;
            while verdict == Verdict::Open && self.agree()? == [0, 0] {
                let threads = self.job.threads;
                let goes_on = |progress: &Progress| self.watch.goes_on(progress);
                let searched = prover.search_with(self.exchange, u64::MAX, threads, &goes_on);
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
    fn new(job: &ProofJob, control: &'a Control<'a>, began: Instant) -> JobWatch<'a> {
        JobWatch {
            control,
            began,
            checkpoint: job.proof.as_ref().map(|_| job.checkpoint),
            last_save: Mutex::new(began),
        }
    }

    /// Returns the seconds since the start.
    fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
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
        let job = ProofJob {
            start: "start 5x5".parse().unwrap(),
            rules: RuleSet::NORMAL,
            winner: None,
            within: None,
            shortest: false,
            learn: false,
            hash: Some(1 << 20),
            threads: 1,
            time: None,
            proof: Some(proof.clone()),
            checkpoint: Duration::MAX,
            most_saved: None,
        };
        let run = Run {
            job: &job,
            exchange: &mut Local,
            watch: JobWatch::new(&job, Control::none(), Instant::now()),
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
