//! Tests of checkpoints that a kill has left half written: they are resumed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::Patience;
use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use crate::retrograde::{Control, Place, Solver, Values, WorkDir, WorkFault};

/// A control that expects work to be resumed, not refused.
#[derive(Default)]
struct Trusting(AtomicU32);

impl Control for Trusting {
    fn resumed(&self, _: Family, _: &Place) {
        self.0.fetch_add(1, Relaxed);
    }

    fn refused(&self, family: Family, fault: &WorkFault) {
        panic!("{family}: {fault}");
    }
}

fn rounds(count: u32) -> Patience {
    Patience(count.into())
}

/// The work files of a family by name: values, log, states, record.
type Left = Vec<(PathBuf, Vec<u8>)>;

fn left(work: &Path) -> Left {
    let files = fs::read_dir(work).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|path| !path.ends_with(".record.new"));
    let mut files: Left = files
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Takes every byte from one of two files at random.
fn mixed(older: &[u8], newer: &[u8], chance: &mut u64) -> Vec<u8> {
    let bytes = older.iter().zip(newer).map(|(&older, &newer)| {
        *chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        if *chance >> 63 == 0 { older } else { newer }
    });
    bytes.collect()
}

/// Returns what a kill may leave of the log while a later checkpoint is being written:
/// the older log with some of what has been added since or, when states are being
/// written, with all of it. The log is cleared only after the record.
fn torn_log(older: &[u8], newer: &[u8], states: bool, chance: &mut u64) -> Vec<u8> {
    match newer.strip_prefix(older) {
        None => older.to_vec(),
        Some(added) if states => [older, added].concat(),
        Some(added) => [older, &mixed(&vec![0; added.len()], added, chance)].concat(),
    }
}

/// Returns what a kill may leave while a later checkpoint is being written: values and
/// log half new with states as they were, or all of these new with states half new.
fn torn(older: &Left, newer: &Left, states: bool, chance: &mut u64) -> Left {
    let files = older.iter().zip(newer).map(|((path, older), (_, newer))| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let bytes = match (ending, states) {
            (Some("values"), false) | (Some("states"), true) => mixed(older, newer, chance),
            (Some("values"), true) => newer.clone(),
            (Some("log"), states) => torn_log(older, newer, states, chance),
            _ => older.clone(),
        };
        (path.clone(), bytes)
    });
    files.collect()
}

#[test]
fn torn_checkpoints_change_nothing() {
    let numbering = Numbering::new("4x3".parse().unwrap());
    let (family, mut chance) = (Material::new(3, 2), 1);
    for rules in Rules::all() {
        let folder = super::folder();
        let mut lower = Values::new();
        let below = Solver::new(rules, &numbering, folder.path());
        for file in below
            .solve(Material::new(2, 2), &Values::new(), &())
            .unwrap()
        {
            lower.insert(file.index().material(), file);
        }
        let expected = below.solve(family, &lower, &()).unwrap();
        let work = super::folder();
        let mut solver = Solver::new(rules, &numbering, work.path());
        solver.round = 1;
        let dir = WorkDir::new(work.path());
        let mut torn_ones = 0;
        for (first, more, states) in (0..40)
            .step_by(3)
            .flat_map(|i| [(i, 1 + i % 2, false), (i, 2, true)])
        {
            dir.forget(family);
            let ended = solver.solve(family, &lower, &rounds(first));
            if ended.is_ok() || !dir.record(family).exists() {
                continue;
            }
            let older = left(work.path());
            if solver.solve(family, &lower, &rounds(more)).is_ok() {
                continue;
            }
            for (path, bytes) in torn(&older, &left(work.path()), states, &mut chance) {
                fs::write(path, bytes).unwrap();
            }
            torn_ones += 1;
            let trusting = Trusting::default();
            let again = solver.solve(family, &lower, &trusting).unwrap();
            assert_eq!(trusting.0.into_inner(), 1, "{rules} {first}");
            for (expected, again) in expected.iter().zip(&again) {
                assert!(
                    expected.cells::<u8>() == again.cells::<u8>(),
                    "{rules} {first}"
                );
            }
        }
        assert!(torn_ones > 5, "{torn_ones}");
    }
}
