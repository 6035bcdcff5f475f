//! The progress of a search for a proof, and the reasons to stop it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_record::text::{counted, grouped};
use loa_solver::proof::{Exchange, Progress, SearchStage, Watch};

use crate::interruption::INTERRUPTED;
use crate::output;
use crate::progress::Display;

/// A watch that shows progress, and stops the search for a save, an interruption or the end of its
/// time.
pub(super) struct SearchWatch {
    pub(super) display: Display,
    began: Instant,
    deadline: Option<Instant>,
    /// True when the processes have agreed that the time is up.
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

    /// Returns the seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// `true` if the time of this process is up.
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Agrees with the other processes whether an interruption or the time ends the search.
    pub(super) fn agree(&self, exchange: &mut dyn Exchange) -> io::Result<()> {
        let mut numbers = [INTERRUPTED.load(Relaxed).into(), self.is_late().into()];
        exchange.max(&mut numbers)?;
        let [interrupted, out_of_time] = numbers.map(|number| number > 0);
        INTERRUPTED.fetch_or(interrupted, Relaxed);
        self.out_of_time.store(out_of_time, Relaxed);
        Ok(())
    }

    /// `true` if the time was up at the last agreement of the processes.
    pub(super) fn out_of_time(&self) -> bool {
        self.out_of_time.load(Relaxed)
    }

    /// `true` if the processes agree that the time or an interruption has ended the search.
    pub(super) fn is_over(&self) -> bool {
        self.out_of_time() || INTERRUPTED.load(Relaxed)
    }

    /// Returns a watch for checking a certificate with this number of moves.
    pub(super) fn of_check(&self, moves: u64) -> CheckWatch<'_> {
        self.note(&format!("checking the {} of the certificate", counted(moves, "move")));
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

    /// Shows the state of the search. The length is unknown, so a bar is impossible.
    fn show(&self, progress: &Progress) {
        let letter = progress.winner.letter();
        match progress.stage {
            SearchStage::Search => self.show_search(progress),
            SearchStage::Training => self.note(&format!("{letter}: training the net on the table")),
            SearchStage::ReadOut { positions } => self.note(&format!(
                "{letter}: {} expansions, read out {} of the strategy",
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

    /// Shows the current activity.
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
        // A stop for a save would restart every stage except the search itself.
        let is_search = progress.stage == SearchStage::Search;
        let save = is_search && self.checkpoint.is_some_and(|every| now - last.0 >= every);
        !save && !INTERRUPTED.load(Relaxed) && !self.is_late()
    }
}

/// A watch for checking a certificate.
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
            let line = format!("checked {checked} of {moves} moves");
            self.search.note(&line);
        }
    }

    fn interrupted(&self) -> bool {
        INTERRUPTED.load(Relaxed) || self.search.is_late()
    }
}
