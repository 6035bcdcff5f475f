//! Solves for the tests of interruption: run, stopped and compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use loa_solver::internal::Width;
use loa_solver::retrograde::{FinishedValues, Local, SolveError, SolveEvent, Solver, Values};
use loa_solver::{Board, Family, Material, Numbering, Rules, Stop};
use loa_tests::folder::in_memory as folder;
use loa_tests::solved::families;
use tempfile::TempDir;

/// Returns a sign that is set at one question, counted from 1, and the count of questions.
pub(crate) fn stop_at(question: u64) -> (Stop, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&asked);
    let stop = Stop::when(move || counted.fetch_add(1, Relaxed) + 1 == question);
    (stop, asked)
}

/// Solves a family; nothing that an interruption leaves is thrown away.
pub(crate) fn solve(
    solver: &Solver<'_>,
    family: Family,
    lower: &Values,
) -> Result<Vec<FinishedValues>, SolveError> {
    solver.solve_with(family, lower, &mut Local, &|event| {
        if let SolveEvent::Refused(fault) = event {
            panic!("{family}: {fault}");
        }
    })
}

/// The files of a folder, by name.
pub(crate) type Snapshot = BTreeMap<String, Vec<u8>>;

pub(crate) fn snapshot(work: &Path) -> Snapshot {
    let files = fs::read_dir(work).expect("a work folder");
    let read = files.map(|file| {
        let file = file.expect("a file");
        let name = file.file_name().into_string().expect("a plain name");
        (name, fs::read(file.path()).expect("a file's bytes"))
    });
    read.collect()
}

pub(crate) fn restored(snapshot: &Snapshot) -> TempDir {
    let work = folder();
    for (name, bytes) in snapshot {
        fs::write(work.path().join(name), bytes).expect("room for a file");
    }
    work
}

pub(crate) fn is_record(name: &str) -> bool {
    name.ends_with(".record")
}

pub(crate) fn is_log(name: &str) -> bool {
    name.ends_with(".log")
}

/// The codes of all values, by material.
pub(crate) type Codes = BTreeMap<Material, Vec<u16>>;

/// Returns the codes of values that can be read.
pub(crate) fn codes(values: &Values) -> Codes {
    let codes = values.iter().map(|(&material, file)| {
        let mut codes = vec![0; file.index().len() as usize];
        let read = file.read_codes(0, &mut codes);
        read.unwrap_or_else(|error| panic!("{material}: {error}"));
        (material, codes)
    });
    codes.collect()
}

/// A solve: the board, the rules and the settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) board: &'static str,
    /// Stones in all, at most.
    pub(crate) most: u32,
    pub(crate) rules: &'static str,
    /// True if every ply is recorded, false if only what an interruption leaves.
    pub(crate) every_ply: bool,
    pub(crate) narrow_limit: u16,
}

impl Job {
    pub(crate) fn new(board: &'static str, most: u32, rules: &'static str) -> Job {
        Job {
            board,
            most,
            rules,
            every_ply: true,
            narrow_limit: Width::Narrow.longest(),
        }
    }

    pub(crate) fn families(&self) -> Vec<Family> {
        let board: Board = self.board.parse().expect("a board");
        families(board, self.most)
    }

    /// Solves the whole board, as a process of its own would: nothing is known
    /// but what lies in the folder.
    pub(crate) fn run(&self, work: &Path, stop: &Stop) -> Result<Values, SolveError> {
        self.run_each(work, |solver, family, values| {
            solve(&solver.stop(stop.clone()), family, values)
        })
    }

    pub(crate) fn run_each(
        &self,
        work: &Path,
        solve: impl Fn(Solver<'_>, Family, &Values) -> Result<Vec<FinishedValues>, SolveError>,
    ) -> Result<Values, SolveError> {
        let numbering = Numbering::new(self.board.parse().expect("a board"));
        let rules: Rules = self.rules.parse().expect("a rules id");
        let mut solver = Solver::new(rules, &numbering, work);
        solver = solver.narrow_limit(self.narrow_limit);
        if self.every_ply {
            solver = solver.checkpoint(Duration::ZERO);
        }
        let mut values = Values::new();
        for family in self.families() {
            for mut file in solve(solver.clone(), family, &values)? {
                file.persist(0)?;
                values.insert(file.index().material(), file);
            }
        }
        Ok(values)
    }

    /// The values of an undisturbed run, and the number of questions it asks.
    pub(crate) fn undisturbed(&self) -> (Codes, u64) {
        let work = folder();
        let (stop, asked) = stop_at(0);
        let solved = self.run(work.path(), &stop);
        let solved = solved.unwrap_or_else(|error| panic!("{self:?}: {error}"));
        (codes(&solved), asked.load(Relaxed))
    }

    /// Goes on from this folder and expects `whole`.
    pub(crate) fn completes(&self, work: &Path, whole: &Codes, told: impl Fn() -> String) {
        let solved = self.run(work, &Stop::default());
        let solved = solved.unwrap_or_else(|error| panic!("{self:?}, {}: {error}", told()));
        let found = codes(&solved);
        assert!(found.keys().eq(whole.keys()), "{self:?}, {}", told());
        for (material, codes) in whole {
            let pairs = codes.iter().zip(&found[material]);
            let differ = pairs.filter(|(a, b)| a != b).count();
            assert!(
                differ == 0,
                "{self:?}, {}: {differ} values of {material} differ",
                told()
            );
        }
    }

    /// Runs in this folder up to a question; there must be one.
    pub(crate) fn stop(&self, work: &Path, question: u64) {
        let stopped = self.run(work, &stop_at(question).0);
        let interrupted = matches!(stopped, Err(SolveError::Interrupted { .. }));
        assert!(interrupted, "{self:?} asks {question} questions");
    }
}
