//! Progress of long work: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use loa_solver::retrograde::{Progress, Stage};
use loa_tablebase::{BuildEvent, BuildWatch};

use crate::output;

/// How often a log gets a line.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Watches a solve for a person, and hands an interruption on.
pub(crate) struct Watch {
    interrupted: &'static AtomicBool,
    shown: Shown,
    state: Mutex<State>,
}

enum Shown {
    Nothing,
    Bar(ProgressBar),
    Log,
}

/// Where the work is.
struct State {
    family: String,
    began: Instant,
    logged: Instant,
}

impl Watch {
    pub(crate) fn new(interrupted: &'static AtomicBool, quiet: bool) -> Watch {
        let shown = if quiet {
            Shown::Nothing
        } else if std::io::stderr().is_terminal() {
            Shown::Bar(bar())
        } else {
            Shown::Log
        };
        let now = Instant::now();
        Watch {
            interrupted,
            shown,
            state: Mutex::new(State {
                family: String::new(),
                began: now,
                logged: now,
            }),
        }
    }

    pub(crate) fn finish(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }

    fn say(&self, line: &str) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.println(line),
            Shown::Log => output::note(line),
        }
    }

    fn progress(&self, progress: Progress) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let stage = match progress.stage {
            Stage::Mark => "mark".to_owned(),
            Stage::Seed => "seed".to_owned(),
            Stage::Ply(ply) => format!("ply {ply}"),
        };
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => {
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                bar.set_message(format!("{}, {stage}", state.family));
            }
            Shown::Log if state.logged.elapsed() >= LOG_EVERY => {
                state.logged = Instant::now();
                let (done, total) = (progress.done, progress.total);
                let elapsed = duration(state.began.elapsed().as_secs_f64());
                output::note(&format!(
                    "{}, {stage}: {done} of {total}, {elapsed}",
                    state.family
                ));
            }
            Shown::Log => {}
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let template = "{msg} [{bar:30}] {human_pos}/{human_len} ({per_sec}, {eta} left)";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

impl BuildWatch for Watch {
    fn event(&self, event: BuildEvent<'_>) {
        match event {
            BuildEvent::Skipped(family) => self.say(&format!("{}: there", family.family)),
            BuildEvent::Begun { family, number, of } => {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                state.family = format!("{} ({number} of {of})", family.family);
                state.began = Instant::now();
                if let Shown::Bar(bar) = &self.shown {
                    bar.reset();
                }
            }
            BuildEvent::Progress(progress) => self.progress(progress),
            BuildEvent::Written(header, path) => {
                let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                let elapsed = duration(state.began.elapsed().as_secs_f64());
                drop(state);
                self.say(&format!(
                    "{}: {} positions, longest {} plies, {} in {}, {elapsed}",
                    header.material,
                    header.positions,
                    header.longest,
                    amount(header.file_bytes),
                    path.display()
                ));
            }
        }
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}

/// An amount of memory or disk for people.
pub(crate) fn amount(bytes: u64) -> String {
    indicatif::BinaryBytes(bytes).to_string()
}

/// A time for people.
pub(crate) fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        return format!("{seconds:.2} s");
    }
    HumanDuration(Duration::from_secs_f64(seconds)).to_string()
}
