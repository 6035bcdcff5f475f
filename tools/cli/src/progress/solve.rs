//! The progress of a solve.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::FormattedDuration;
use loa_api::{advice, amount, duration};
use loa_record::text::grouped;
use loa_solver::Material;
use loa_solver::retrograde::{FamilyProgress, Stage};
use loa_tablebase::{Builder, Event};

use super::{Display, WHOLE_BAR, unlocked};
use crate::output;

/// The progress of a solve.
pub(crate) struct SolveProgress {
    builder: Builder,
    pub(crate) display: Display,
    began: Instant,
    state: Mutex<State>,
}

/// The size in bytes from which checking tables takes seconds on a slow disk.
const TAKES_A_WHILE: u64 = 256 << 20;

/// The state of the work.
#[derive(Default)]
struct State {
    pace: Pace,
    /// The current family and its number, such as "4v3 (5 of 9)".
    family: String,
    /// The current stage of its solution, such as "ply 12".
    stage: String,
    /// The time at which the family began.
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

    fn say(&self, line: &str) {
        match &self.display {
            Display::Nothing => {}
            Display::Bar(bar) => bar.println(line),
            Display::Log { .. } => output::note(line),
        }
    }

    /// Shows the state at a time since the beginning.
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

    /// Shows an event.
    pub(crate) fn note(&self, event: &Event<'_>) {
        self.note_at(event, self.began.elapsed());
    }

    /// Shows an event that happened `at` this time since the beginning.
    fn note_at(&self, event: &Event<'_>, at: Duration) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Skipped(family) => return self.say(&format!("{family}: already solved")),
            Event::Checking { tables, bytes } if *bytes >= TAKES_A_WHILE => {
                let bytes = amount(*bytes);
                return self.say(&format!("checking {tables} existing tables, {bytes}"));
            }
            Event::Checking { .. } => return,
            Event::Unlocked(folder) => return self.display.warn(&unlocked(folder)),
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

/// Returns a line about unproven tables on which the solve builds.
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
    format!("built on {names}, neither solved nor verified in this folder; verify with: {command}")
}

fn stage(stage: Stage) -> String {
    match stage {
        Stage::Mark => "mark".to_owned(),
        Stage::QuietWins => "ply 1".to_owned(),
        Stage::Seed => "seed".to_owned(),
        Stage::Ply(ply) => format!("ply {ply}"),
    }
}

/// The work of a solve, counted in positions.
#[derive(Default)]
struct Pace {
    /// The time at which the first family began.
    began: Option<Duration>,
    /// The numbers of positions of finished families, of the current one, and of later ones.
    before: f64,
    family: f64,
    later: f64,
    /// The finished share of the current family.
    share: f64,
    /// Positions that an earlier run has finished.
    found: f64,
    is_first_progress: bool,
}

/// The time before a speed is shown.
const LEAST: Duration = Duration::from_secs(2);

impl Pace {
    /// Records the begin of a family with its positions, and how many positions later ones have.
    fn begin(&mut self, positions: u64, later: u64, at: Duration) {
        self.began.get_or_insert(at);
        self.before += self.family;
        (self.family, self.later) = (positions as f64, later as f64);
        (self.share, self.is_first_progress) = (0.0, true);
    }

    /// Records that the current family starts again.
    fn restart(&mut self) {
        self.share = 0.0;
    }

    /// Records the progress of the current family.
    fn advance(&mut self, progress: &FamilyProgress) {
        if std::mem::take(&mut self.is_first_progress) {
            self.found += FamilyProgress { done: 0, ..*progress }.share() * self.family;
        }
        self.share = progress.share();
    }

    /// Records that the current family is solved and only needs packing.
    fn solved(&mut self) {
        self.share = FamilyProgress::SOLVED;
    }

    /// Returns the finished share of the whole run, 0 to 1.
    fn share(&self) -> f64 {
        let all = self.before + self.family + self.later;
        (self.before + self.share * self.family) / all.max(1.0)
    }

    /// Returns the speed, and the time left for the family and for the whole run; `None` if too
    /// little is finished for an estimate.
    fn outlook(&self, at: Duration) -> Option<String> {
        let spent = at.checked_sub(self.began?).filter(|&spent| spent >= LEAST)?;
        let done = self.before + self.share * self.family - self.found;
        let rate = done / spent.as_secs_f64();
        let left = (1.0 - self.share) * self.family;
        let time = |positions: f64| Duration::try_from_secs_f64(positions / rate).ok();
        Some(format!(
            "{:.1} million/s, left {}, in all {}",
            rate / 1e6,
            FormattedDuration(time(left)?),
            FormattedDuration(time(left + self.later)?)
        ))
    }
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressBar, ProgressDrawTarget};
    use loa_solver::Rules;
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
        let skipped = Event::Skipped(family(11, 3));
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
            Event::Progress(FamilyProgress { family: first, stage, done, total: 50_000_000 })
        };
        // If a line were cut at the right, it would end within its last time.
        let line_is = |begins: &str, complete: bool| {
            let shown = terminal.contents();
            let (above, line) = shown.split_once('\n').unwrap();
            assert_eq!(above, "11v3: already solved");
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
        watch.display.finish();
        assert_eq!(terminal.contents(), "11v3: already solved");
    }
}
