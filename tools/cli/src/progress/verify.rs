//! Progress of a verification.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use loa_record::text::grouped;
use loa_tablebase::Event;

use crate::output;

/// The progress of a verification.
pub(crate) struct VerifyProgress {
    bar: ProgressBar,
    /// True if each verified table gets a line.
    names_tables: bool,
}

impl VerifyProgress {
    pub(crate) fn new(quiet: bool) -> VerifyProgress {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let template = "[{wide_bar}] {percent} %, {rate}, left {eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                let _ = write!(text, "{}/s", grouped(state.per_sec() as u64));
            };
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        VerifyProgress { bar, names_tables: !quiet }
    }

    /// Shows what has just happened.
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

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
