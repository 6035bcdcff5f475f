//! Tests of work files that do not belong together, or cannot be: the work is
//! begun again, and the values come out right.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

use super::all_codes;
use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use crate::retrograde::checkpoint::record::CheckpointRecord;
use crate::retrograde::checkpoint::work_file::{WorkFile, open_plain};
use crate::retrograde::kernel::draft::Draft;
use crate::retrograde::stage::{Place, Stage};
use crate::retrograde::{Cell, Control, SolveError, Solver, Values, WorkDir, WorkFault};

const FAMILY: Material = Material::new(3, 2);

/// A control that interrupts after so many supersteps, and notes what is refused.
struct Watch {
    rounds: AtomicU32,
    refused: Mutex<Vec<String>>,
}

impl Watch {
    fn new(rounds: u32) -> Watch {
        Watch {
            rounds: rounds.into(),
            refused: Mutex::default(),
        }
    }

    fn refused(self) -> Vec<String> {
        self.refused.into_inner().unwrap()
    }
}

impl Control for Watch {
    fn interrupted(&self) -> bool {
        self.rounds.fetch_sub(1, Relaxed) == 0
    }

    fn refused(&self, family: Family, fault: &WorkFault) {
        assert_eq!(family, FAMILY.family());
        self.refused.lock().unwrap().push(fault.to_string());
    }
}

/// A family of 4x3 under some rules, and what it builds on.
struct Job {
    rules: Rules,
    numbering: Numbering,
    lower: Values,
    expected: Vec<Vec<u16>>,
    _folder: TempDir,
}

impl Job {
    fn new(rules: Rules) -> Job {
        let numbering = Numbering::new("4x3".parse().unwrap());
        let folder = super::folder();
        let mut lower = Values::new();
        let solver = Solver::new(rules, &numbering, folder.path());
        for mut file in solver.solve(Material::new(2, 2), &lower, &()).unwrap() {
            file.persist(1).unwrap();
            lower.insert(file.index().material(), file);
        }
        let expected = all_codes(&solver.solve(FAMILY, &lower, &()).unwrap());
        Job {
            rules,
            numbering,
            lower,
            expected,
            _folder: folder,
        }
    }

    fn solver<'a>(&'a self, work: &'a Path) -> Solver<'a> {
        let mut solver = Solver::new(self.rules, &self.numbering, work);
        solver.round = 1;
        solver
    }

    /// Works for so many supersteps.
    fn work(&self, folder: &Path, rounds: u32) {
        let ended = self
            .solver(folder)
            .solve(FAMILY, &self.lower, &Watch::new(rounds));
        assert!(matches!(ended, Err(SolveError::Interrupted { .. })));
    }

    fn begun(&self, rounds: u32) -> TempDir {
        let folder = super::folder();
        self.work(folder.path(), rounds);
        folder
    }

    /// Solves to the end and returns why the work was begun again.
    fn finish(&self, folder: &Path) -> Vec<String> {
        let watch = Watch::new(u32::MAX);
        let solved = self.solver(folder).solve(FAMILY, &self.lower, &watch);
        assert!(
            all_codes(&solved.unwrap()) == self.expected,
            "{}",
            self.rules
        );
        watch.refused()
    }

    /// Returns the work files of some moments, spread over all of the work.
    fn moments(&self) -> impl Iterator<Item = TempDir> {
        [20, 32, 45].into_iter().map(|rounds| self.begun(rounds))
    }

    fn record(&self, folder: &Path) -> (PathBuf, CheckpointRecord) {
        let path = WorkDir::new(folder).record(FAMILY);
        let record = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        (path, record)
    }
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

fn club() -> Job {
    Job::new(Rules::default())
}

fn assert_refused(refused: &[String], why: &str) {
    assert!(
        matches!(refused, [only] if only.contains(why)),
        "{why}: {refused:?}"
    );
}

#[test]
fn sound_work_is_gone_on_with() {
    let job = club();
    for work in job.moments() {
        assert!(job.finish(work.path()).is_empty());
    }
}

#[test]
fn records_of_places_that_cannot_be_are_refused() {
    let job = club();
    let stages = [
        Stage::Mark,
        Stage::Ply(0),
        Stage::Ply(1),
        Stage::Ply(129),
        Stage::Ply(60_000),
        Stage::Ply(u16::MAX),
    ];
    let wild = stages.map(|stage| Place::beginning(stage, 2)).into_iter();
    let done = [
        vec![],
        vec![0],
        vec![0; 3],
        vec![1 << 63, 0],
        vec![0, 1 << 40],
    ];
    let stage = Stage::Seed;
    let wild = wild.chain(done.map(|done| Place { stage, done }));
    let work = job.begun(20);
    let (_, record) = job.record(work.path());
    for at in wild {
        let wild = CheckpointRecord {
            at,
            ..record.clone()
        };
        wild.write(&WorkDir::new(work.path()), FAMILY.family())
            .unwrap();
        assert_refused(&job.finish(work.path()), "no work gets to");
        WorkDir::new(work.path()).discard(FAMILY);
        job.work(work.path(), 20);
    }
}

#[test]
fn records_that_are_none_are_refused() {
    let job = club();
    let whole = job.begun(20);
    let (path, record) = job.record(whole.path());
    let text = fs::read_to_string(&path).unwrap();
    let mut other = record.clone();
    other.subject.lower.insert("2v2".to_owned(), "0".repeat(32));
    for (text, why) in [
        (
            text.replace("\"version\": 5", "\"version\": 4"),
            "version 4",
        ),
        (text.replace("\"shards\": ", "\"shards\": 1"), "digest"),
        (text.replace('{', ""), "not a checkpoint record"),
        (String::new(), "not a checkpoint record"),
        ("[".repeat(1 << 16), "not a checkpoint record"),
        ("x".repeat(1 << 20), "bytes"),
    ] {
        let work = job.begun(20);
        let (path, _) = job.record(work.path());
        fs::write(path, text).unwrap();
        assert_refused(&job.finish(work.path()), why);
    }
    other
        .write(&WorkDir::new(whole.path()), FAMILY.family())
        .unwrap();
    assert_refused(&job.finish(whole.path()), "another table of 2v2");
}

#[test]
fn files_of_another_run_or_an_earlier_moment_are_refused() {
    let job = club();
    let other = job.begun(50);
    for moment in [20, 32, 40] {
        let ours = job.begun(moment);
        for path in names(ours.path()) {
            let work = copy(ours.path());
            let name = path.file_name().unwrap();
            let at = work.path().join(name);
            fs::copy(other.path().join(name), &at).unwrap();
            assert_refused(&job.finish(work.path()), "another run");
        }
    }
    let earlier = job.begun(20);
    let later = copy(earlier.path());
    job.work(later.path(), 10);
    for path in names(earlier.path()) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with("record") {
            continue;
        }
        let work = copy(later.path());
        fs::copy(&path, work.path().join(&name)).unwrap();
        let refused = job.finish(work.path());
        let same = fs::read(&path).unwrap() == fs::read(later.path().join(&name)).unwrap();
        assert!(same || refused.len() == 1, "{name}: {refused:?}");
    }
}

fn copy(folder: &Path) -> TempDir {
    let copied = super::folder();
    for path in names(folder) {
        fs::copy(&path, copied.path().join(path.file_name().unwrap())).unwrap();
    }
    copied
}

#[test]
fn values_and_states_that_cannot_be_are_refused() {
    for rules in ["mover-pass", "draw-loss", "own-loss"] {
        let job = Job::new(rules.parse().unwrap());
        for work in job.moments() {
            for path in names(work.path()) {
                let ending = path.extension().unwrap();
                if ending != "values" && ending != "states" {
                    continue;
                }
                for wild in [0u8, 1, 0x5a, 250, 255] {
                    // States that are all decided are found out by wrong values.
                    if ending == "states" && wild == 255 {
                        continue;
                    }
                    let work = copy(work.path());
                    let path = work.path().join(path.file_name().unwrap());
                    let mut bytes = fs::read(&path).unwrap();
                    bytes[WorkFile::HEADER as usize..].fill(wild);
                    fs::write(&path, bytes).unwrap();
                    assert_refused(&job.finish(work.path()), "is damaged");
                }
            }
        }
    }
}

#[test]
fn files_that_are_missing_or_cut_are_refused() {
    let job = club();
    let begun = job.begun(40);
    for path in names(begun.path()) {
        let name = path.file_name().unwrap();
        if name == "3v2.record" {
            continue;
        }
        let work = copy(begun.path());
        fs::remove_file(work.path().join(name)).unwrap();
        assert_refused(&job.finish(work.path()), "missing");
        for len in [0, 10, 64, 80] {
            let work = copy(begun.path());
            let file = open_plain(&work.path().join(name)).unwrap();
            let whole = file.metadata().unwrap().len();
            file.set_len(len).unwrap();
            let refused = job.finish(work.path());
            assert!(
                refused.len() == 1 || len >= whole,
                "{name:?} {len}: {refused:?}"
            );
        }
    }
}

#[test]
fn logs_that_cannot_be_are_refused() {
    let job = club();
    let message = |material, positions, value: (u64, Cell)| {
        let mut draft = Draft::new(material, positions);
        draft.push(value.0, value.1);
        draft.seal(&[0])[0].as_bytes().to_owned()
    };
    let positions = job.expected[0].len() as u64;
    let sound = message(FAMILY, positions, (7, Cell::win(3)));
    let mut outside = sound.clone();
    let value = outside.len() - 4;
    outside[value..].fill(255);
    let mut valueless = sound.clone();
    valueless[value] = 0;
    for (bytes, why) in [
        (outside, "outside"),
        (valueless, "without a value"),
        (sound[4..].to_owned(), "not a message"),
        (
            message(FAMILY, positions - 1, (7, Cell::win(3))),
            "another array",
        ),
        (
            message(FAMILY.twin(), positions, (7, Cell::win(3))),
            "another array",
        ),
        (message(FAMILY, positions, (7, Cell::win(127))), "longer"),
    ] {
        let work = job.begun(30);
        job.work(work.path(), 10);
        let path = work.path().join("3v2.log");
        let mut log = fs::read(&path).unwrap();
        let header = [bytes.len() as u64, xxh3_64(&bytes)];
        log.extend_from_slice(bytemuck::cast_slice(&header));
        log.extend_from_slice(&bytes);
        fs::write(path, log).unwrap();
        assert_refused(&job.finish(work.path()), why);
    }
}

/// Links, folders apart, and pipes are neither followed nor waited for.
#[cfg(unix)]
#[test]
fn only_plain_files_are_opened() {
    use std::os::unix::fs::symlink;
    let job = club();
    let begun = job.begun(40);
    let elsewhere = super::folder();
    let precious = elsewhere.path().join("precious");
    for path in names(begun.path()) {
        let name = path.file_name().unwrap();
        let genuine = fs::read(&path).unwrap();
        for kept in [b"precious".to_vec(), genuine] {
            let work = copy(begun.path());
            let at = work.path().join(name);
            fs::write(&precious, &kept).unwrap();
            fs::remove_file(&at).unwrap();
            symlink(&precious, &at).unwrap();
            assert_refused(&job.finish(work.path()), "not a plain file");
            assert!(fs::read(&precious).unwrap() == kept);
        }
        let work = copy(begun.path());
        let at = work.path().join(name);
        fs::remove_file(&at).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&at).status();
        assert!(made.unwrap().success());
        assert_refused(&job.finish(work.path()), "not a plain file");
        fs::remove_file(work.path().join(name)).unwrap_or_default();
    }
    // Nothing is begun yet, and every name is taken.
    let work = super::folder();
    fs::write(&precious, "precious").unwrap();
    let mut taken = vec![work.path().join("3v2.record.new")];
    let of_families = names(begun.path()).into_iter();
    let of_families = of_families.map(|path| work.path().join(path.file_name().unwrap()));
    taken.extend(of_families.filter(|path| path.extension().is_some_and(|end| end != "record")));
    for at in taken {
        symlink(&precious, at).unwrap();
    }
    job.work(work.path(), 20);
    job.work(work.path(), 5);
    assert!(job.finish(work.path()).is_empty());
    assert_eq!(fs::read(&precious).unwrap(), b"precious");
}
