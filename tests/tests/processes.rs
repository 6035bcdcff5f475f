//! Tables that several processes build together: the same bytes for any number of them,
//! whatever fails on the way. The processes are threads that share nothing but channels
//! and the folder.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "../../solver/tests/seams/threads.rs"]
mod threads;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use loa_solver::Rules;
use loa_solver::retrograde::SolveError;
use loa_tablebase::{BuildError, BuildEvent, BuildReport, BuildWatch, Builder, Layout, Selection};
use loa_tests::folder::in_memory as folder;

use threads::{Threads, threads};

/// The files of a folder and their bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => _ = found.insert(path.clone(), fs::read(&path).unwrap()),
        }
    }
    found
}

/// Files by their path inside a folder, but for the lock and the record of proofs.
fn tables(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = files(folder).into_iter();
    let inside = files.map(|(path, bytes)| (path.strip_prefix(folder).unwrap().to_owned(), bytes));
    inside
        .filter(|(path, _)| !path.file_name().unwrap().to_str().unwrap().starts_with('.'))
        .collect()
}

fn builder(folder: &Path, board: &str, rules: Rules) -> Builder {
    let layout = Layout::new(folder);
    Builder::new(layout, rules, board.parse().unwrap(), Selection::Whole).checkpoint(Duration::ZERO)
}

/// Lets so many processes build together. The one of `rank` loses its patience after so
/// many questions. None may begin a family again.
fn build(builder: &Builder, size: usize, patience: Option<(usize, u32)>) -> Vec<Ended> {
    let is_restarted = &AtomicBool::new(false);
    let ended = std::thread::scope(|scope| {
        let start = |(rank, mut exchange): (usize, Threads)| {
            scope.spawn(move || {
                let left = patience.filter(|&(of, _)| of == rank);
                let watch = Patience {
                    left: left.map_or(u32::MAX, |(_, left)| left).into(),
                    is_restarted,
                };
                builder.run_together(&mut exchange, &watch)
            })
        };
        let started: Vec<_> = threads(size).into_iter().enumerate().map(start).collect();
        let ended = started.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    assert!(!is_restarted.load(Relaxed), "work was refused");
    ended
}

type Ended = Result<BuildReport, BuildError>;

/// A watch that interrupts after so many questions.
struct Patience<'a> {
    left: AtomicU32,
    is_restarted: &'a AtomicBool,
}

impl BuildWatch for Patience<'_> {
    fn event(&self, event: BuildEvent<'_>) {
        if matches!(event, BuildEvent::Restarted { .. }) {
            self.is_restarted.store(true, Relaxed);
        }
    }

    fn interrupted(&self) -> bool {
        let left = self.left.load(Relaxed);
        self.left.store(left.saturating_sub(1), Relaxed);
        left == 0
    }
}

fn is_interrupted(ended: &Ended) -> bool {
    matches!(
        ended,
        Err(BuildError::Interrupted | BuildError::Solve(SolveError::Interrupted { .. }))
    )
}

#[test]
fn any_number_of_processes() {
    for (board, rules) in [("4x3", "draw-loss-misere"), ("4x4", "mover-pass")] {
        let rules = rules.parse().unwrap();
        let alone = folder();
        let report = builder(alone.path(), board, rules).run(&()).unwrap();
        let expected = tables(alone.path());
        assert_eq!(expected.len(), report.written);
        for size in 1..5 {
            let made = folder();
            let ended = build(&builder(made.path(), board, rules), size, None);
            assert!(tables(made.path()) == expected, "{board} {size}");
            let reports: Vec<BuildReport> = ended.into_iter().map(Result::unwrap).collect();
            assert_eq!(reports[0].written, report.written);
            assert!(reports[1..].iter().all(|helper| helper.written == 0));
        }
    }
}

#[test]
fn processes_that_are_interrupted_go_on_with_others() {
    let rules = Rules::default();
    let alone = folder();
    builder(alone.path(), "4x4", rules).run(&()).unwrap();
    let made = folder();
    let builder = builder(made.path(), "4x4", rules);
    let mut interruptions = 0;
    for attempt in 0.. {
        let size = [3, 2, 1, 4][attempt % 4];
        let patience = (attempt % size, 3 * attempt as u32);
        let ended = build(&builder, size, Some(patience));
        if ended.iter().all(Result::is_ok) {
            break;
        }
        assert!(ended.iter().any(is_interrupted), "{ended:?}");
        interruptions += 1;
    }
    assert!(interruptions > 5, "only {interruptions} interruptions");
    assert!(tables(made.path()) == tables(alone.path()));
}
