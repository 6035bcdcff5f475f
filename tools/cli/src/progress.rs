//! Progress of long work: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressState, ProgressStyle};
use loa_solver::Material;
use loa_solver::retrograde::Stage;
use loa_tablebase::{BuildEvent, BuildWatch, Builder, Estimate, Outlook, VerifyWatch};
use terminal_size::{Width, terminal_size_of};

use crate::cure;
use crate::figures::{amount, duration, grouped};
use crate::output;

/// Watches a solve for a person, and hands an interruption on.
pub(crate) struct Watch {
    interrupted: &'static AtomicBool,
    shown: Shown,
    began: Instant,
    state: Mutex<State>,
}

/// Where progress is shown.
pub(crate) enum Shown {
    Nothing,
    /// The bar has a length of [`WHOLE_BAR`].
    Bar(ProgressBar),
    Log {
        every: Duration,
    },
}

/// Steps of the bar: tenths of a per cent of the run.
const WHOLE_BAR: u64 = 1000;

/// Columns of a terminal that show a bar and all that is beside it.
const WIDE: u16 = 80;

/// Bytes of tables that take seconds to check where they have to be read from a
/// slow disk.
const TAKES_A_WHILE: u64 = 256 << 20;

/// Where the work is.
#[derive(Default)]
struct State {
    estimate: Estimate,
    /// The family in hand and its place, such as "4v3 (5 of 9)".
    family: String,
    /// What is being done with it, such as "ply 12".
    stage: String,
    /// When the family was begun.
    family_began: Duration,
    /// When the log last got a line of progress.
    logged: Duration,
}

impl Shown {
    /// On standard error, if that is wanted: a bar on a terminal, or else a line
    /// `every` so often.
    pub(crate) fn on_stderr(quiet: bool, every: Duration) -> Shown {
        if quiet {
            Shown::Nothing
        } else if std::io::stderr().is_terminal() {
            let size = terminal_size_of(std::io::stderr());
            let width = size.map_or(WIDE, |(Width(width), _)| width);
            Shown::on_bar(ProgressBar::new(WHOLE_BAR), width)
        } else {
            Shown::Log { every }
        }
    }

    /// On a terminal of so many columns.
    fn on_bar(bar: ProgressBar, width: u16) -> Shown {
        // A line that is cut off at the right takes no second one.
        let template = match width < WIDE {
            true => "{prefix}: {percent} %, {wide_msg}",
            false => "{prefix} [{wide_bar}] {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Shown::Bar(bar)
    }
}

impl Watch {
    pub(crate) fn new(interrupted: &'static AtomicBool, shown: Shown) -> Watch {
        Watch {
            interrupted,
            shown,
            began: Instant::now(),
            state: Mutex::default(),
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
            Shown::Log { .. } => output::note(line),
        }
    }

    /// Shows how things are `at` this time since the beginning.
    fn show(&self, state: &mut State, at: Duration) {
        let outlook = state.estimate.outlook().map(expected).unwrap_or_default();
        let doing = format!("{}, {}", state.family, state.stage);
        match &self.shown {
            Shown::Bar(bar) => {
                bar.set_position((state.estimate.share() * WHOLE_BAR as f64) as u64);
                bar.set_prefix(doing);
                bar.set_message(outlook);
            }
            Shown::Log { every } if at - state.logged >= *every => {
                state.logged = at;
                let percent = 100.0 * state.estimate.share();
                let parts = [doing, format!("{percent:.1} % of all"), outlook];
                let parts: Vec<String> =
                    parts.into_iter().filter(|part| !part.is_empty()).collect();
                output::note(&parts.join(", "));
            }
            Shown::Log { .. } | Shown::Nothing => {}
        }
    }

    /// Takes note of an event `at` this time since the beginning.
    fn note(&self, event: &BuildEvent<'_>, at: Duration) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.estimate.event(event, at);
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
            }
            BuildEvent::Unproven { builder, tables } => {
                return self.say(&unproven(builder, tables));
            }
            BuildEvent::Verified(material) => {
                return self.say(&format!("{material}: verified"));
            }
            BuildEvent::Restarted { family, cause } => {
                let family = family.family;
                return self.say(&format!("{family}: begun again: {cause}"));
            }
            BuildEvent::Progress(progress) => state.stage = stage(progress.stage),
            BuildEvent::Solved(_) => "packing".clone_into(&mut state.stage),
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

impl BuildWatch for Watch {
    fn event(&self, event: BuildEvent<'_>) {
        self.note(&event, self.began.elapsed());
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}

/// A sentence on tables that are built on and not known to be right.
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
    let command = cure::proving(builder.layout.root(), builder.rules, builder.board);
    format!(
        "built on {names}, neither made nor verified in this folder; prove that with: {command}"
    )
}

/// Watches a verification for a person.
pub(crate) struct Verifying {
    bar: ProgressBar,
    /// Whether tables are told when they have been verified.
    tells: bool,
}

impl Verifying {
    pub(crate) fn new(quiet: bool) -> Verifying {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(0)
        };
        let template = "[{wide_bar}] {percent} %, {rate}, left {eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                let _ = write!(text, "{}/s", grouped(state.per_sec() as u64));
            };
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        Verifying { bar, tells: !quiet }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl VerifyWatch for Verifying {
    fn begun(&self, values: u64) {
        self.bar.set_length(values);
    }

    fn compared(&self, values: u64) {
        self.bar.inc(values);
    }

    fn verified(&self, material: Material, values: u64) {
        if self.tells {
            let values = grouped(values);
            let line = format!("{material}: {values} values agree with their successors");
            self.bar.suspend(|| output::note(&line));
        }
    }
}

fn stage(stage: Stage) -> String {
    match stage {
        Stage::Mark => "mark".to_owned(),
        Stage::QuietWins => "ply 1".to_owned(),
        Stage::Seed => "seed".to_owned(),
        Stage::Ply(ply) => format!("ply {ply}"),
    }
}

/// Speed, and the time left for the family and for the whole run.
fn expected(outlook: Outlook) -> String {
    format!(
        "{:.1} million/s, left {}, in all {}",
        outlook.rate / 1e6,
        FormattedDuration(outlook.family),
        FormattedDuration(outlook.run)
    )
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, ProgressDrawTarget};
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
    fn a_narrow_terminal_gets_one_line() {
        let terminal = InMemoryTerm::new(5, 50);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(WHOLE_BAR), target);
        let shown = Shown::on_bar(bar, 50);
        let Shown::Bar(bar) = &shown else {
            panic!("no bar")
        };
        bar.set_prefix("12v3 (1 of 2), ply 12");
        bar.set_message("10.1 million/s, left 00:00:05, in all 00:01:10");
        let whole = "12v3 (1 of 2), ply 12: 0 %, 10.1 million/s, left 00";
        assert_eq!(terminal.contents(), whole[..50]);
        bar.finish_and_clear();
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn the_bar_fits_a_terminal() {
        let terminal = InMemoryTerm::new(5, 80);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(WHOLE_BAR), target);
        let watch = Watch::new(&NEVER, Shown::on_bar(bar, 80));
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
        let is_shown = |begins: &str, told: bool| {
            let shown = terminal.contents();
            let (above, line) = shown.split_once('\n').unwrap();
            assert_eq!(above, "11v3: there");
            assert!(line.starts_with(begins), "{line}");
            let end = line.split_once(" million/s, left 00:00:0");
            let end = end.and_then(|(_, end)| end.split_once(", in all 00:0"));
            assert_eq!(end.is_some_and(|(_, end)| end.len() == 4), told, "{line}");
        };
        is_shown("12v3 (1 of 2), mark [", false);
        watch.note(&progress(Stage::QuietWins, 50_000_000), seconds(1));
        is_shown("12v3 (1 of 2), ply 1 [", false);
        watch.note(&progress(Stage::Seed, 50_000_000), seconds(4));
        is_shown("12v3 (1 of 2), seed [", true);
        watch.note(&progress(Stage::Ply(12), 25_000_000), seconds(9));
        is_shown("12v3 (1 of 2), ply 12 [", true);
        watch.note(&BuildEvent::Solved(&first), seconds(10));
        is_shown("12v3 (1 of 2), packing [", true);
        watch.finish();
        assert_eq!(terminal.contents(), "11v3: there");
    }
}
