//! Runs a search to its end and reports the result.

use std::cell::Cell;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use loa_api::{ProveReport, UndecidedReport};
use loa_record::text::{counted, path_text};
use loa_solver::proof::{Exchange, Prover, Question, TwoSidedResult, TwoSidedSearch, Verdict};
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, Position};

use super::args::ProveArgs;
use super::files::{Kept, ProofFiles, write_new};
use super::found::{Found, Unread, extract};
use super::watch::SearchWatch;
use crate::common::Common;
use crate::failure::{Failure, Status, failure};
use crate::interruption::INTERRUPTED;
use crate::output;
use crate::output_file::OutputFile;

/// A search and its request.
pub(super) struct Run<'a> {
    pub(super) common: &'a Common,
    pub(super) args: &'a ProveArgs,
    pub(super) start: Position,
    /// The files of the saved searches that it continues.
    pub(super) continued: Vec<String>,
    pub(super) watch: SearchWatch,
    pub(super) files: Option<ProofFiles>,
    /// A pipe for the certificate, instead of files.
    pub(super) pipe: Cell<Option<OutputFile>>,
}

/// The way in which a search ended.
pub(super) enum End {
    Found(Found),
    /// All lines have been searched.
    Exhausted,
    /// The time is up.
    Late {
        /// The winner by a proof that is found, but not yet extracted and checked.
        winner: Option<Color>,
        saved: Option<LastSave>,
    },
}

/// The last saves of all processes.
pub(super) struct LastSave {
    said: String,
    /// False if a part of the search is lost.
    is_whole: bool,
}

impl LastSave {
    /// Returns the exit status of a command that ends with this save: `status`, unless a part of
    /// the search is lost.
    fn status(save: Option<&LastSave>, status: Status) -> Status {
        if save.is_none_or(|save| save.is_whole) { status } else { Status::Failed }
    }
}

/// The shortest win proved.
struct Shortest {
    found: Found,
    /// The distance of the start, if no shorter win exists.
    exact: Option<u32>,
    /// The expansions of all searches for shorter wins.
    expansions: u64,
    /// Another file that contains the certificate, and the reason.
    elsewhere: Option<(PathBuf, Failure)>,
}

impl Run<'_> {
    /// Searches until a certificate exists, the search ends without one, or the time is up.
    pub(super) fn search(
        &self,
        inquiry: &mut TwoSidedSearch,
        exchange: &mut dyn Exchange,
    ) -> Result<End, Failure> {
        let threads = self.common.threads();
        let mut is_troubled = false;
        loop {
            let mut winner = None;
            let searched = inquiry.search_with(exchange, threads, &self.watch);
            match searched.map_err(|error| self.unsearched(error, exchange))? {
                TwoSidedResult::Proved(prover) => {
                    match extract(prover, exchange, &self.watch, self.files.as_ref()) {
                        Ok(found) => return Ok(End::Found(found)),
                        Err(Unread::Failed(failure)) => {
                            return Err(and_saved(failure, self.save_last(inquiry, exchange)?));
                        }
                        Err(Unread::Lost(error)) => {
                            let lost = Failure::new(Status::Failed, error);
                            let lost = and_saved(lost, self.save_last(inquiry, exchange)?);
                            return Err(failure!(Failed, "{lost}; {}", self.after_loss()));
                        }
                        Err(Unread::Stopped) => winner = Some(prover.question().winner),
                    }
                }
                TwoSidedResult::NotProved => return Ok(End::Exhausted),
                TwoSidedResult::Stopped => {}
            }
            self.watch.agree(exchange).map_err(apart)?;
            if INTERRUPTED.load(Relaxed) {
                return Err(interrupted(self.save_last(inquiry, exchange)?));
            }
            if self.watch.out_of_time() {
                return Ok(End::Late { winner, saved: self.save_last(inquiry, exchange)? });
            }
            is_troubled = self.checkpoint(inquiry, exchange, is_troubled)?;
        }
    }

    /// Returns the failure of a search that had no thread, or whose processes lost contact.
    fn unsearched(&self, error: io::Error, exchange: &dyn Exchange) -> Failure {
        match exchange.size() {
            1 => Failure::no_thread(error, self.common.threads()),
            _ => apart(error),
        }
    }

    /// Saves a search that continues. `true` if that failed. A failure is reported once.
    fn checkpoint(
        &self,
        inquiry: &TwoSidedSearch,
        exchange: &mut dyn Exchange,
        was_troubled: bool,
    ) -> Result<bool, Failure> {
        let saved = self.files.as_ref().map_or(Ok(()), |files| files.save(inquiry));
        let trouble = saved.map_or_else(|why| why.text(), |()| String::new());
        let trouble = of_all(exchange, &trouble)?.join("; ");
        if !trouble.is_empty() && !was_troubled {
            let warning = format!("{trouble}; the search continues and tries to save again later");
            self.watch.display.warn(&warning);
        }
        self.watch.saved();
        Ok(!trouble.is_empty())
    }

    /// Saves a search that ends, if it has a file.
    fn save_last(
        &self,
        inquiry: &TwoSidedSearch,
        exchange: &mut dyn Exchange,
    ) -> Result<Option<LastSave>, Failure> {
        let Some(files) = &self.files else {
            return Ok(None);
        };
        let kept = files.save_last(inquiry);
        let mine = match (&kept, exchange.rank()) {
            (_, 0) => kept.to_string(),
            (Kept::InPlace { .. }, _) => String::new(),
            (_, rank) => format!("process {rank}: {kept}"),
        };
        let mut lost = [matches!(kept, Kept::Older { .. }).into()];
        exchange.max(&mut lost).map_err(apart)?;
        Ok(Some(LastSave { said: of_all(exchange, &mine)?.join("; "), is_whole: lost == [0] }))
    }

    /// Returns advice on a table that does not hold its proof.
    fn after_loss(&self) -> String {
        match self.continued.as_slice() {
            [] => "try again with a larger --hash".to_owned(),
            files => format!(
                "try again with a larger --hash, or without {}, which may be wrong",
                files.join(", ")
            ),
        }
    }

    /// Ends the command without a proof.
    pub(super) fn undecided(
        &self,
        end: &End,
        inquiry: &TwoSidedSearch,
        exchange: &dyn Exchange,
    ) -> Result<(), Failure> {
        self.watch.display.finish();
        let (start, rules, expansions) = (self.start, self.common.rule_set(), inquiry.expansions());
        if self.common.json {
            let cost = (expansions, self.watch.seconds(), exchange.size());
            let is_exhausted = matches!(end, End::Exhausted);
            let continued = &self.continued;
            output::json(&UndecidedReport::new(start, rules, cost, is_exhausted, continued))?;
        }
        let mut status = Status::Undecided;
        let last = match end {
            End::Late { saved, .. } => {
                status = LastSave::status(saved.as_ref(), status);
                saved.as_ref().map_or_else(String::new, |saved| format!("; {}", saved.said))
            }
            _ if self.continued.is_empty() => String::new(),
            _ => {
                let files = self.continued.join(", ");
                format!(
                    "; this rests on {files}, which the search continued: remove it to search again"
                )
            }
        };
        let unproved = self.unproved(end, &counted(expansions, "expansion"));
        Err(Failure::new(status, format!("{unproved}{last}")))
    }

    /// Returns the words for a search that ended without a proof.
    fn unproved(&self, end: &End, expansions: &str) -> String {
        let start = format!("{} under {}", self.start, self.common.rule_set());
        let winner = self.args.winner;
        let win =
            winner.map_or_else(|| "win".to_owned(), |winner| format!("win of {}", winner.letter()));
        let late =
            format!("no {win} is proved from {start} within the time given, after {expansions}");
        let searched = format!("all lines were searched, with {expansions}");
        match (end, self.args.within) {
            (End::Late { winner: Some(winner), .. }, _) => {
                let winner = winner.letter();
                format!("{late}: a win of {winner} was found, but not yet read out and checked")
            }
            (End::Late { winner: None, .. } | End::Found(_), _) => late,
            (End::Exhausted, Some(plies)) => {
                let is_there = if self.continued.is_empty() { "exists" } else { "is found" };
                format!("no {win} from {start} {is_there} within {plies} plies: {searched}")
            }
            (End::Exhausted, None) => {
                let hint = if winner.is_none() { "; it may be a draw" } else { "" };
                format!("no {win} from {start} is found, though one may exist: {searched}{hint}")
            }
        }
    }

    /// Ends the command with a proof, after a search for shorter ones if one is requested.
    pub(super) fn found(
        &self,
        found: Found,
        inquiry: &TwoSidedSearch,
        exchange: &mut dyn Exchange,
    ) -> Result<(), Failure> {
        let elsewhere = match self.write(&found, exchange) {
            Ok(elsewhere) => elsewhere,
            Err(why) => return Err(and_saved(why, self.save_last(inquiry, exchange)?)),
        };
        self.files.as_ref().map_or(Ok(()), ProofFiles::remove_search)?;
        let expansions = inquiry.expansions();
        let mut shortest = Shortest { found, exact: None, expansions, elsewhere };
        let shortened = match self.args.shortest {
            true => self.shorten(&mut shortest, exchange),
            false => Ok(()),
        };
        self.watch.display.finish();
        if exchange.rank() == 0 {
            self.report(shortest, exchange.size())?;
        }
        shortened
    }

    /// Lets the first process write a certificate, to another file if necessary.
    fn write(
        &self,
        found: &Found,
        exchange: &mut dyn Exchange,
    ) -> Result<Option<(PathBuf, Failure)>, Failure> {
        let files = self.files.as_ref().filter(|_| exchange.rank() == 0);
        all_succeed(exchange, files.map_or(Ok(None), |files| files.write(&found.bytes)))
    }

    /// Searches for a win in one ply less, repeatedly, until no such win exists or the watch ends
    /// the search.
    fn shorten(&self, shortest: &mut Shortest, exchange: &mut dyn Exchange) -> Result<(), Failure> {
        let (watch, threads) = (&self.watch, self.common.threads());
        let guide = &shortest.found.guide;
        let (start, rules, winner) = (guide.start(), guide.rules(), guide.winner());
        let mut most = guide.plies().min(u32::from(Question::MOST_PLIES) + 1);
        loop {
            let question = Question::new(start, rules, winner).within((most - 1) as u8);
            let mut prover = self.args.in_memory(threads, |bytes| Prover::new(question, bytes))?;
            let mut verdict = Verdict::Open;
            while verdict == Verdict::Open && !watch.is_over() {
                let searched = prover.search_with(exchange, u64::MAX, threads, watch);
                verdict = searched.map_err(|error| self.unsearched(error, exchange))?;
                // A search for a shorter win is not saved.
                watch.saved();
                watch.agree(exchange).map_err(apart)?;
            }
            shortest.expansions += prover.expansions();
            if verdict == Verdict::NotProved {
                shortest.exact = Some(most);
            }
            if verdict != Verdict::Proved {
                return Ok(());
            }
            let found = match extract(&prover, exchange, watch, self.files.as_ref()) {
                Ok(found) => found,
                Err(Unread::Stopped) => return Ok(()),
                Err(Unread::Lost(error)) => {
                    return Err(failure!(Failed, "{error}; try again with a larger --hash"));
                }
                Err(Unread::Failed(failure)) => return Err(failure),
            };
            most = (most - 1).min(found.guide.plies());
            // A certificate counts whole rounds, and may claim one ply more than requested.
            if found.guide.plies() < shortest.found.guide.plies() {
                shortest.elsewhere = self.write(&found, exchange)?;
                shortest.found = found;
            }
        }
    }

    fn report(&self, shortest: Shortest, processes: usize) -> Result<(), Failure> {
        let Shortest { found: Found { bytes, guide }, exact, expansions, elsewhere } = shortest;
        let cost = (expansions, self.watch.seconds(), processes);
        let (mut file, mut why) = elsewhere.unzip();
        let pipe = self.pipe.take();
        let named = self.args.proof.as_deref().filter(|_| pipe.is_none());
        if let Some(failure) = pipe.and_then(|pipe| pipe.write(&bytes).err()) {
            file = write_new(&bytes);
            if file.is_none() {
                return Err(failure);
            }
            why = Some(failure);
        }
        let report = ProveReport::new(&guide, bytes.len(), exact, cost, file.as_deref().or(named));
        self.common.show(&report)?;
        match (why, file) {
            (Some(why), Some(file)) => {
                Err(failure!(Failed, "{why}; the certificate is in {} instead", path_text(&file)))
            }
            _ => Ok(()),
        }
    }
}

fn interrupted(saved: Option<LastSave>) -> Failure {
    let status = LastSave::status(saved.as_ref(), Status::Interrupted);
    match saved {
        Some(saved) => Failure::new(status, format!("interrupted; {}", saved.said)),
        None => {
            Failure::new(status, "interrupted; with --proof FILE the search would have been saved")
        }
    }
}

/// Adds to a failure the state of the saved search.
fn and_saved(failure: Failure, saved: Option<LastSave>) -> Failure {
    match saved {
        Some(saved) => Failure::new(failure.status, format!("{failure}; {}", saved.said)),
        None => failure,
    }
}

/// Returns the lines of all processes, in the order of ranks.
pub(super) fn of_all(exchange: &mut dyn Exchange, mine: &str) -> Result<Vec<String>, Failure> {
    let all = exchange.all_gather(mine.as_bytes()).map_err(apart)?.join(&b'\n');
    let lines = String::from_utf8_lossy(&all);
    Ok(lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// Returns the failure of a search whose processes lost contact.
fn apart(error: io::Error) -> Failure {
    Failure::new(Status::Failed, error)
}
