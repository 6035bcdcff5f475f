//! A family that is solved, interrupted and resumed.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use tempfile::TempDir;

use super::{AllCodes, all_codes, patience};
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use crate::retrograde::files::framed_file::{FramedFile, Frames};
use crate::retrograde::files::record::CheckpointRecord;
use crate::retrograde::files::work_file::RunFiles;
use crate::retrograde::{Local, SolveError, SolveEvent, Solver, Values, WorkDir};

pub(super) const FAMILY: Material = Material::new(3, 2);

/// A family of 4x3 under some rules, and the values that it builds on.
pub(super) struct Job {
    rules: Rules,
    numbering: Numbering,
    pub(super) lower: Values,
    pub(super) expected: AllCodes,
    _folder: TempDir,
}

impl Job {
    pub(super) fn new(rules: Rules) -> Job {
        let numbering = Numbering::new("4x3".parse().unwrap());
        let folder = super::folder();
        let mut lower = Values::new();
        let solver = Solver::new(rules, &numbering, folder.path());
        for mut file in solver.solve(Material::new(2, 2), &lower).unwrap() {
            file.persist(1).unwrap();
            lower.insert(file.index().material(), file);
        }
        let expected = all_codes(&solver.solve(FAMILY, &lower).unwrap());
        Job { rules, numbering, lower, expected, _folder: folder }
    }

    pub(super) fn solver<'a>(&'a self, work: &'a Path) -> Solver<'a> {
        let mut solver = Solver::new(self.rules, &self.numbering, work);
        solver.round = Some(1);
        solver
    }

    /// Works for `rounds` supersteps.
    pub(super) fn work(&self, folder: &Path, rounds: u32) {
        let solve = || {
            let mut solver = self.solver(folder);
            solver.stop = patience(rounds);
            solver.solve(FAMILY, &self.lower)
        };
        // More threads need fewer supersteps.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let ended = pool.unwrap().install(solve);
        assert!(matches!(ended, Err(SolveError::Interrupted { .. })));
    }

    pub(super) fn begun(&self, rounds: u32) -> TempDir {
        let folder = super::folder();
        self.work(folder.path(), rounds);
        folder
    }

    /// Solves to the end and returns the reasons why the work was begun again.
    pub(super) fn finish(&self, folder: &Path) -> Vec<String> {
        self.finish_by(&self.solver(folder)).1
    }

    /// Also returns how often earlier work was resumed.
    pub(super) fn finish_by(&self, solver: &Solver<'_>) -> (u32, Vec<String>) {
        let (resumed, refused) = (AtomicU32::new(0), Mutex::new(Vec::new()));
        let solved = solver.solve_with(FAMILY, &self.lower, &mut Local, &|event| match event {
            SolveEvent::Resumed(_) => _ = resumed.fetch_add(1, Relaxed),
            SolveEvent::Refused(fault) => refused.lock().unwrap().push(fault.to_string()),
            SolveEvent::Progress(_) => {}
        });
        assert!(all_codes(&solved.unwrap()) == self.expected, "{}", self.rules);
        (resumed.into_inner(), refused.into_inner().unwrap())
    }

    /// Returns the work files at several moments, spread over all of the work.
    pub(super) fn moments(&self) -> impl Iterator<Item = TempDir> {
        [20, 32, 45].into_iter().map(|rounds| self.begun(rounds))
    }

    /// Replaces all values or states of a shard by a byte, with correct digests.
    pub(super) fn plant(&self, folder: &Path, name: &OsStr, wild: u8) {
        let (dir, (_, record)) = (WorkDir::new(folder), self.record(folder));
        let mut parts = dir
            .parts(FAMILY.family())
            .into_iter()
            .filter(|label| dir.part(label).file_name() == Some(name));
        let (label, owner) = (parts.next().unwrap(), record.owner());
        let files = RunFiles { dir, owner };
        let index = self.numbering.index(label.material).unwrap();
        let frames = Frames::new(index.blocks(), index.block_len());
        FramedFile::write(&files, &label, 1, frames.count(), None, |frame| {
            vec![wild; frames.places(frame).len()].into()
        })
        .unwrap();
    }

    pub(super) fn record(&self, folder: &Path) -> (PathBuf, CheckpointRecord) {
        let path = WorkDir::new(folder).record(FAMILY);
        let record = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        (path, record)
    }
}

pub(super) fn names(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

pub(super) fn club() -> Job {
    Job::new(Rules::default())
}

pub(super) fn assert_refused(refused: &[String], why: &str) {
    assert!(matches!(refused, [only] if only.contains(why)), "{why}: {refused:?}");
}

pub(super) fn copy(folder: &Path) -> TempDir {
    let copied = super::folder();
    for path in names(folder) {
        fs::copy(&path, copied.path().join(path.file_name().unwrap())).unwrap();
    }
    copied
}
