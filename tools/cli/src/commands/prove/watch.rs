//! The progress of a search for a proof, and its ends.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_record::text::{counted, grouped};
use loa_solver::proof::{Exchange, Progress, SearchStage, Watch};

use crate::interruption::INTERRUPTED;
use crate::output;
use crate::progress::Display;

/// A watch that shows progress and stops the search for a save, an interruption or the
/// end of its time.
pub(super) struct SearchWatch {
    pub(super) display: Display,
    began: Instant,
    deadline: Option<Instant>,
    /// True when the processes have agreed that the time is over.
    out_of_time: AtomicBool,
    /// The time between two saves; `None` if nothing is saved.
    checkpoint: Option<Duration>,
    /// The times of the last save and of the last line.
    last: Mutex<(Instant, Instant)>,
    /// The expansions of earlier runs.
    before: u64,
}

impl SearchWatch {
    pub(super) fn new(
        display: Display,
        time: Option<Duration>,
        checkpoint: Option<Duration>,
        before: u64,
    ) -> SearchWatch {
        let began = Instant::now();
        SearchWatch {
            display,
            began,
            deadline: time.and_then(|time| began.checked_add(time)),
            out_of_time: AtomicBool::new(false),
            checkpoint,
            last: Mutex::new((began, began)),
            before,
        }
    }

    /// Returns the seconds since the begin.
    pub(super) fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// Returns whether the time is over, for this process.
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Agrees with other processes whether an interruption or the time ends the search.
    pub(super) fn agree(&self, exchange: &mut dyn Exchange) -> io::Result<()> {
        let mut numbers = [INTERRUPTED.load(Relaxed).into(), self.is_late().into()];
        exchange.max(&mut numbers)?;
        let [interrupted, out_of_time] = numbers.map(|number| number > 0);
        INTERRUPTED.fetch_or(interrupted, Relaxed);
        self.out_of_time.store(out_of_time, Relaxed);
        Ok(())
    }

    /// Returns whether the time was over when the processes agreed last.
    pub(super) fn out_of_time(&self) -> bool {
        self.out_of_time.load(Relaxed)
    }

    /// Returns whether the time is over or an interruption has ended the search, as all agree.
    pub(super) fn is_over(&self) -> bool {
        self.out_of_time() || INTERRUPTED.load(Relaxed)
    }

    /// Returns a watch of the check of a certificate with this number of moves.
    pub(super) fn of_check(&self, moves: u64) -> CheckWatch<'_> {
        self.note(&format!("the {} of the certificate are checked", counted(moves, "move")));
        CheckWatch { search: self, moves }
    }

    /// Notes that the search has been saved.
    pub(super) fn saved(&self) {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).0 = Instant::now();
    }

    /// Returns the time between two lines.
    fn every(&self) -> Duration {
        match &self.display {
            Display::Log { every } => *every,
            _ => Duration::from_millis(200),
        }
    }

    /// Shows the state of the search. A bar has no length to show.
    fn show(&self, progress: &Progress) {
        let letter = progress.winner.letter();
        match progress.stage {
            SearchStage::Search => self.show_search(progress),
            SearchStage::Training => self.note(&format!("{letter}: the net learns from the table")),
            SearchStage::ReadOut { positions } => self.note(&format!(
                "{letter}: {} expansions, {} of the strategy are read out",
                grouped(progress.expansions),
                counted(positions as u64, "position")
            )),
        }
    }

    fn show_search(&self, progress: &Progress) {
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
        self.note(&line);
    }

    /// Shows what is being done.
    pub(super) fn note(&self, line: &str) {
        match &self.display {
            Display::Nothing => {}
            Display::Bar(bar) => bar.set_message(line.to_owned()),
            Display::Log { .. } => output::note(line),
        }
    }
}

impl Watch for SearchWatch {
    fn goes_on(&self, progress: &Progress) -> bool {
        let now = Instant::now();
        let Ok(mut last) = self.last.try_lock() else {
            return true;
        };
        if now - last.1 >= self.every() {
            last.1 = now;
            self.show(progress);
        }
        // What a save would stop begins again, unless it is the search itself.
        let is_search = progress.stage == SearchStage::Search;
        let save = is_search && self.checkpoint.is_some_and(|every| now - last.0 >= every);
        !save && !INTERRUPTED.load(Relaxed) && !self.is_late()
    }
}

/// A watch of the check of a certificate.
pub(super) struct CheckWatch<'a> {
    search: &'a SearchWatch,
    moves: u64,
}

impl loa_checker::Watch for CheckWatch<'_> {
    fn checked(&self, checked: u64) {
        let now = Instant::now();
        let Ok(mut last) = self.search.last.try_lock() else {
            return;
        };
        if now - last.1 >= self.search.every() {
            last.1 = now;
            let (checked, moves) = (grouped(checked), grouped(self.moves));
            let line = format!("{checked} of the {moves} moves are checked");
            self.search.note(&line);
        }
    }

    fn interrupted(&self) -> bool {
        INTERRUPTED.load(Relaxed) || self.search.is_late()
    }
}
