//! The display of progress: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use terminal_size::{Width, terminal_size_of};

use crate::output;

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
pub(super) const WHOLE_BAR: u64 = 1000;

/// Columns of a terminal that show a bar and all that is beside it.
const WIDE: u16 = 80;

impl Display {
    /// Returns the display on standard error: none if it is not wanted, a bar on a
    /// terminal, else a line `every` so often.
    pub(crate) fn on_stderr(quiet: bool, every: Duration) -> Display {
        if quiet || output::is_silent() {
            Display::Nothing
        } else if std::io::stderr().is_terminal() {
            let size = terminal_size_of(std::io::stderr());
            let width = size.map_or(WIDE, |(Width(width), _)| width);
            Display::on_bar(ProgressBar::new(WHOLE_BAR), width)
        } else {
            Display::Log { every }
        }
    }

    /// Returns a bar on a terminal of so many columns.
    pub(super) fn on_bar(bar: ProgressBar, width: u16) -> Display {
        // A line that is cut off at the right takes no second one.
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
