//! The progress of long work, shown on standard error.

mod thinking;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use loa_record::text::{grouped, printable};
use loa_solver::{Control, Progress};
use terminal_size::{Width, terminal_size_of};

use crate::interruption::interruption;
use crate::output;
use crate::terminal::is_capable;

pub(crate) use thinking::Thinking;

/// The form in which progress is shown.
enum Display {
    Nothing,
    Bar {
        bar: ProgressBar,
        is_wide: bool,
    },
    /// A line at each interval.
    Lines,
    /// A line of JSON for each event.
    Json,
}

/// The minimum width of a terminal for a bar and the text beside it.
const WIDE: u16 = 80;

/// The time before a speed is shown.
const LEAST: Duration = Duration::from_secs(2);

/// The interval of lines of JSON about the same stage.
const EVERY_JSON: Duration = Duration::from_millis(200);

/// A display of progress.
pub(crate) struct Meter {
    display: Display,
    /// The minimum interval between two reports on the same stage.
    every: Duration,
    stage: Mutex<Stage>,
}

/// The current stage.
struct Stage {
    name: &'static str,
    began: Instant,
    /// The steps that were done when it began, and those that are done now.
    before: u64,
    done: u64,
    shown: Option<Instant>,
}

impl Meter {
    /// Returns a display on standard error: lines of JSON if they are requested; nothing if
    /// `is_quiet`; a bar on a capable terminal; and otherwise a line at each interval `every`.
    pub(crate) fn on_stderr(is_quiet: bool, in_json: bool, every: Duration) -> Meter {
        if in_json {
            Meter::new(Display::Json, EVERY_JSON)
        } else if is_quiet || output::is_silent() {
            Meter::new(Display::Nothing, every)
        } else if is_capable(&std::io::stderr()) {
            let size = terminal_size_of(std::io::stderr());
            let width = size.map_or(WIDE, |(Width(width), _)| width);
            Meter::on_bar(ProgressBar::no_length(), width)
        } else {
            Meter::new(Display::Lines, every)
        }
    }

    fn new(display: Display, every: Duration) -> Meter {
        let stage = Stage { name: "", began: Instant::now(), before: 0, done: 0, shown: None };
        Meter { display, every, stage: Mutex::new(stage) }
    }

    /// Returns a display by a bar for a terminal with this number of columns.
    fn on_bar(bar: ProgressBar, columns: u16) -> Meter {
        Meter::new(Display::Bar { bar, is_wide: columns >= WIDE }, Duration::ZERO)
    }

    /// Returns the control of work that shows its progress here and ends at an interruption of the
    /// command.
    pub(crate) fn control(&self) -> Control<'_> {
        Control::new(interruption(), |progress| self.show(&progress))
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Display::Bar { bar, .. } = &self.display {
            bar.finish_and_clear();
        }
    }

    /// Prints something else above the progress.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.display {
            Display::Bar { bar, .. } => bar.suspend(print),
            _ => print(),
        }
    }

    fn show(&self, progress: &Progress<'_>) {
        match (&self.display, progress) {
            (Display::Json, Progress::Note(_) | Progress::Warning(_)) => json(progress),
            (_, Progress::Warning(text)) => {
                self.suspend(|| output::note(&format!("loa: warning: {}", printable(text))));
            }
            (Display::Nothing, _) => {}
            (_, Progress::Reached { .. }) => self.reach(progress),
            (Display::Bar { bar, .. }, Progress::Note(text)) => bar.println(printable(text)),
            (_, Progress::Note(text)) => output::note(&printable(text)),
        }
    }

    /// Shows how far a stage is, if that is due.
    fn reach(&self, progress: &Progress<'_>) {
        let &Progress::Reached { stage: name, done, of, detail } = progress else {
            return;
        };
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = stage.begins(name, done);
        if !stage.is_due(self.every) {
            return;
        }
        let outlook = stage.outlook(done, of);
        let (prefix, message) = match of {
            Some(_) => (joined(name, " ", detail), outlook),
            None => (name.to_owned(), joined(&outlook, "; ", detail)),
        };
        match &self.display {
            Display::Nothing => {}
            Display::Json => json(progress),
            Display::Lines => output::note(&format!("{prefix}: {message}")),
            Display::Bar { bar, is_wide } => {
                if is_new {
                    set_style(bar, of, *is_wide);
                }
                bar.set_prefix(prefix);
                bar.set_message(message);
                bar.set_position(done);
            }
        }
    }
}

/// Prints progress as a line of JSON.
fn json(progress: &Progress<'_>) {
    if let Ok(line) = serde_json::to_string(progress) {
        output::to_stderr(&line);
    }
}

/// Adds to a text what a stage is doing, if that is known.
fn joined(text: &str, separator: &str, detail: &str) -> String {
    let separator = if detail.is_empty() { "" } else { separator };
    format!("{text}{separator}{detail}")
}

/// Sets the length and the template of a bar for a stage.
fn set_style(bar: &ProgressBar, of: Option<u64>, is_wide: bool) {
    match of {
        Some(steps) => bar.set_length(steps),
        None => bar.unset_length(),
    }
    // A line that is cut off at the right does not wrap.
    let has_bar = is_wide && of.is_some();
    let template = if has_bar { "{prefix} [{wide_bar}] {msg}" } else { "{prefix}: {wide_msg}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
}

impl Stage {
    /// Begins a stage if its name is new, or if it begins again, for other material. Returns whether
    /// it begins.
    fn begins(&mut self, name: &'static str, done: u64) -> bool {
        let is_new = self.name != name || done == 0 && self.done > 0;
        if is_new {
            *self = Stage { name, began: Instant::now(), before: done, done, shown: None };
        }
        self.done = done;
        is_new
    }

    /// Returns whether a line about the stage is due. Then it counts as shown. The first is due after
    /// an interval.
    fn is_due(&mut self, every: Duration) -> bool {
        let due = self.shown.unwrap_or(self.began).elapsed() >= every;
        if due {
            self.shown = Some(Instant::now());
        }
        due
    }

    /// Returns the finished steps, the speed, and the time left.
    fn outlook(&self, done: u64, of: Option<u64>) -> String {
        let spent = self.began.elapsed();
        let steps = done.saturating_sub(self.before);
        let rate = steps as f64 / spent.as_secs_f64().max(1e-3);
        let mut parts = vec![match of {
            // A large number changes too fast to be read.
            Some(of) if of >= MANY => format!("{:.1} %", 100.0 * done as f64 / of as f64),
            Some(of) => format!("{} of {}", grouped(done), grouped(of)),
            None => grouped(done),
        }];
        if spent >= LEAST && steps > 0 {
            parts.push(format!("{}/s", rate_text(rate)));
            let left = of.map(|of| of.saturating_sub(done) as f64 / rate);
            if let Some(Ok(left)) = left.map(Duration::try_from_secs_f64) {
                parts.push(format!("left {}", FormattedDuration(left)));
            }
        }
        parts.join(", ")
    }
}

/// Steps of which only a percentage is shown.
const MANY: u64 = 10_000_000;

/// Returns a speed in words.
fn rate_text(rate: f64) -> String {
    if rate >= 1e6 { format!("{:.1} million", rate / 1e6) } else { grouped(rate as u64) }
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressDrawTarget};

    use super::*;

    const TASK: &str = "12v3 (1 of 2), ply 12";

    /// Returns what a terminal with this number of columns shows after two events of a solve.
    fn shown(columns: u16) -> String {
        let terminal = InMemoryTerm::new(5, columns);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let meter = Meter::on_bar(ProgressBar::with_draw_target(None, target), columns);
        let control = meter.control();
        control.note("11v3: already solved");
        let reach = |done| {
            let (stage, of) = ("solving", Some(250_000_000));
            control.tell(Progress::Reached { stage, done, of, detail: TASK });
        };
        reach(50_000_000);
        meter.stage.lock().expect("no panic").began -= LEAST;
        reach(75_000_000);
        let contents = terminal.contents();
        meter.finish();
        assert_eq!(terminal.contents(), "11v3: already solved");
        contents
    }

    #[test]
    fn the_bar_fits_a_terminal() {
        let shown = [50, 80, 120].map(shown);
        let lines = shown.each_ref().map(|shown| shown.split_once('\n').expect("two lines").1);
        assert!(lines[0].starts_with(&format!("solving {TASK}: 30.0 %, 12.")), "{}", lines[0]);
        for line in &lines[1..] {
            assert!(line.starts_with(&format!("solving {TASK} [")), "{line}");
            assert!(line.contains("] 30.0 %, 12."), "{line}");
            // If the line were cut at the right, it would end within the time that is left.
            assert!(line.ends_with(" million/s, left 00:00:14"), "{line}");
        }
    }

    #[test]
    fn a_stage_of_unknown_length_says_what_it_does() {
        let mut stage = Stage { name: "", began: Instant::now(), before: 0, done: 0, shown: None };
        assert!(stage.begins("expansions", 1000) && !stage.begins("expansions", 2000));
        assert_eq!(stage.outlook(2000, None), "2,000");
        stage.began -= Duration::from_secs(10);
        assert!(stage.outlook(51_000, None).starts_with("51,000, 4,999/s"));
        assert!(stage.outlook(51_000, Some(101_000)).ends_with("/s, left 00:00:10"));
        assert!(stage.is_due(Duration::from_secs(5)));
        assert!(!stage.is_due(Duration::from_secs(5)));
        assert!(stage.begins("expansions", 0) && !stage.begins("expansions", 0));
    }
}
