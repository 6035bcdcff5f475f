//! Time left, estimated from the recorded events of real solves.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use loa_solver::Board;
use loa_solver::retrograde::{Progress, Stage};
use loa_tablebase::{BuildEvent, BuildWatch, Builder, Estimate, FamilyPlan, Layout, Selection};
use loa_tests::usage::processor_time;

/// A solve by one thread whose events are kept, one a line: microseconds of
/// processor time since the beginning, and what happened.
struct Recorded {
    rules: &'static str,
    /// All of 5x5 with at most so many stones.
    stones: u32,
}

const CLUB: Recorded = Recorded {
    rules: "mover-pass",
    stones: 8,
};
const MISERE: Recorded = Recorded {
    rules: "mover-pass-misere",
    stones: 7,
};

/// Writes events down.
struct Recorder {
    began: Duration,
    lines: Mutex<String>,
}

impl BuildWatch for Recorder {
    fn event(&self, event: BuildEvent<'_>) {
        let what = match event {
            BuildEvent::Begun { family, .. } => format!("begun {}", family.family),
            BuildEvent::Progress(Progress {
                stage, done, total, ..
            }) => match stage {
                Stage::Mark => format!("mark {done} {total}"),
                Stage::QuietWins => format!("ply-1 {done} {total}"),
                Stage::Seed => format!("seed {done} {total}"),
                Stage::Ply(ply) => format!("ply-{ply} {done} {total}"),
            },
            BuildEvent::Solved(_) => "solved".to_owned(),
            BuildEvent::Written(..) => "written".to_owned(),
            _ => return,
        };
        let micros = (processor_time() - self.began).as_micros();
        let mut lines = self.lines.lock().expect("no panic");
        writeln!(lines, "{micros} {what}").expect("room for a line");
    }
}

/// A moment of a replayed solve, in seconds.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: f64,
    family: usize,
    /// When the family, and when the run, is expected to end, if stated.
    ends: Option<(f64, f64)>,
}

impl Recorded {
    fn file(&self) -> PathBuf {
        let name = format!("5x5-{}-{}.txt", self.rules, self.stones);
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/estimate")
            .join(name)
    }

    fn builder(&self, tables: &Path) -> Builder {
        let board = Board::new(5, 5).expect("a board");
        let rules = self.rules.parse().expect("a rules id");
        Builder::new(
            Layout::new(tables),
            rules,
            board,
            Selection::Stones(self.stones),
        )
    }

    fn record(&self) {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let recorder = Recorder {
            began: processor_time(),
            lines: Mutex::default(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let builder = self.builder(folder.path());
        let built = pool.expect("a thread").install(|| builder.run(&recorder));
        built.unwrap_or_else(|error| panic!("{}: {error}", self.rules));
        let lines = recorder.lines.into_inner().expect("no panic");
        std::fs::write(self.file(), lines).expect("room for a file");
    }

    /// Hands the recorded events to an estimate and asks it after each.
    fn replay(&self) -> Vec<Moment> {
        let none = tempfile::tempdir().expect("a folder for temporary files");
        let plan = self.builder(none.path()).plan().expect("a plan");
        let open: Vec<&FamilyPlan> = plan.open().collect();
        let text = std::fs::read_to_string(self.file()).expect("the recorded events");
        let (mut estimate, mut number, mut moments) = (Estimate::new(), 0, Vec::new());
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let at = Duration::from_micros(words[0].parse().expect("a time"));
            if words[1] == "begun" {
                number += 1;
                assert_eq!(words[2], open[number - 1].family.to_string());
            }
            if let Some(event) = event(&words[1..], &open, number) {
                estimate.event(&event, at);
            }
            let after = |left: Duration| (at + left).as_secs_f64();
            let outlook = estimate.outlook();
            moments.push(Moment {
                at: at.as_secs_f64(),
                family: number,
                ends: outlook.map(|outlook| (after(outlook.family), after(outlook.run))),
            });
        }
        moments
    }
}

fn event<'a>(words: &[&str], open: &'a [&'a FamilyPlan], number: usize) -> Option<BuildEvent<'a>> {
    let family = open[number - 1];
    let count = |word: usize| words[word].parse().expect("a count");
    let stage = match words[0] {
        "begun" => {
            let later = &open[number..];
            return Some(BuildEvent::Begun {
                family,
                number,
                later,
            });
        }
        "solved" => return Some(BuildEvent::Solved(family)),
        "written" => return None,
        "mark" => Stage::Mark,
        "ply-1" => Stage::QuietWins,
        "seed" => Stage::Seed,
        ply => Stage::Ply(ply.trim_start_matches("ply-").parse().expect("a ply")),
    };
    Some(BuildEvent::Progress(Progress {
        family: family.family,
        stage,
        done: count(1),
        total: count(2),
    }))
}

/// Makes the files again:
/// `RECORD=1 cargo test --release -p loa-tests --test estimate -- --ignored`
#[test]
#[ignore = "records times for the other tests"]
fn record() {
    if std::env::var_os("RECORD").is_none() {
        return;
    }
    CLUB.record();
    MISERE.record();
}

/// The error of the worst estimate that is made after `share` of the time, as a
/// share of all that time.
fn worst(share: f64, times: (f64, f64), estimates: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (began, ended) = times;
    let late = estimates.filter(|&(at, _)| at >= began + share * (ended - began));
    let errors = late.map(|(_, told)| (told - ended).abs() / (ended - began));
    errors.fold(0.0, f64::max)
}

fn run_is_told(recorded: &Recorded, share: f64, within: f64) {
    let moments = recorded.replay();
    let end = moments.last().expect("moments").at;
    let told = moments
        .iter()
        .filter_map(|moment| Some((moment.at, moment.ends?.1)));
    let worst = worst(share, (0.0, end), told);
    assert!(worst <= within, "{} {share}: {worst}", recorded.rules);
}

#[test]
fn the_end_of_a_run_is_told() {
    run_is_told(&CLUB, 0.0, 0.10);
    run_is_told(&CLUB, 0.5, 0.05);
    run_is_told(&CLUB, 0.9, 0.03);
    // Positions of 4v3, the last family, take a third longer than all before.
    run_is_told(&MISERE, 0.0, 0.30);
    run_is_told(&MISERE, 0.9, 0.07);
}

#[test]
fn the_end_of_a_family_is_told() {
    for (recorded, share, within) in [(CLUB, 0.0, 0.20), (CLUB, 0.8, 0.10), (MISERE, 0.0, 0.55)] {
        let moments = recorded.replay();
        for family in moments.chunk_by(|a, b| a.family == b.family) {
            let first = family[0];
            let later = moments.iter().find(|moment| moment.family > first.family);
            let end = later.or(family.last()).expect("a last moment").at;
            let told = family
                .iter()
                .filter_map(|moment| Some((moment.at, moment.ends?.0)));
            let worst = worst(share, (first.at, end), told);
            let number = first.family;
            let rules = recorded.rules;
            assert!(
                worst <= within,
                "{rules}, family {number}, {share}: {worst}"
            );
        }
    }
}

#[test]
fn estimates_begin_early() {
    for recorded in [CLUB, MISERE] {
        let moments = recorded.replay();
        let first = moments.iter().find(|moment| moment.ends.is_some());
        let at = first.expect("an estimate").at;
        assert!(at < 1.5, "{}: {at}", recorded.rules);
    }
}
