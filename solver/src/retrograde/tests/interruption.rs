//! Tests of interruptions in every stage and between any two stages.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::job::{FAMILY, Job};
use super::{AllCodes, all_codes, patience};
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use crate::retrograde::files::work_file::WorkFile;
use crate::retrograde::{FinishedValues, Local, SolveError, Solver, Values};

/// Solves a family with an interruption after ever more supersteps, `step` more each time.
fn interrupted(mut solver: Solver<'_>, family: Material, lower: &Values, step: usize) -> AllCodes {
    let solve = |rounds| {
        solver.stop = patience(rounds);
        match solver.solve(family, lower) {
            Err(SolveError::Interrupted { .. }) => None,
            solved => Some(all_codes(&solved.unwrap())),
        }
    };
    (0..).step_by(step).find_map(solve).unwrap()
}

/// Solves a family in one go, and again with interruptions in every stage and between any two
/// stages, also with cells that widen half-way.
fn interrupt(rules: Rules, family: Material, lower: &Values, work: &Path) -> Vec<FinishedValues> {
    let numbering = Numbering::new("4x3".parse().unwrap());
    let files = Solver::new(rules, &numbering, work).solve(family, lower).unwrap();
    for (narrow_limit, round) in [(126, 1 << 23), (4, 1)] {
        let work = super::folder();
        let mut solver = Solver::new(rules, &numbering, work.path());
        (solver.narrow_limit, solver.round) = (narrow_limit, Some(round));
        let again = interrupted(solver, family, lower, 1);
        assert!(again == all_codes(&files), "{rules} {family}");
    }
    files
}

#[test]
fn interruptions_change_nothing() {
    for rules in Rules::all() {
        let work = super::folder();
        let mut values = Values::new();
        for (us, them) in [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3)] {
            let family = Material::new(us, them);
            for file in interrupt(rules, family, &values, work.path()) {
                values.insert(file.index().material(), file);
            }
        }
    }
}

#[test]
fn any_number_of_shards_and_any_memory() {
    for rules in ["mover-pass", "own-loss", "draw-draw-misere"] {
        let job = Job::new(rules.parse().unwrap());
        for (per_side, memory) in
            [(1, u64::MAX), (2, 0), (5, u64::MAX), (2, 3000), (5, 5000), (64, 0), (64, 3000)]
        {
            let work = super::folder();
            let mut solver = job.solver(work.path());
            (solver.narrow_limit, solver.memory, solver.shards) = (3, memory, Some(per_side));
            let found = interrupted(solver, FAMILY, &job.lower, 5);
            assert!(found == job.expected, "{rules} {per_side}");
        }
    }
}

/// Returns the maximum size in bytes of all logs after any superstep, and how many positions they
/// are for.
fn logged(memory: u64, checkpoint: Duration) -> (u64, u64) {
    let numbering = Numbering::new("4x4".parse().unwrap());
    let work = super::folder();
    let mut solver = Solver::new(Rules::default(), &numbering, work.path());
    (solver.memory, solver.shards) = (memory, Some(2));
    (solver.round, solver.checkpoint) = (Some(1), checkpoint);
    let most = AtomicU64::new(0);
    let solved = solver
        .solve_with(Material::new(2, 2), &Values::new(), &mut Local, &|_| {
            let files = fs::read_dir(work.path()).unwrap().map(|file| file.unwrap());
            let logs =
                files.filter(|file| file.path().extension().is_some_and(|kind| kind == "log"));
            let bytes = logs.map(|log| log.metadata().unwrap().len() - WorkFile::HEADER);
            most.fetch_max(bytes.sum(), Relaxed);
        })
        .unwrap();
    (most.into_inner(), solved.iter().map(|file| file.index().len()).sum())
}

#[test]
fn logs_take_at_most_half_a_byte_a_position() {
    let (most, positions) = logged(0, Duration::MAX);
    assert!((1..=positions / 2).contains(&most), "{most} of {positions}");
}

#[test]
fn no_message_is_logged_while_all_shards_are_in_memory() {
    assert_eq!(logged(u64::MAX, Duration::ZERO).0, 0);
}
