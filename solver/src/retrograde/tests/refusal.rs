//! Tests of work files that do not belong together or are impossible: the work is begun again, and
//! the values are correct.

use std::fs;
use std::path::Path;

use super::job::{Job, assert_refused, club, copy, names};
use crate::retrograde::files::record::{self, CheckpointRecord, Subject};
use crate::retrograde::files::work_file::{WorkFile, open_existing};
use crate::retrograde::stage::{ResumePoint, Stage};

#[test]
fn sound_work_is_gone_on_with() {
    let job = club();
    for work in job.moments() {
        assert!(job.finish(work.path()).is_empty());
    }
}

/// Finishes work whose record is changed.
fn finished_with(job: &Job, edit: impl FnOnce(&mut CheckpointRecord)) -> Vec<String> {
    let work = job.begun(20);
    let (path, mut record) = job.record(work.path());
    edit(&mut record);
    record::write(&path, record).unwrap();
    job.finish(work.path())
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
    let wild = stages.map(|stage| ResumePoint::beginning(stage, 2)).into_iter();
    let done = [vec![], vec![0], vec![0; 3], vec![1 << 63, 0], vec![0, 1 << 40]];
    let stage = Stage::Seed;
    let wild = wild.chain(done.map(|done| ResumePoint { stage, done }));
    for at in wild {
        assert_refused(&finished_with(&job, |record| record.at = at), "no work gets to");
    }
}

#[test]
fn records_that_are_none_are_refused() {
    let job = club();
    let whole = job.begun(20);
    let (path, _) = job.record(whole.path());
    let text = fs::read_to_string(&path).unwrap();
    let version = format!("\"version\": {}", CheckpointRecord::VERSION);
    for (text, why) in [
        (text.replace(&version, "\"version\": 4"), "version 4"),
        (text.replace("\"shards\": ", "\"shards\": 1"), "digest"),
        (text.replace('{', ""), "not a record of work"),
        (String::new(), "not a record of work"),
        ("[".repeat(1 << 16), "not a record of work"),
        ("x".repeat(1 << 23), "bytes"),
    ] {
        let work = job.begun(20);
        let (path, _) = job.record(work.path());
        fs::write(path, text).unwrap();
        assert_refused(&job.finish(work.path()), why);
    }
}

/// Work of another question, which differs in one respect.
#[test]
fn records_of_other_questions_are_refused() {
    let job = club();
    for (edit, why) in [
        ((|it| it.board = "5x5".to_owned()) as fn(&mut Subject), "on 5x5 under mover-pass"),
        (|it| it.rules = "own-loss".to_owned(), "under own-loss"),
        (|it| it.family = "5v2".to_owned(), "5v2 on"),
        (|it| drop(it.lower.insert("2v2".to_owned(), "0".repeat(32))), "other tables"),
    ] {
        assert_refused(&finished_with(&job, |record| edit(&mut record.subject)), why);
    }
}

#[test]
fn files_of_another_run_or_an_earlier_moment_are_refused() {
    let job = club();
    let other = job.begun(50);
    for moment in [20, 32, 40] {
        let ours = job.begun(moment);
        for path in names(ours.path()) {
            let work = copy(ours.path());
            let kind = |path: &Path| {
                let name = path.file_name().unwrap().to_str().unwrap();
                let words: Vec<String> = name.split('.').map(str::to_owned).collect();
                (words[0].clone(), words.last().cloned())
            };
            let mut theirs = names(other.path()).into_iter();
            let theirs = theirs.find(|theirs| kind(theirs) == kind(&path)).unwrap();
            fs::copy(theirs, work.path().join(path.file_name().unwrap())).unwrap();
            let refused = job.finish(work.path());
            assert!(
                matches!(&refused[..], [only] if only.contains("other") || only.contains("missing")),
                "{path:?} {refused:?}"
            );
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
        let at_later = fs::read(later.path().join(&name));
        let same = at_later.is_ok_and(|bytes| bytes == fs::read(&path).unwrap());
        let is_named = later.path().join(&name).exists();
        assert!(same || refused.len() == usize::from(is_named), "{name}: {refused:?}");
    }
}

#[test]
fn values_and_states_that_cannot_be_are_refused() {
    for rules in ["mover-pass", "draw-loss", "own-loss"] {
        let job = Job::new(rules.parse().unwrap());
        for work in job.moments() {
            let work_of = work.path();
            for path in names(work.path()) {
                let ending = path.extension().unwrap();
                if ending != "values" && ending != "states" {
                    continue;
                }
                for wild in [0u8, 1, 0x5a, 250, 255] {
                    // States that are all decided show in wrong values.
                    if ending == "states" && wild == 255 {
                        continue;
                    }
                    let work = copy(work.path());
                    let path = work.path().join(path.file_name().unwrap());
                    let mut bytes = fs::read(&path).unwrap();
                    bytes[WorkFile::HEADER as usize..].fill(wild);
                    fs::write(&path, bytes).unwrap();
                    assert_refused(&job.finish(work.path()), "is damaged");
                    // With correct digests.
                    let work = copy(work_of);
                    job.plant(work.path(), path.file_name().unwrap(), wild);
                    assert_refused(&job.finish(work.path()), "that it cannot have");
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
            let file = open_existing(&work.path().join(name)).unwrap();
            let whole = file.metadata().unwrap().len();
            file.set_len(len).unwrap();
            let refused = job.finish(work.path());
            assert!(refused.len() == 1 || len >= whole, "{name:?} {len}: {refused:?}");
        }
    }
}

/// Links, except to folders, and pipes are neither followed nor waited for.
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
    // No work exists yet, and every file name is taken.
    let work = super::folder();
    fs::write(&precious, "precious").unwrap();
    let mut taken = vec![work.path().join("3v2.record.new")];
    let of_families =
        names(begun.path()).into_iter().map(|path| work.path().join(path.file_name().unwrap()));
    taken.extend(of_families.filter(|path| path.extension().is_some_and(|end| end != "record")));
    for at in taken {
        symlink(&precious, at).unwrap();
    }
    job.work(work.path(), 20);
    job.work(work.path(), 5);
    assert!(job.finish(work.path()).is_empty());
    assert_eq!(fs::read(&precious).unwrap(), b"precious");
}
