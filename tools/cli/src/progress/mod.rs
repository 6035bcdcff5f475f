//! The progress of long work, shown on standard error.

mod proof;
mod solve;
mod thinking;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressState, ProgressStyle};
use loa_engine::Remark;
use loa_judge::StageWatch;
use loa_record::text::{grouped, printable};
use loa_tablebase::Event;
use terminal_size::{Width, terminal_size_of};

use crate::interruption::INTERRUPTED;
use crate::output;
use crate::terminal::is_capable;

pub(crate) use proof::ProofProgress;
pub(crate) use solve::{SolveProgress, unproven};
pub(crate) use thinking::Thinking;

/// A display of progress.
pub(crate) enum Display {
    Nothing,
    /// The bar has a length of [`WHOLE_BAR`].
    Bar(ProgressBar),
    Log {
        every: Duration,
    },
}

/// Steps of the bar: tenths of a per cent of the run.
const WHOLE_BAR: u64 = 1000;

/// The minimum width of a terminal for a bar and the text beside it.
const WIDE: u16 = 80;

impl Display {
    /// Returns the display on standard error: nothing if it is not requested, a bar on a capable
    /// terminal, and otherwise a line at each interval `every`.
    pub(crate) fn on_stderr(quiet: bool, every: Duration) -> Display {
        if quiet || output::is_silent() {
            Display::Nothing
        } else if is_capable(&std::io::stderr()) {
            let size = terminal_size_of(std::io::stderr());
            let width = size.map_or(WIDE, |(Width(width), _)| width);
            Display::on_bar(ProgressBar::new(WHOLE_BAR), width)
        } else {
            Display::Log { every }
        }
    }

    /// Prints a warning above the progress, even if no progress is shown.
    pub(crate) fn warn(&self, warning: &str) {
        self.suspend(|| output::note(&format!("loa: warning: {}", printable(warning))));
    }

    /// Prints something else above the progress.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match self {
            Display::Bar(bar) => bar.suspend(print),
            Display::Nothing | Display::Log { .. } => print(),
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Display::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }

    /// Returns a bar for a terminal with this number of columns.
    fn on_bar(bar: ProgressBar, width: u16) -> Display {
        // A line that is cut off at the right does not wrap.
        let template = if width < WIDE {
            "{prefix}: {percent} %, {wide_msg}"
        } else {
            "{prefix} [{wide_bar}] {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Display::Bar(bar)
    }
}

/// Returns the warning for a folder whose file system has no locks.
fn unlocked(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "the file system of {folder} has no locks: make sure that no other process solves there"
    )
}

/// Interval of progress lines when output is not a terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress and the interruption of work in stages.
pub(crate) struct StageProgress {
    pub(crate) display: Display,
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
    pub(crate) fn new(quiet: bool) -> StageProgress {
        StageProgress {
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

    fn remark(&self, remark: &Remark) {
        self.display.warn(&remark.to_string());
    }

    fn interrupted(&self) -> bool {
        INTERRUPTED.load(Relaxed)
    }
}

impl loa_checker::Watch for StageProgress {
    fn checked(&self, moves: u64) {
        self.reach(moves as usize);
    }

    fn interrupted(&self) -> bool {
        StageWatch::interrupted(self)
    }
}

impl Stage {
    /// Returns the finished steps, the speed, and the time left.
    fn outlook(&self, done: usize) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let rate = done as f64 / seconds;
        let left = self.steps.saturating_sub(done) as f64 / rate;
        let left = match Duration::try_from_secs_f64(left) {
            Ok(left) => FormattedDuration(left).to_string(),
            // No step is finished yet.
            Err(_) => "unknown".to_owned(),
        };
        format!("{done} of {}, {rate:.0}/s, left {left}", self.steps)
    }
}

/// The progress of a verification.
pub(crate) struct VerifyProgress {
    pub(crate) bar: ProgressBar,
    /// True if each verified table gets a line.
    names_tables: bool,
}

impl VerifyProgress {
    pub(crate) fn new(quiet: bool) -> VerifyProgress {
        let is_shown = !quiet && is_capable(&std::io::stderr());
        let bar = if is_shown { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let template = "[{wide_bar}] {percent} %, {rate}, left {eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                let _ = write!(text, "{}/s", grouped(state.per_sec() as u64));
            };
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        VerifyProgress { bar, names_tables: !quiet }
    }

    /// Shows an event.
    pub(crate) fn note(&self, event: &Event<'_>) {
        match event {
            Event::Comparing(values) => self.bar.set_length(*values),
            Event::Compared(values) => self.bar.inc(*values),
            Event::Verified { material, values } if self.names_tables => {
                let values = grouped(*values);
                let line = format!("{material}: {values} values agree with their successors");
                self.bar.suspend(|| output::note(&line));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressDrawTarget};

    use super::*;

    #[test]
    fn a_narrow_terminal_gets_one_line() {
        let terminal = InMemoryTerm::new(5, 50);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(WHOLE_BAR), target);
        let display = Display::on_bar(bar, 50);
        let Display::Bar(bar) = &display else { panic!("no bar") };
        bar.set_prefix("12v3 (1 of 2), ply 12");
        bar.set_message("10.1 million/s, left 00:00:05, in all 00:01:10");
        let whole = "12v3 (1 of 2), ply 12: 0 %, 10.1 million/s, left 00";
        assert_eq!(terminal.contents(), whole[..50]);
        bar.finish_and_clear();
        assert_eq!(terminal.contents(), "");
    }
}
