//! Tests of checkpoints that a kill has left half written: the work is resumed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::job::{FAMILY, Job, names};
use super::patience;
use crate::game::rules::Rules;
use crate::retrograde::WorkDir;
use crate::stop::Stop;

/// The work files of a family by name.
type Left = BTreeMap<PathBuf, Vec<u8>>;

fn left(work: &Path) -> Left {
    let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
    names(work).into_iter().map(read).collect()
}

/// Takes each byte of a file or a zero, at random.
fn torn_bytes(bytes: &[u8], chance: &mut u64) -> Vec<u8> {
    let bytes = bytes.iter().map(|&byte| {
        *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if *chance >> 63 == 0 { 0 } else { byte }
    });
    bytes.collect()
}

/// Returns the files that a kill may leave while a later checkpoint is written: the record and the
/// files that it names, logs with some or all later messages, and new files that are torn or
/// complete.
fn torn(older: &Left, newer: &Left, is_torn: bool, chance: &mut u64) -> Left {
    let mut left = older.clone();
    for (path, newer) in newer {
        let mut added = |added: &[u8]| {
            if is_torn { torn_bytes(added, chance) } else { added.to_vec() }
        };
        match older.get(path) {
            None => _ = left.insert(path.clone(), added(newer)),
            Some(older) if path.extension().is_some_and(|ending| ending == "log") => {
                let more = added(newer.strip_prefix(&older[..]).unwrap());
                left.insert(path.clone(), [&older[..], &more].concat());
            }
            Some(_) => {}
        }
    }
    left
}

#[test]
fn torn_checkpoints_change_nothing() {
    let mut chance = 1;
    for rules in Rules::all() {
        let (job, work) = (Job::new(rules), super::folder());
        let mut solver = job.solver(work.path());
        let dir = WorkDir::new(work.path());
        let mut torn_ones = 0;
        for (first, more, is_torn) in
            (0..40).step_by(3).flat_map(|i| [(i, 1 + i % 2, false), (i, 2, true)])
        {
            dir.forget(FAMILY);
            // Messages are logged if not all shards fit in memory.
            solver.memory = if first % 2 == 0 { u64::MAX } else { 0 };
            solver.stop = patience(first);
            let ended = solver.solve(FAMILY, &job.lower);
            if ended.is_ok() || !dir.record(FAMILY).exists() {
                continue;
            }
            let older = left(work.path());
            solver.stop = patience(more);
            if solver.solve(FAMILY, &job.lower).is_ok() {
                continue;
            }
            let newer = left(work.path());
            newer.keys().for_each(|path| fs::remove_file(path).unwrap());
            for (path, bytes) in torn(&older, &newer, is_torn, &mut chance) {
                fs::write(path, bytes).unwrap();
            }
            torn_ones += 1;
            solver.stop = Stop::default();
            assert_eq!(job.finish_by(&solver), (1, Vec::new()), "{rules} {first}");
        }
        assert!(torn_ones > 5, "{torn_ones}");
    }
}
