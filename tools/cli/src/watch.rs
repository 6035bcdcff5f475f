//! Progress of work in stages of so many steps: a bar on a terminal, lines
//! elsewhere.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::FormattedDuration;

use crate::output;
use crate::progress::Shown;

/// Time between two lines where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// Watches such work for a person, and hands an interruption on.
pub(crate) struct Watch {
    interrupted: &'static AtomicBool,
    shown: Shown,
    done: AtomicUsize,
    stage: Mutex<Stage>,
}

struct Stage {
    name: &'static str,
    steps: usize,
    began: Instant,
    told: Instant,
}

impl Watch {
    pub(crate) fn new(interrupted: &'static AtomicBool, quiet: bool) -> Watch {
        Watch {
            interrupted,
            shown: Shown::on_stderr(quiet, EVERY),
            done: AtomicUsize::new(0),
            stage: Mutex::new(Stage {
                name: "",
                steps: 0,
                began: Instant::now(),
                told: Instant::now(),
            }),
        }
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// Begins a stage of so many steps.
    pub(crate) fn begin(&self, name: &'static str, steps: usize) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        self.done.store(0, Relaxed);
        *stage = Stage {
            name,
            steps,
            began: Instant::now(),
            told: Instant::now(),
        };
        if let Shown::Bar(bar) = &self.shown {
            bar.set_length(steps as u64);
            bar.set_position(0);
            bar.set_prefix(name);
        }
    }

    /// One step is done.
    pub(crate) fn step(&self) {
        self.tell(self.done.fetch_add(1, Relaxed) + 1);
    }

    /// So many steps are done in all.
    pub(crate) fn reach(&self, done: usize) {
        self.done.store(done, Relaxed);
        self.tell(done);
    }

    fn tell(&self, done: usize) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => {
                bar.set_message(stage.outlook(done));
                bar.set_position(done as u64);
            }
            Shown::Log { every } => {
                if stage.told.elapsed() >= *every {
                    stage.told = Instant::now();
                    output::note(&format!("{}: {}", stage.name, stage.outlook(done)));
                }
            }
        }
    }

    /// Prints a line above the progress.
    pub(crate) fn note(&self, line: &str) {
        match &self.shown {
            Shown::Bar(bar) => bar.suspend(|| output::note(line)),
            Shown::Nothing | Shown::Log { .. } => output::note(line),
        }
    }

    pub(crate) fn finish(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

impl Stage {
    /// What is done, at what speed, and how long the rest will take.
    fn outlook(&self, done: usize) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let rate = done as f64 / seconds;
        let left = self.steps.saturating_sub(done) as f64 / rate;
        let left = match Duration::try_from_secs_f64(left) {
            Ok(left) => FormattedDuration(left).to_string(),
            // Nothing is done that could tell.
            Err(_) => "unknown".to_owned(),
        };
        format!("{done} of {}, {rate:.0}/s, left {left}", self.steps)
    }
}
