//! Solving through its seams: a store that holds few shards in memory and an
//! exchange between threads, made from the public interface alone, come to the
//! values of the usual solve.

#![allow(clippy::unwrap_used, reason = "a test fails so")]

mod failing;
mod paged;
mod threads;
mod together;

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use loa_solver::retrograde::{
    BlockValues, Control, FinishedValues, LowerValues, Shards, SolveError, Solver, Values,
};
use loa_solver::{Family, Index, Material, Numbering, Rules};

use failing::{Call, FailingStore, Fault, MADE_TO_FAIL};
use paged::PagedStore;
use threads::threads;

/// Lends finished values unpacked, as a cache of packed ones would.
struct Unpacked<'a>(&'a FinishedValues);

impl LowerValues for Unpacked<'_> {
    fn index(&self) -> &Index {
        self.0.index()
    }

    fn block(&self, orbit: u64) -> io::Result<BlockValues<'_>> {
        let len = self.0.index().block_len();
        let mut codes = vec![0; len as usize];
        self.0
            .read_codes(orbit * len, &mut codes)
            .map_err(io::Error::other)?;
        let (codes, from) = (Arc::from(codes), 0);
        Ok(BlockValues::SharedWide { codes, from })
    }
}

/// Lets so many supersteps pass.
struct Patience(AtomicU32);

impl Control for Patience {
    fn interrupted(&self) -> bool {
        let left = self.0.load(Relaxed);
        self.0.store(left.saturating_sub(1), Relaxed);
        left == 0
    }
}

/// A way to solve a family through the seams.
#[derive(Clone, Copy)]
struct Way {
    /// Shards of each side.
    shards: u32,
    /// Shards in the memory of each process.
    capacity: usize,
    /// Processes in each attempt, in turn.
    sizes: &'static [usize],
    is_interrupted: bool,
    /// A call of a store that fails later and later from attempt to attempt, now on one
    /// process, now on another.
    fails: Option<Call>,
    /// True if the usual store, without memory, is tried as well.
    is_usual: bool,
    narrow_limit: u16,
    /// Positions worked through in a superstep.
    round: u64,
}

impl Way {
    /// Returns the failure of an attempt by so many processes.
    fn fault(&self, attempt: usize, size: usize) -> Option<Fault> {
        let rank = attempt % size;
        let (call, after) = match self.fails {
            Some(call) => (call, attempt * attempt / 4),
            // Every other time one process dies before it writes its records.
            None if self.is_interrupted && attempt % 2 == 1 => (Call::Record, 0),
            None => return None,
        };
        Some(Fault { rank, call, after })
    }
}

/// The work that a solve has taken.
#[derive(Default)]
struct Effort {
    /// The number of times that a shard was read in the last attempt.
    reads: usize,
    /// Attempts that ended because a process failed.
    failures: usize,
}

/// A family solved in the usual way, and what it builds on.
struct Solved<'a> {
    rules: Rules,
    numbering: &'a Numbering,
    family: Family,
    lower: &'a Values,
}

impl Solved<'_> {
    fn indexes(&self) -> Vec<Index> {
        let index = |side| self.numbering.index(side).unwrap();
        self.family.materials().map(index).collect()
    }

    /// Solves the family, perhaps interrupted again and again, and returns the codes
    /// of all its values by side.
    fn solve(&self, way: Way) -> (Vec<Vec<u16>>, Effort) {
        let work = folder();
        let shards = Shards::new(&self.indexes(), way.shards);
        let mut effort = Effort::default();
        for attempt in 0.. {
            let size = way.sizes[attempt % way.sizes.len()];
            let rounds = match way.is_interrupted {
                true => attempt as u32,
                false => u32::MAX,
            };
            let fault = way.fault(attempt, size);
            let processes = threads(size).into_iter().enumerate();
            let ended: Vec<_> = std::thread::scope(|scope| {
                let spawn = |(rank, mut exchange)| {
                    let (shards, work) = (shards.clone(), work.path());
                    scope.spawn(move || {
                        let owners = shards.all().zip(shards.owners(size));
                        let own = owners.filter(|&(_, owner)| owner == rank);
                        let own = own.map(|(shard, _)| shard).collect();
                        let mut store = FailingStore {
                            store: PagedStore::open(work, shards, own, way.capacity).unwrap(),
                            fault: fault.filter(|fault| fault.rank == rank),
                        };
                        let patient = rank != attempt % size;
                        let control = Patience(if patient { u32::MAX } else { rounds }.into());
                        let solved =
                            self.solve_part(way, work, &mut store, &mut exchange, &control);
                        solved.map(|()| store.store)
                    })
                };
                let threads: Vec<_> = processes.map(spawn).collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap())
                    .collect()
            });
            effort.failures += usize::from(self.has_failed(&ended, fault));
            if let Ok(stores) = ended.into_iter().collect::<Result<_, _>>() {
                return (self.gather(stores, &shards, &mut effort), effort);
            }
        }
        unreachable!("attempts go on until one succeeds")
    }

    fn solve_part(
        &self,
        way: Way,
        work: &Path,
        store: &mut FailingStore,
        exchange: &mut threads::Threads,
        control: &Patience,
    ) -> Result<(), SolveError> {
        let mut solver = Solver::new(self.rules, self.numbering, work);
        (solver.round, solver.narrow_limit) = (Some(way.round), way.narrow_limit);
        if way.fails.is_some() {
            solver.checkpoint = Duration::ZERO;
        }
        let lower: Vec<Unpacked<'_>> = self.lower.values().map(Unpacked).collect();
        let lower: Vec<&dyn LowerValues> = lower.iter().map(|lower| lower as _).collect();
        solver.solve_with(self.family, &lower, store, exchange, control)
    }

    /// Returns whether a process has failed. Then all have ended together, and know
    /// which.
    fn has_failed(&self, ended: &[Result<PagedStore, SolveError>], fault: Option<Fault>) -> bool {
        let failed = |(rank, ended): (usize, &Result<PagedStore, SolveError>)| match ended {
            Ok(_) | Err(SolveError::Interrupted { .. }) => false,
            Err(SolveError::Io { source, .. }) if source.to_string() == MADE_TO_FAIL => {
                fault.is_some_and(|fault| fault.rank == rank)
            }
            Err(SolveError::OtherProcess { rank, message }) => {
                let fault = fault.expect("nobody else is made to fail");
                assert_eq!(*message, format!("{:?}: {MADE_TO_FAIL}", fault.call));
                *rank == fault.rank
            }
            Err(error) => panic!("{} {}: {error}", self.rules, self.family),
        };
        let failed: Vec<bool> = ended.iter().enumerate().map(failed).collect();
        assert!(failed.iter().all(|&other| other == failed[0]));
        failed[0]
    }

    fn gather(
        &self,
        stores: Vec<PagedStore>,
        shards: &Shards,
        effort: &mut Effort,
    ) -> Vec<Vec<u16>> {
        let mut codes = HashMap::new();
        for mut store in stores {
            codes.extend(store.codes().unwrap());
            effort.reads += store.reads;
        }
        let side = |side| {
            let of_side = shards.all().filter(|shard| shard.side == side);
            of_side.flat_map(|shard| codes[&shard].clone()).collect()
        };
        (0..shards.sides()).map(side).collect()
    }
}

/// A folder in memory where the system has one there.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let in_memory = memory.is_dir().then(|| tempfile::tempdir_in(memory).ok());
    in_memory
        .flatten()
        .unwrap_or_else(|| tempfile::tempdir().unwrap())
}

fn codes(file: &FinishedValues) -> Vec<u16> {
    let mut codes = vec![0; file.index().len() as usize];
    file.read_codes(0, &mut codes).unwrap();
    codes
}

/// Solves all families of a board with at most so many stones of each colour, in the
/// usual way and in others, and compares all values. Returns how many attempts have
/// ended because a process failed.
fn compare(board: &str, most: (u32, u32), rules: Rules, ways: &[Way]) -> usize {
    let numbering = Numbering::new(board.parse().unwrap());
    let work = folder();
    let (mut values, mut failures) = (Values::new(), 0);
    let pairs = (2..=most.0).flat_map(|us| (2..=most.1).map(move |them| Material::new(us, them)));
    let mut families: Vec<Family> = pairs.map(Material::family).collect();
    families.sort_by_key(|family| (family.stones(), *family));
    families.dedup();
    for family in families {
        let solver = Solver::new(rules, &numbering, work.path());
        let files = solver.solve(family, &values, &()).unwrap();
        let expected: Vec<Vec<u16>> = files.iter().map(codes).collect();
        let solved = Solved {
            rules,
            numbering: &numbering,
            family,
            lower: &values,
        };
        for &way in ways {
            let (found, effort) = solved.solve(way);
            assert!(found == expected, "{board} {rules} {family}");
            // The last of many attempts may have had hardly anything left to do.
            let is_first = !way.is_interrupted && effort.failures == 0;
            assert!(!is_first || effort.reads > way.shards as usize);
            failures += effort.failures;
            let is_same = !way.is_usual || solved.solve_together(way) == expected;
            assert!(is_same, "{board} {rules} {family}");
        }
        values.extend(
            files
                .into_iter()
                .map(|file| (file.index().material(), file)),
        );
    }
    failures
}

/// All shards but two on the disk, one process.
const PAGED: Way = Way {
    shards: 8,
    capacity: 2,
    sizes: &[1],
    is_interrupted: false,
    fails: None,
    is_usual: true,
    narrow_limit: 126,
    round: 1,
};

/// Three processes.
const SHARED: Way = Way {
    sizes: &[3],
    ..PAGED
};

/// Interrupted in every stage and between, values that widen half-way, and other
/// processes each time.
const INTERRUPTED: Way = Way {
    shards: 4,
    capacity: 1,
    sizes: &[2, 3, 1],
    is_interrupted: true,
    fails: None,
    is_usual: true,
    narrow_limit: 3,
    round: 1,
};

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
        let way = Way {
            sizes: &[3, 2],
            is_interrupted: false,
            fails: Some(call),
            ..INTERRUPTED
        };
        let failures = compare("3x4", (3, 2), Rules::default(), &[way]);
        assert!(failures > 2, "{call:?} has failed {failures} times");
    }
}

#[test]
#[ignore = "takes minutes: .ci/run has time for it"]
fn whole_boards_come_to_the_same_values() {
    let ways = [PAGED, SHARED, INTERRUPTED].map(|way| Way {
        round: 1 << 18,
        // Pages that come and go take minutes on whole boards.
        is_usual: false,
        ..way
    });
    for rules in Rules::all() {
        compare("4x4", (4, 4), rules, &ways);
    }
    compare("5x4", (6, 4), Rules::default(), &ways);
}
