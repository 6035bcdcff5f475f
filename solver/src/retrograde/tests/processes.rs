//! Processes that share a work folder, with few shards in memory. Their values equal those of one
//! process, however many they are and whatever interrupts them.

use std::path::Path;
use std::time::Duration;

use super::fault::{self, Call, Fault, MADE_TO_FAIL};
use super::threads::{Threads, threads};
use super::{AllCodes, all_codes, folder, patience};
use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use crate::retrograde::{SolveError, Solver, Values};

/// A way to solve a family.
#[derive(Clone, Copy)]
struct Way {
    /// Shards of each side.
    shards: u32,
    /// Bytes of memory for the shards of a process.
    memory: u64,
    /// Processes of each attempt, in turn.
    sizes: &'static [usize],
    is_interrupted: bool,
    /// A call of a store that fails later from attempt to attempt, on varying processes.
    fails: Option<Call>,
    narrow_limit: u16,
    /// Positions worked through in a superstep.
    round: u64,
}

/// One process, with all shards but one on disk.
const PAGED: Way = Way {
    shards: 8,
    memory: 0,
    sizes: &[1],
    is_interrupted: false,
    fails: None,
    narrow_limit: 126,
    round: 1,
};

/// Three processes.
const SHARED: Way = Way { sizes: &[3], ..PAGED };

/// Interruptions in every stage and between stages, values that widen half-way, and another number
/// of processes each time.
const INTERRUPTED: Way =
    Way { shards: 4, sizes: &[2, 3, 1], is_interrupted: true, narrow_limit: 3, ..PAGED };

impl Way {
    /// Returns the failure of a process in an attempt.
    fn fault(&self, attempt: usize, rank: usize) -> Option<Fault> {
        if rank != attempt % self.size(attempt) {
            return None;
        }
        match self.fails {
            Some(call) => Some((call, attempt * attempt / 4)),
            // Every other time one process dies before it writes its records.
            None => (self.is_interrupted && attempt % 2 == 1).then_some((Call::Record, 0)),
        }
        .map(|(call, after)| Fault { call, after })
    }

    fn size(&self, attempt: usize) -> usize {
        self.sizes[attempt % self.sizes.len()]
    }
}

/// A family, and the values that it builds on.
struct Task<'a> {
    rules: Rules,
    numbering: &'a Numbering,
    family: Family,
    lower: &'a Values,
}

impl Task<'_> {
    /// Solves the family in any number of attempts. Returns the codes of its values by side, and
    /// how many attempts ended because a process failed.
    fn solve(&self, way: Way) -> (AllCodes, usize) {
        let (work, mut failures) = (folder(), 0);
        for attempt in 0.. {
            let processes = threads(way.size(attempt)).into_iter().enumerate();
            let ended: Vec<_> = std::thread::scope(|scope| {
                let spawn = |(rank, exchange)| {
                    let work = work.path();
                    scope.spawn(move || self.solve_part(way, work, attempt, rank, exchange))
                };
                let threads: Vec<_> = processes.map(spawn).collect();
                let ended = threads.into_iter().map(|thread| thread.join().unwrap());
                ended.collect()
            });
            let fault = (0..ended.len()).find_map(|rank| Some((rank, way.fault(attempt, rank)?)));
            failures += usize::from(self.has_failed(&ended, fault));
            if let Ok(mut found) = ended.into_iter().collect::<Result<Vec<_>, _>>() {
                found.dedup();
                assert_eq!(found.len(), 1, "processes read other values");
                return (found.remove(0), failures);
            }
        }
        unreachable!("attempts go on until one succeeds")
    }

    /// Works as one of the processes of an attempt.
    fn solve_part(
        &self,
        way: Way,
        work: &Path,
        attempt: usize,
        rank: usize,
        mut exchange: Threads,
    ) -> Result<AllCodes, SolveError> {
        let fault = way.fault(attempt, rank);
        let is_patient = !way.is_interrupted || rank != attempt % way.size(attempt);
        let mut solver = Solver::new(self.rules, self.numbering, work);
        (solver.round, solver.narrow_limit) = (Some(way.round), way.narrow_limit);
        (solver.memory, solver.shards) = (way.memory, Some(way.shards));
        solver.stop = patience(if is_patient { u32::MAX } else { attempt as u32 });
        if way.fails.is_some() {
            solver.checkpoint = Duration::ZERO;
        }
        fault::plan(fault);
        let solved = solver.solve_with(self.family, self.lower, &mut exchange, &|_| {});
        fault::plan(None);
        Ok(all_codes(&solved?))
    }

    /// `true` if a process has failed. If so, all must have ended together and name the same
    /// process.
    fn has_failed(
        &self,
        ended: &[Result<AllCodes, SolveError>],
        fault: Option<(usize, Fault)>,
    ) -> bool {
        let failed = |(rank, ended): (usize, &Result<_, SolveError>)| match ended {
            Ok(_) | Err(SolveError::Interrupted { .. }) => false,
            Err(SolveError::Io { error, .. }) if error.to_string() == MADE_TO_FAIL => {
                fault.is_some_and(|(failing, _)| failing == rank)
            }
            Err(SolveError::OtherProcess { rank, message }) => {
                let (failing, fault) = fault.expect("no other process is made to fail");
                assert_eq!(*message, format!("{:?}: {MADE_TO_FAIL}", fault.call));
                *rank == failing
            }
            Err(error) => panic!("{} {}: {error}", self.rules, self.family),
        };
        let failed: Vec<bool> = ended.iter().enumerate().map(failed).collect();
        assert!(failed.iter().all(|&other| other == failed[0]));
        failed[0]
    }
}

/// Solves all families of a board with up to `most` stones of each colour, by one process and in
/// other ways, and compares all values. Returns how many attempts ended because a process failed.
fn compare(board: &str, most: (u32, u32), rules: Rules, ways: &[Way]) -> usize {
    let numbering = Numbering::new(board.parse().unwrap());
    let work = folder();
    let (mut lower, mut failures) = (Values::new(), 0);
    let pairs = (2..=most.0).flat_map(|us| (2..=most.1).map(move |them| Material::new(us, them)));
    let mut families: Vec<Family> = pairs.map(Material::family).collect();
    families.sort();
    families.dedup();
    for family in families {
        let mut solver = Solver::new(rules, &numbering, work.path());
        // Captures lead to values of two bytes, too.
        solver.narrow_limit = 3;
        let files = solver.solve(family, &lower).unwrap();
        let task = Task { rules, numbering: &numbering, family, lower: &lower };
        for &way in ways {
            let (found, failed) = task.solve(way);
            assert!(found == all_codes(&files), "{board} {rules} {family}");
            failures += failed;
        }
        let files = files.into_iter();
        lower.extend(files.map(|file| (file.index().material(), file)));
    }
    failures
}

#[test]
fn few_shards_in_memory_come_to_the_same_values() {
    for rules in Rules::all() {
        compare("3x3", (3, 2), rules, &[PAGED, SHARED]);
    }
    compare("4x3", (3, 2), Rules::default(), &[PAGED, SHARED]);
}

#[test]
fn processes_that_are_interrupted_come_to_the_same_values() {
    for rules in ["mover-pass", "draw-loss", "own-draw", "mover-loss-misere"] {
        compare("3x4", (3, 2), rules.parse().unwrap(), &[INTERRUPTED]);
    }
}

#[test]
fn a_process_that_fails_holds_up_no_other() {
    for call in Call::ALL {
        let way = Way { sizes: &[3, 2], is_interrupted: false, fails: Some(call), ..INTERRUPTED };
        let failures = compare("3x4", (3, 2), Rules::default(), &[way]);
        assert!(failures > 2, "{call:?} has failed {failures} times");
    }
}

#[test]
#[ignore = "takes minutes: .ci/nightly"]
fn whole_boards_come_to_the_same_values() {
    let ways =
        [PAGED, SHARED, INTERRUPTED].map(|way| Way { memory: 1 << 20, round: 1 << 18, ..way });
    for rules in Rules::all() {
        compare("4x4", (4, 4), rules, &ways);
    }
    compare("5x4", (6, 4), Rules::default(), &ways);
}
