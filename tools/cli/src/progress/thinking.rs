//! The display of a thinking engine.

use std::io;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use loa_engine::Listener;
use loa_engine::protocol::reply::Info;
use loa_record::text::printable;

use crate::output;
use crate::terminal::is_capable;

/// The time between two pictures of the spinner.
const TICK: Duration = Duration::from_millis(120);

/// A line of a terminal with the name of the thinking engine, its depth, and its best move so far.
/// Shows nothing without a terminal. Clones share the line.
#[derive(Clone)]
pub(crate) struct Thinking(ProgressBar);

impl Thinking {
    /// Returns the display on standard error, if it is a capable terminal and `is_wanted`.
    pub(crate) fn on_stderr(is_wanted: bool) -> Thinking {
        let target = if is_wanted && !output::is_silent() && is_capable(&io::stderr()) {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        Thinking::on(target)
    }

    fn on(target: ProgressDrawTarget) -> Thinking {
        let line = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix} thinks .. {wide_msg}") {
            line.set_style(style);
        }
        line.finish_and_clear();
        Thinking(line)
    }

    /// Runs the work of `who`, and shows the line meanwhile.
    pub(crate) fn during<T>(&self, who: &str, work: impl FnOnce() -> T) -> T {
        self.name(who);
        self.0.set_message("");
        self.0.reset();
        // The bar panics if its thread cannot start, so another thread is tried first.
        if !self.0.is_hidden() && thread::Builder::new().spawn(|| {}).is_ok() {
            self.0.enable_steady_tick(TICK);
        }
        let done = work();
        self.0.disable_steady_tick();
        self.0.finish_and_clear();
        done
    }

    /// Shows the name of the engine.
    pub(crate) fn name(&self, who: &str) {
        self.0.set_prefix(printable(who));
    }

    /// Returns a listener that shows reports of the engine while the line is visible.
    pub(crate) fn listener(&self) -> Listener {
        let line = self.0.clone();
        Listener::new(move |info| {
            if let Some(found) = found(info).filter(|_| !line.is_finished()) {
                line.set_message(found);
            }
        })
    }
}

/// Returns the result of an engine so far, in words; `None` if it has no move yet.
fn found(info: &Info) -> Option<String> {
    let mut words = printable(info.pv.first()?);
    if let Some(depth) = info.depth {
        words = format!("depth {depth}: {words}");
    }
    if let Some(score) = info.score {
        words += &format!(", {}", loa_record::Worth::from(score));
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use indicatif::InMemoryTerm;
    use loa_engine::protocol::reply::Score;

    use super::*;

    #[test]
    fn the_line_shows_the_depth_and_the_best_move_and_goes() {
        let terminal = InMemoryTerm::new(5, 60);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let thinking = Thinking::on(target);
        let listener = thinking.listener();
        for round in 1..3 {
            thinking.during("engine", || {
                let mut info = Info::default();
                listener.hear(&info);
                info.depth = Some(round);
                info.pv = vec!["c1-c3".to_owned()];
                for (score, words) in [
                    (Score::Estimate(34), "+34"),
                    (Score::Win(Some(5)), "wins in 5"),
                    (Score::Draw, "draws"),
                ] {
                    info.score = Some(score);
                    listener.hear(&info);
                    thinking.0.force_draw();
                    let line = format!("engine thinks .. depth {round}: c1-c3, {words}");
                    let shown = terminal.contents();
                    assert!(shown.ends_with(&line), "{shown}");
                }
            });
            listener.hear(&Info::string("late"));
            assert_eq!(terminal.contents(), "");
        }
    }
}
