//! Progress of a solve.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_record::text::grouped;
use loa_solver::Material;
use loa_solver::retrograde::Stage;
use loa_tablebase::{BuildEvent, BuildWatch, Builder};

use super::display::{Display, WHOLE_BAR};
use super::pace::Pace;
use crate::output;
use loa_reply::advice;
use loa_reply::{amount, duration};

/// The progress of a solve, and its interruption.
pub(crate) struct SolveProgress {
    interrupted: &'static AtomicBool,
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
    pub(crate) fn new(interrupted: &'static AtomicBool, display: Display) -> SolveProgress {
        SolveProgress {
            interrupted,
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

    /// Shows an event `at` this time since the beginning.
    fn note(&self, event: &BuildEvent<'_>, at: Duration) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            BuildEvent::Skipped { family, has_more } => {
                let more = if *has_more { ", with distances" } else { "" };
                return self.say(&format!("{}: there{more}", family.family));
            }
            BuildEvent::Checking { tables, bytes } if *bytes >= TAKES_A_WHILE => {
                let bytes = amount(*bytes);
                return self.say(&format!("checking {tables} tables that are there, {bytes}"));
            }
            BuildEvent::Checking { .. } => return,
            BuildEvent::Damaged(error) => {
                return self.say(&format!("{error}: it will be solved again"));
            }
            BuildEvent::Begun {
                family,
                number,
                later,
            } => {
                let of = number + later.len();
                state.family = format!("{} ({number} of {of})", family.family);
                state.stage = stage(Stage::Mark);
                state.family_began = at;
                let later = later.iter().map(|family| family.positions());
                state.pace.begin(family.positions(), later.sum(), at);
            }
            BuildEvent::Unproven { builder, tables } => {
                return self.say(&unproven(builder, tables));
            }
            BuildEvent::Verified(material) => {
                return self.say(&format!("{material}: verified"));
            }
            BuildEvent::Restarted { family, cause } => {
                state.pace.restart();
                let family = family.family;
                return self.say(&format!("{family}: begun again: {cause}"));
            }
            BuildEvent::Progress(progress) => {
                state.pace.advance(progress);
                state.stage = stage(progress.stage);
            }
            BuildEvent::Solved(_) => {
                state.pace.solved();
                "packing".clone_into(&mut state.stage);
            }
            BuildEvent::Written(header, path) => {
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

impl BuildWatch for SolveProgress {
    fn event(&self, event: BuildEvent<'_>) {
        self.note(&event, self.began.elapsed());
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
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
    let command = advice::verifying(builder.layout.root(), builder.rules, builder.board);
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
    use loa_solver::retrograde::Progress;
    use loa_tablebase::{FamilyPlan, TablePlan, TableState};

    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// A family of two tables.
    fn family(us: u32, them: u32, positions: u64) -> FamilyPlan {
        let family = Material::new(us, them).family();
        FamilyPlan {
            family,
            tables: family
                .materials()
                .map(|material| TablePlan {
                    material,
                    positions,
                    state: TableState::Missing,
                })
                .collect(),
            begun: false,
        }
    }

    #[test]
    fn the_bar_fits_a_terminal() {
        let terminal = InMemoryTerm::new(5, 80);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(WHOLE_BAR), target);
        let watch = SolveProgress::new(&NEVER, Display::on_bar(bar, 80));
        let (first, second) = (family(12, 3, 25_000_000), family(12, 4, 100_000_000));
        let seconds = Duration::from_secs;
        let skipped = BuildEvent::Skipped {
            family: &family(11, 3, 1),
            has_more: false,
        };
        watch.note(&skipped, seconds(0));
        watch.note(
            &BuildEvent::Begun {
                family: &first,
                number: 1,
                later: &[&second],
            },
            seconds(0),
        );
        let progress = |stage, done| {
            BuildEvent::Progress(Progress {
                family: first.family,
                stage,
                done,
                total: 50_000_000,
            })
        };
        // Cut at the right, a line would end within its last time.
        let line_is = |begins: &str, complete: bool| {
            let shown = terminal.contents();
            let (above, line) = shown.split_once('\n').unwrap();
            assert_eq!(above, "11v3: there");
            assert!(line.starts_with(begins), "{line}");
            let end = line.split_once(" million/s, left 00:00:0");
            let end = end.and_then(|(_, end)| end.split_once(", in all 00:0"));
            assert_eq!(
                end.is_some_and(|(_, end)| end.len() == 4),
                complete,
                "{line}"
            );
        };
        line_is("12v3 (1 of 2), mark [", false);
        watch.note(&progress(Stage::QuietWins, 50_000_000), seconds(1));
        line_is("12v3 (1 of 2), ply 1 [", false);
        watch.note(&progress(Stage::Seed, 50_000_000), seconds(4));
        line_is("12v3 (1 of 2), seed [", true);
        watch.note(&progress(Stage::Ply(12), 25_000_000), seconds(9));
        line_is("12v3 (1 of 2), ply 12 [", true);
        watch.note(&BuildEvent::Solved(&first), seconds(10));
        line_is("12v3 (1 of 2), packing [", true);
        watch.finish();
        assert_eq!(terminal.contents(), "11v3: there");
    }
}
