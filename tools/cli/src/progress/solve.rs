//! Progress of a solve.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_record::text::grouped;
use loa_solver::Material;
use loa_solver::retrograde::Stage;
use loa_tablebase::{Builder, Event};

use super::display::{Display, WHOLE_BAR};
use super::pace::Pace;
use crate::output;
use loa_report::advice;
use loa_report::{amount, duration};

/// The progress of a solve.
pub(crate) struct SolveProgress {
    builder: Builder,
    display: Display,
    began: Instant,
    state: Mutex<State>,
}

/// Bytes of tables that take seconds to check where they have to be read from a
/// slow disk.
const TAKES_A_WHILE: u64 = 256 << 20;

/// The state of the work.
#[derive(Default)]
struct State {
    pace: Pace,
    /// The present family and its place, such as "4v3 (5 of 9)".
    family: String,
    /// The stage of its solution, such as "ply 12".
    stage: String,
    /// The time at which the family was begun.
    family_began: Duration,
    /// The time of the last line of progress.
    logged: Duration,
}

impl SolveProgress {
    pub(crate) fn new(builder: &Builder, display: Display) -> SolveProgress {
        SolveProgress {
            builder: builder.clone(),
            display,
            began: Instant::now(),
            state: Mutex::default(),
        }
    }

    pub(crate) fn finish(&self) {
        if let Display::Bar(bar) = &self.display {
            bar.finish_and_clear();
        }
    }

    fn say(&self, line: &str) {
        match &self.display {
            Display::Nothing => {}
            Display::Bar(bar) => bar.println(line),
            Display::Log { .. } => output::note(line),
        }
    }

    /// Shows the state `at` this time since the beginning.
    fn show(&self, state: &mut State, at: Duration) {
        let outlook = state.pace.outlook(at).unwrap_or_default();
        let doing = format!("{}, {}", state.family, state.stage);
        match &self.display {
            Display::Bar(bar) => {
                bar.set_position((state.pace.share() * WHOLE_BAR as f64) as u64);
                bar.set_prefix(doing);
                bar.set_message(outlook);
            }
            Display::Log { every } if at - state.logged >= *every => {
                state.logged = at;
                let percent = 100.0 * state.pace.share();
                let parts = [doing, format!("{percent:.1} % of all"), outlook];
                let parts: Vec<String> =
                    parts.into_iter().filter(|part| !part.is_empty()).collect();
                output::note(&parts.join(", "));
            }
            Display::Log { .. } | Display::Nothing => {}
        }
    }

    /// Shows what has just happened.
    pub(crate) fn note(&self, event: &Event<'_>) {
        self.note_at(event, self.began.elapsed());
    }

    /// Shows what has happened `at` this time since the beginning.
    fn note_at(&self, event: &Event<'_>, at: Duration) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Skipped { family, has_more } => {
                let more = if *has_more { ", with distances" } else { "" };
                return self.say(&format!("{family}: there{more}"));
            }
            Event::Checking { tables, bytes } if *bytes >= TAKES_A_WHILE => {
                let bytes = amount(*bytes);
                return self.say(&format!("checking {tables} tables that are there, {bytes}"));
            }
            Event::Checking { .. } => return,
            Event::Damaged(error) => {
                return self.say(&format!("{error}: it will be solved again"));
            }
            Event::Begun { family, positions, number, later, later_positions } => {
                let of = number + later;
                state.family = format!("{family} ({number} of {of})");
                state.stage = stage(Stage::Mark);
                state.family_began = at;
                state.pace.begin(*positions, *later_positions, at);
            }
            Event::Unproven(tables) => {
                return self.say(&unproven(&self.builder, tables));
            }
            Event::Verified { material, .. } => {
                return self.say(&format!("{material}: verified"));
            }
            Event::Restarted { family, cause } => {
                state.pace.restart();
                return self.say(&format!("{family}: begun again: {cause}"));
            }
            Event::Progress(progress) => {
                state.pace.advance(progress);
                state.stage = stage(progress.stage);
            }
            Event::Solved(_) => {
                state.pace.solved();
                "packing".clone_into(&mut state.stage);
            }
            Event::Written(header, path) => {
                let took = duration((at - state.family_began).as_secs_f64());
                return self.say(&format!(
                    "{}: {} positions, longest {} plies, {} in {}, {took}",
                    header.material,
                    grouped(header.positions),
                    header.longest,
                    amount(header.file_bytes),
                    path.display()
                ));
            }
            _ => return,
        }
        self.show(&mut state, at);
    }
}

/// Returns a line on tables that are built on and unproven.
pub(crate) fn unproven(builder: &Builder, tables: &[Material]) -> String {
    const NAMED: usize = 4;
    let mut names: Vec<String> = tables.iter().map(ToString::to_string).collect();
    if names.len() > NAMED + 1 {
        names.truncate(NAMED);
        names.push(format!("{} more", tables.len() - NAMED));
    }
    let names = match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    };
    let command = advice::verifying(builder.layout().root(), builder.rules(), builder.board());
    format!(
        "built on {names}, neither made nor verified in this folder; prove that with: {command}"
    )
}

fn stage(stage: Stage) -> String {
    match stage {
        Stage::Mark => "mark".to_owned(),
        Stage::QuietWins => "ply 1".to_owned(),
        Stage::Seed => "seed".to_owned(),
        Stage::Ply(ply) => format!("ply {ply}"),
    }
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressBar, ProgressDrawTarget};
    use loa_solver::Rules;
    use loa_solver::retrograde::Progress;
    use loa_tablebase::{Layout, Selection};

    use super::*;

    #[test]
    fn the_bar_fits_a_terminal() {
        let terminal = InMemoryTerm::new(5, 80);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(WHOLE_BAR), target);
        let (rules, board) = (Rules::default(), "8x8".parse().unwrap());
        let builder = Builder::new(Layout::new("tables"), rules, board, Selection::Whole);
        let watch = SolveProgress::new(&builder, Display::on_bar(bar, 80));
        let family = |us, them| Material::new(us, them).family();
        let first = family(12, 3);
        let seconds = Duration::from_secs;
        let skipped = Event::Skipped { family: family(11, 3), has_more: false };
        watch.note_at(&skipped, seconds(0));
        watch.note_at(
            &Event::Begun {
                family: first,
                positions: 50_000_000,
                number: 1,
                later: 1,
                later_positions: 200_000_000,
            },
            seconds(0),
        );
        let progress = |stage, done| {
            Event::Progress(Progress { family: first, stage, done, total: 50_000_000 })
        };
        // Cut at the right, a line would end within its last time.
        let line_is = |begins: &str, complete: bool| {
            let shown = terminal.contents();
            let (above, line) = shown.split_once('\n').unwrap();
            assert_eq!(above, "11v3: there");
            assert!(line.starts_with(begins), "{line}");
            let end = line.split_once(" million/s, left 00:00:0");
            let end = end.and_then(|(_, end)| end.split_once(", in all 00:0"));
            assert_eq!(end.is_some_and(|(_, end)| end.len() == 4), complete, "{line}");
        };
        line_is("12v3 (1 of 2), mark [", false);
        watch.note_at(&progress(Stage::QuietWins, 50_000_000), seconds(1));
        line_is("12v3 (1 of 2), ply 1 [", false);
        watch.note_at(&progress(Stage::Seed, 50_000_000), seconds(4));
        line_is("12v3 (1 of 2), seed [", true);
        watch.note_at(&progress(Stage::Ply(12), 25_000_000), seconds(9));
        line_is("12v3 (1 of 2), ply 12 [", true);
        watch.note_at(&Event::Solved(first), seconds(10));
        line_is("12v3 (1 of 2), packing [", true);
        watch.finish();
        assert_eq!(terminal.contents(), "11v3: there");
    }
}
