//! The progress of a search for a proof.

use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use loa_api::ProofEvent;
use loa_record::text::{counted, grouped};
use loa_solver::proof::{Progress, SearchStage};

use super::Display;
use crate::output;

/// Shows the events of a search. Its length is unknown, so a bar is impossible.
pub(crate) struct ProofProgress {
    pub(crate) display: Display,
    /// The time of the last line.
    last: Mutex<Instant>,
    /// The time of the first event, and the expansions of earlier runs.
    first: OnceLock<(Instant, u64)>,
}

impl ProofProgress {
    pub(crate) fn new(display: Display) -> ProofProgress {
        ProofProgress { display, last: Mutex::new(Instant::now()), first: OnceLock::new() }
    }

    /// Shows an event, unless it is one of many and the last line is new.
    pub(crate) fn show(&self, event: &ProofEvent<'_>) {
        match *event {
            ProofEvent::Warning(warning) => self.display.warn(warning),
            ProofEvent::Proved(winner, expansions) => self.note(&format!(
                "{}: proved after {}; reading the strategy out of the table",
                winner.letter(),
                counted(expansions, "expansion")
            )),
            ProofEvent::Checking { checked: 0, moves } => {
                self.note(&format!("checking the {} of the certificate", counted(moves, "move")));
            }
            ProofEvent::Checking { checked, moves } if self.is_due() => {
                self.note(&format!("checked {} of {} moves", grouped(checked), grouped(moves)));
            }
            ProofEvent::Searching(progress) => {
                self.first.get_or_init(|| (Instant::now(), progress.expansions));
                if self.is_due() {
                    self.note(&self.line(progress));
                }
            }
            _ => {}
        }
    }

    /// `true` if a line is due. Then it counts as shown.
    fn is_due(&self) -> bool {
        let every = match &self.display {
            Display::Log { every } => *every,
            _ => Duration::from_millis(200),
        };
        let Ok(mut last) = self.last.try_lock() else {
            return false;
        };
        let is_due = last.elapsed() >= every;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }

    /// Returns the line for the state of a search.
    fn line(&self, progress: &Progress) -> String {
        let (letter, expansions) = (progress.winner.letter(), progress.expansions);
        match progress.stage {
            SearchStage::Search => {}
            SearchStage::Training => return format!("{letter}: training the net on the table"),
            SearchStage::ReadOut { positions } => {
                let (expansions, read) =
                    (grouped(expansions), counted(positions as u64, "position"));
                return format!(
                    "{letter}: {expansions} expansions, read out {read} of the strategy"
                );
            }
        }
        let (seconds, before) = self
            .first
            .get()
            .map_or((0.0, expansions), |(began, before)| (began.elapsed().as_secs_f64(), *before));
        let rate = expansions.saturating_sub(before) as f64 / seconds.max(1e-3);
        let (settled, moves) = progress.settled;
        format!(
            "{letter}: {} expansions, {} k/s, proof {}, disproof {}, {settled} of {moves} moves settled, \
             ply {}, table {:.0} % full",
            grouped(expansions),
            (rate / 1e3).round(),
            progress.proof_number,
            progress.disproof_number,
            progress.depth,
            100.0 * progress.fill
        )
    }

    /// Shows the current activity.
    fn note(&self, line: &str) {
        match &self.display {
            Display::Nothing => {}
            Display::Bar(bar) => bar.set_message(line.to_owned()),
            Display::Log { .. } => output::note(line),
        }
    }
}
