//! Progress of work in stages of so many steps.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::FormattedDuration;
use loa_engine::Remark;
use loa_judge::StageWatch;
use loa_record::text::printable;

use super::display::Display;
use crate::output;

/// Time between two lines where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of work in stages, and its interruption.
pub(crate) struct StageProgress {
    interrupted: &'static AtomicBool,
    display: Display,
    done: AtomicUsize,
    stage: Mutex<Stage>,
}

struct Stage {
    name: &'static str,
    steps: usize,
    began: Instant,
    shown: Instant,
}

impl StageProgress {
    pub(crate) fn new(interrupted: &'static AtomicBool, quiet: bool) -> StageProgress {
        StageProgress {
            interrupted,
            display: Display::on_stderr(quiet, EVERY),
            done: AtomicUsize::new(0),
            stage: Mutex::new(Stage {
                name: "",
                steps: 0,
                began: Instant::now(),
                shown: Instant::now(),
            }),
        }
    }

    fn show(&self, done: usize) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.display {
            Display::Nothing => {}
            Display::Bar(bar) => {
                bar.set_message(stage.outlook(done));
                bar.set_position(done as u64);
            }
            Display::Log { every } => {
                if stage.shown.elapsed() >= *every {
                    stage.shown = Instant::now();
                    output::note(&format!("{}: {}", stage.name, stage.outlook(done)));
                }
            }
        }
    }

    pub(crate) fn finish(&self) {
        if let Display::Bar(bar) = &self.display {
            bar.finish_and_clear();
        }
    }
}

impl StageWatch for StageProgress {
    fn begin(&self, name: &'static str, steps: usize) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        self.done.store(0, Relaxed);
        *stage = Stage { name, steps, began: Instant::now(), shown: Instant::now() };
        if let Display::Bar(bar) = &self.display {
            bar.set_length(steps as u64);
            bar.set_position(0);
            bar.set_prefix(name);
        }
    }

    fn step(&self) {
        self.show(self.done.fetch_add(1, Relaxed) + 1);
    }

    fn reach(&self, done: usize) {
        self.done.store(done, Relaxed);
        self.show(done);
    }

    /// Prints a warning above the progress.
    fn remark(&self, remark: &Remark) {
        let warning = format!("loa: warning: {}", printable(&remark.to_string()));
        match &self.display {
            Display::Bar(bar) => bar.suspend(|| output::note(&warning)),
            Display::Nothing | Display::Log { .. } => output::note(&warning),
        }
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}

impl Stage {
    /// Returns the steps done, the speed, and the time left.
    fn outlook(&self, done: usize) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let rate = done as f64 / seconds;
        let left = self.steps.saturating_sub(done) as f64 / rate;
        let left = match Duration::try_from_secs_f64(left) {
            Ok(left) => FormattedDuration(left).to_string(),
            // Nothing is done yet.
            Err(_) => "unknown".to_owned(),
        };
        format!("{done} of {}, {rate:.0}/s, left {left}", self.steps)
    }
}
