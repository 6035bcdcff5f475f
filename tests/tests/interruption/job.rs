//! Solves for the tests of interruption: run, stopped and compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use loa_solver::retrograde::{Control, SolveError, Solver, ValueFile, Values, Width, WorkFault};
use loa_solver::{Board, Family, Numbering, Rules};
use loa_tests::solved::families;
use tempfile::TempDir;

/// Says yes at one question, counted from 1, and no at all others.
pub(crate) struct StopAt {
    question: u64,
    pub(crate) asked: AtomicU64,
}

impl StopAt {
    pub(crate) fn new(question: u64) -> StopAt {
        let asked = AtomicU64::new(0);
        StopAt { question, asked }
    }

    pub(crate) fn never() -> StopAt {
        StopAt::new(0)
    }
}

impl Control for StopAt {
    fn interrupted(&self) -> bool {
        self.asked.fetch_add(1, Relaxed) + 1 == self.question
    }

    /// Nothing that an interruption leaves is thrown away.
    fn refused(&self, family: Family, fault: &WorkFault) {
        panic!("{family}: {fault}");
    }
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

/// A folder for work, in memory where the system has one there: what a stop
/// leaves is made by hand here, and waiting for a disk would take most of the time.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let in_memory = memory.is_dir().then(|| tempfile::tempdir_in(memory).ok());
    let folder = in_memory.flatten().map_or_else(tempfile::tempdir, Ok);
    folder.expect("a folder for temporary files")
}

pub(crate) fn is_record(name: &str) -> bool {
    name.ends_with(".record")
}

fn is_values(name: &str) -> bool {
    name.ends_with("values")
}

pub(crate) fn is_states(name: &str) -> bool {
    name.ends_with(".states")
}

pub(crate) fn is_log(name: &str) -> bool {
    name.ends_with(".log")
}

/// The bytes of a work file that say whose it is.
pub(crate) const HEADER: usize = 64;

/// The value files alone, and of these the values: records say when they were
/// written, states how the work went, and headers of which run it is.
pub(crate) fn values(work: &Path) -> Snapshot {
    let mut values = snapshot(work);
    values.retain(|name, _| is_values(name));
    for bytes in values.values_mut() {
        bytes.drain(..HEADER);
    }
    values
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
    pub(crate) fn run(&self, work: &Path, control: &dyn Control) -> Result<Values, SolveError> {
        self.run_each(work, |solver, family, values| {
            solver.solve(family, values, control)
        })
    }

    pub(crate) fn run_each(
        &self,
        work: &Path,
        solve: impl Fn(&Solver<'_>, Family, &Values) -> Result<Vec<ValueFile>, SolveError>,
    ) -> Result<Values, SolveError> {
        let numbering = Numbering::new(self.board.parse().expect("a board"));
        let rules: Rules = self.rules.parse().expect("a rules id");
        let mut solver = Solver::new(rules, &numbering, work);
        solver.narrow_limit = self.narrow_limit;
        if self.every_ply {
            solver.checkpoint = Duration::ZERO;
        }
        let mut values = Values::new();
        for family in self.families() {
            for mut file in solve(&solver, family, &values)? {
                file.persist(0)?;
                values.insert(file.index().material(), file);
            }
        }
        Ok(values)
    }

    /// The files that an undisturbed run leaves, and the number of questions it asks.
    pub(crate) fn undisturbed(&self) -> (Snapshot, u64) {
        let work = folder();
        let control = StopAt::never();
        let solved = self.run(work.path(), &control);
        solved.unwrap_or_else(|error| panic!("{self:?}: {error}"));
        (values(work.path()), control.asked.into_inner())
    }

    /// Goes on from this folder and expects `whole`.
    pub(crate) fn completes(&self, work: &Path, whole: &Snapshot, told: impl Fn() -> String) {
        let solved = self.run(work, &StopAt::never());
        solved.unwrap_or_else(|error| panic!("{self:?}, {}: {error}", told()));
        let found = values(work);
        let names = |files: &Snapshot| Vec::from_iter(files.keys().cloned());
        assert_eq!(names(&found), names(whole), "{self:?}, {}", told());
        for (name, bytes) in whole {
            let differ = bytes
                .iter()
                .zip(&found[name])
                .filter(|(a, b)| a != b)
                .count();
            assert!(
                found[name] == *bytes,
                "{self:?}, {}: {differ} bytes of {name} differ",
                told()
            );
        }
    }

    /// Runs in this folder up to a question; there must be one.
    pub(crate) fn stop(&self, work: &Path, question: u64) {
        let stopped = self.run(work, &StopAt::new(question));
        let interrupted = matches!(stopped, Err(SolveError::Interrupted { .. }));
        assert!(interrupted, "{self:?} asks {question} questions");
    }
}
