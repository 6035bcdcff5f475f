//! Random damage to the work folder of an interrupted solve: the result is an error of the file
//! system or the tables of an undisturbed solve. Digests are recomputed after most damage, so that
//! the checks after them are reached.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use loa_solver::retrograde::{CheckpointRecord, Local, SolveError};
use loa_solver::{Rules, Stop};
use loa_tablebase::{BuildError, BuildReport, Builder, Event, Layout, Selection, TableError};
use serde_json::Value as Json;
use xxhash_rust::xxh3::xxh3_64;

use loa_tests::random::Random;

use super::fuzz;

/// The files of a folder for tables, by relative path.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Runs a build that is stopped after some supersteps.
fn stopped(builder: Builder, supersteps: usize) -> Result<BuildReport, BuildError> {
    let done = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&done);
    let builder = builder.stop(Stop::when(move || seen.load(Relaxed) == supersteps));
    builder.run_with(&mut Local, &|event| {
        if let Event::Progress(_) = event {
            done.fetch_add(1, Relaxed);
        }
    })
}

fn builder(folder: &Path) -> Builder {
    let selection = Selection::Material("3v2".parse().unwrap());
    let board = "3x4".parse().unwrap();
    Builder::new(Layout::new(folder), Rules::default(), board, selection).checkpoint(Duration::ZERO)
}

fn files(folder: &Path) -> Files {
    let inside = |path: &Path| path.strip_prefix(folder).unwrap().to_owned();
    let files = loa_tests::folder::files(folder).into_iter();
    files.map(|path| (inside(&path), fs::read(&path).unwrap())).collect()
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "loa")
}

fn is_work(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("work"))
}

/// Returns the files that each interruption of a solve leaves, of two runs, and the finished
/// tables.
fn interruptions() -> (Vec<Files>, Files) {
    let mut moments = Vec::new();
    let mut tables = Files::new();
    for step in [1, 3] {
        let folder = tempfile::tempdir().unwrap();
        while stopped(builder(folder.path()), step).is_err() {
            assert!(moments.len() < 1000, "a build gets no further");
            let left = files(folder.path());
            if left.keys().any(|path| is_work(path)) {
                moments.push(left);
            }
        }
        tables = files(folder.path());
        tables.retain(|path, _| is_table(path));
    }
    assert!(moments.len() > 10 && tables.len() == 3);
    (moments, tables)
}

/// Damages a file in one of several ways.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let len = bytes.len().max(1);
    match random.below(6) {
        0 => bytes.truncate(random.below(len)),
        1 => bytes.resize(len + random.below(3 * len), random.next() as u8),
        2 => {
            let fill = [0, 1, 2, 255, random.next() as u8][random.below(5)];
            let (from, to) = (random.below(len), random.below(len));
            if let Some(part) = bytes.get_mut(from.min(to)..from.max(to)) {
                part.fill(fill);
            }
        }
        _ => {
            for _ in 0..=random.below(4) {
                let at = random.below(len);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = [random.next() as u8, *byte ^ 1, 255][random.below(3)];
                }
            }
        }
    }
}

/// Changes one number in a record.
fn alter(record: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut json: Json = serde_json::from_slice(record).ok()?;
    let wild = [0, 1, 2, 3, 7, 126, 128, 60_000, u64::MAX, random.next()][random.below(10)];
    let field = match random.below(9) {
        0 => &mut json["shards"],
        1 => json["at"]["done"].as_array_mut()?.last_mut()?,
        2 => &mut json["files"].as_array_mut()?.last_mut()?["values"],
        3 => &mut json["files"].as_array_mut()?.last_mut()?["states"],
        4 => json["at"]["done"].as_array_mut()?.first_mut()?,
        5 => &mut json["files"].as_array_mut()?.last_mut()?["log"],
        6 => {
            json["at"]["stage"] = ["Mark", "QuietWins", "Seed"][random.below(3)].into();
            return mended(&json);
        }
        7 => {
            json["width"] = ["Narrow", "Wide"][random.below(2)].into();
            return mended(&json);
        }
        _ => {
            json["at"]["stage"] = serde_json::json!({ "Ply": wild & 0xffff });
            return mended(&json);
        }
    };
    *field = wild.into();
    mended(&json)
}

/// Returns a record with its digest recomputed.
fn mended(json: &Json) -> Option<Vec<u8>> {
    let record: CheckpointRecord = serde_json::from_value(json.clone()).ok()?;
    let mut json = serde_json::to_value(&record).ok()?;
    json["digest"] = xxh3_64(&serde_json::to_vec(&record).ok()?).into();
    serde_json::to_vec(&json).ok()
}

/// Recomputes the digests in a work file.
fn mend(path: &Path, bytes: &mut [u8]) {
    const HEADER: usize = 64;
    if path.extension().is_some_and(|ending| ending == "log") {
        let mut at = HEADER;
        while let Some(&len) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            let len = u64::from_le_bytes(len).min(1 << 22) as usize;
            let Some(digest) = bytes.get(at + 16..at + 16 + len).map(xxh3_64) else {
                break;
            };
            bytes[at + 8..at + 16].copy_from_slice(&digest.to_le_bytes());
            at += 16 + len;
        }
    } else if let Some(contents) = bytes.get_mut(HEADER..) {
        // The directory of frames: the bytes of a position, the number of frames, and two numbers
        // for each frame.
        let count = contents.get(8..16).map(|count| count.try_into());
        let count = count.map_or(0, |count| count.map_or(0, u64::from_le_bytes));
        let len = 16 * (count.min(1 << 16) as usize + 1);
        if let Some(digest) = contents.get(..len).map(xxh3_64)
            && let Some(place) = contents.get_mut(len..len + 8)
        {
            place.copy_from_slice(&digest.to_le_bytes());
        }
    }
}

/// Replaces a file by something other than a plain file.
fn obstruct(path: &Path, random: &mut Random) {
    fs::remove_file(path).unwrap();
    match random.below(3) {
        #[cfg(unix)]
        0 => std::os::unix::fs::symlink("/dev/zero", path).unwrap(),
        #[cfg(unix)]
        1 => drop(std::os::unix::net::UnixListener::bind(path)),
        _ => fs::create_dir(path).unwrap(),
    }
}

#[test]
fn damaged_work_is_an_error_or_begun_again() {
    let (moments, tables) = interruptions();
    fuzz(|random| {
        let folder = tempfile::tempdir().unwrap();
        let mut left = moments[random.below(moments.len())].clone();
        let other = &moments[random.below(moments.len())];
        let names: Vec<PathBuf> = left.keys().filter(|path| is_work(path)).cloned().collect();
        for _ in 0..=random.below(3) {
            let name = &names[random.below(names.len())];
            let is_record = name.extension().is_some_and(|ending| ending == "record");
            let Some(bytes) = left.get_mut(name) else {
                continue;
            };
            match random.below(8) {
                0 => drop(left.remove(name)),
                1 => bytes.clone_from(other.get(name).unwrap_or(&Vec::new())),
                2..=5 if is_record => *bytes = alter(bytes, random).unwrap_or_default(),
                _ => {
                    damage(bytes, random);
                    if random.below(4) > 0 {
                        mend(name, bytes);
                    }
                }
            }
        }
        for (name, bytes) in &left {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let name = folder.path().join(&names[random.below(names.len())]);
        if random.below(16) == 0 && name.exists() {
            obstruct(&name, random);
        }
        match builder(folder.path()).run() {
            Ok(_) => {
                let mut found = files(folder.path());
                found.retain(|path, _| is_table(path));
                assert!(found == tables, "other tables");
            }
            // A folder in place of a file is not removed.
            Err(
                BuildError::Table(TableError::Io { .. }) | BuildError::Solve(SolveError::Io { .. }),
            ) => {}
            Err(error) => panic!("{error}"),
        }
    });
}
