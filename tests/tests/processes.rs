//! Several processes build tables together: the bytes are the same for any number of processes,
//! whatever fails meanwhile. They verify together with the result of one process. The processes are
//! threads that share only channels and the folder.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use loa_solver::retrograde::SolveError;
use loa_solver::{Board, Color, Material, Numbering, Position, Rules, Stop, Value};
use loa_tablebase::{
    BuildError, BuildReport, Builder, Event, Layout, Selection, Table, TableError, TableSubject,
    Tablebase, Verified, Verifier, VerifyError,
};
use loa_tests::crafted;
use loa_tests::folder::{files, in_memory as folder};
use loa_tests::threads::{Threads, threads};

/// Returns files by relative path, except the lock and the record of proofs.
fn tables(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = files(folder);
    files.retain(|path| !path.file_name().unwrap().to_str().unwrap().starts_with('.'));
    let inside = |path: &Path| path.strip_prefix(folder).unwrap().to_owned();
    files.iter().map(|path| (inside(path), fs::read(path).unwrap())).collect()
}

fn builder(folder: &Path, board: &str, rules: Rules) -> Builder {
    let layout = Layout::new(folder);
    Builder::new(layout, rules, board.parse().unwrap(), Selection::Whole).checkpoint(Duration::ZERO)
}

/// Lets `size` processes build together. The process of this rank is stopped after this number of
/// questions. None may begin a family again.
fn build(builder: &Builder, size: usize, patience: Option<(usize, u32)>) -> Vec<Ended> {
    let is_restarted = &AtomicBool::new(false);
    let ended = std::thread::scope(|scope| {
        let start = |(rank, mut exchange): (usize, Threads)| {
            scope.spawn(move || {
                let left = patience.filter(|&(of, _)| of == rank);
                let stop = after(left.map_or(u32::MAX, |(_, left)| left));
                let builder = builder.clone().stop(stop);
                builder.run_with(&mut exchange, &|event| {
                    if matches!(event, Event::Restarted { .. }) {
                        is_restarted.store(true, Relaxed);
                    }
                })
            })
        };
        let started: Vec<_> = threads(size).into_iter().enumerate().map(start).collect();
        let ended = started.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    assert!(!is_restarted.load(Relaxed), "work was refused");
    ended
}

type Ended = Result<BuildReport, BuildError>;

/// Returns a signal that is set after some questions and stays set.
fn after(questions: u32) -> Stop {
    let left = AtomicU32::new(questions);
    Stop::when(move || {
        let before = left.load(Relaxed);
        left.store(before.saturating_sub(1), Relaxed);
        before == 0
    })
}

fn is_interrupted(ended: &Ended) -> bool {
    matches!(
        ended,
        Err(BuildError::Interrupted | BuildError::Solve(SolveError::Interrupted { .. }))
    )
}

#[test]
fn any_number_of_processes() {
    for (board, rules) in [("4x3", "draw-loss-misere"), ("4x4", "mover-pass")] {
        let rules = rules.parse().unwrap();
        let alone = folder();
        let report = builder(alone.path(), board, rules).run().unwrap();
        let expected = tables(alone.path());
        assert_eq!(expected.len(), report.written);
        for size in 1..5 {
            let made = folder();
            let ended = build(&builder(made.path(), board, rules), size, None);
            assert!(tables(made.path()) == expected, "{board} {size}");
            let reports: Vec<BuildReport> = ended.into_iter().map(Result::unwrap).collect();
            assert_eq!(reports[0].written, report.written);
            assert!(reports[1..].iter().all(|helper| helper.written == 0));
        }
    }
}

#[test]
fn processes_that_are_interrupted_go_on_with_others() {
    let rules = Rules::default();
    let alone = folder();
    builder(alone.path(), "4x4", rules).run().unwrap();
    let made = folder();
    let builder = builder(made.path(), "4x4", rules);
    let mut interruptions = 0;
    for attempt in 0.. {
        let size = [3, 2, 1, 4][attempt % 4];
        let patience = (attempt % size, 3 * attempt as u32);
        let ended = build(&builder, size, Some(patience));
        if ended.iter().all(Result::is_ok) {
            break;
        }
        assert!(ended.iter().any(is_interrupted), "{ended:?}");
        interruptions += 1;
    }
    assert!(interruptions > 5, "only {interruptions} interruptions");
    assert!(tables(made.path()) == tables(alone.path()));
}

/// Lets `size` processes verify together.
fn verify(verifier: &Verifier, size: usize) -> Vec<Result<Verified, VerifyError>> {
    std::thread::scope(|scope| {
        let start =
            |mut exchange: Threads| scope.spawn(move || verifier.run_with(&mut exchange, &|_| {}));
        let started: Vec<_> = threads(size).into_iter().map(start).collect();
        let ended = started.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    })
}

#[test]
fn any_number_of_processes_verifies() {
    for (board, rules) in [("4x3", "draw-loss-misere"), ("3x4", "own-pass"), ("4x4", "mover-pass")]
    {
        let made = folder();
        let rules: Rules = rules.parse().unwrap();
        builder(made.path(), board, rules).run().unwrap();
        let board: Board = board.parse().unwrap();
        let record = made.path().join(format!("{rules}/{board}/.proven"));
        for board in [board, board.transposed()] {
            let verifier = Verifier::new(Layout::new(made.path()), rules, board);
            let alone = verifier.run().unwrap();
            let proven = fs::read(&record).unwrap();
            for size in 1..5 {
                fs::remove_file(&record).unwrap();
                for verified in verify(&verifier, size) {
                    assert_eq!(verified.unwrap(), alone, "{board} {rules} {size}");
                }
                assert_eq!(fs::read(&record).unwrap(), proven);
            }
            for (values, seed) in [(0, 0), (500, 1), (u64::MAX, 2)] {
                let sampled = verifier.clone().sample(values, seed);
                let alone = sampled.run().unwrap();
                for verified in verify(&sampled, 3) {
                    assert_eq!(verified.unwrap(), alone, "{board} {rules}");
                }
            }
        }
        // One family, with the families that its captures lead to.
        let largest = builder(made.path(), &board.to_string(), rules).plan().unwrap();
        let material = largest.families.last().unwrap().family.larger_first();
        let verifier = Verifier::new(Layout::new(made.path()), rules, board).only(material);
        let alone = verifier.run().unwrap();
        for verified in verify(&verifier, 3) {
            assert_eq!(verified.unwrap(), alone);
        }
    }
}

/// Returns the positions of a material, each with the table's loss or `None`.
fn losses(tables: &Tablebase, board: Board, material: Material) -> Vec<(Position, Option<u16>)> {
    let index = Numbering::new(board).index(material).unwrap();
    let loss = |at| {
        let (us, them) = index.position(at);
        let position = Position::new(board, us, them, Color::Black).unwrap();
        match tables.answer(&position).unwrap() {
            Value::Loss(plies) => (position, Some(plies)),
            _ => (position, None),
        }
    };
    (0..index.len()).map(loss).collect()
}

/// A loss too many, a loss too few, or a loss with another distance.
#[test]
fn processes_find_wrong_losses() {
    let (board, rules): (Board, Rules) = ("4x3".parse().unwrap(), Rules::default());
    let made = folder();
    let layout = Layout::new(made.path());
    builder(made.path(), "4x3", rules).run().unwrap();
    let (mut found, mut counted) = (0, 0);
    for material in ["2v2", "3v2", "2v3", "4v2"] {
        let material: Material = material.parse().unwrap();
        let path = layout.table(TableSubject { rules, board, material });
        let right = fs::read(&path).unwrap();
        let losses = losses(&Tablebase::open(made.path(), rules), board, material);
        let verifier = Verifier::new(layout.clone(), rules, board).only(material);
        // The format has no losses in which a move connects.
        let tables = Tablebase::open(made.path(), rules);
        let goes_on = |position: &Position| {
            let value = tables.answer(position).unwrap();
            rules.termination(position).is_none() && value != Value::Win(1)
        };
        let open: Vec<_> = losses.iter().filter(|(position, _)| goes_on(position)).collect();
        for (wrong, is) in open.iter().step_by(1 + open.len() / 12) {
            let lost: HashMap<Position, Option<u16>> = losses.iter().copied().collect();
            let lost = |position: &Position| match position == wrong {
                true if *is == Some(4) => None,
                true => Some(4),
                false => lost[position],
            };
            crafted::write(&path, rules, (board, material), lost);
            if Table::open(&path).is_err() {
                continue;
            }
            found += 1;
            let mismatch = |ended: &Result<Verified, VerifyError>| match ended {
                Err(VerifyError::Wrong { mismatch, .. }) => *mismatch.clone(),
                other => panic!("{wrong} {other:?}"),
            };
            let first = mismatch(&verifier.run());
            assert_ne!(first.stored, first.implied);
            for size in 1..4 {
                let ended = verify(&verifier, size);
                assert!(ended.iter().all(|ended| mismatch(ended) == first));
            }
            // A sample finds the same with any number of processes.
            for values in [100, u64::MAX] {
                let sampled = verifier.clone().sample(values, found);
                let alone = sampled.run();
                assert!(alone.is_err() || values == 100);
                for ended in verify(&sampled, 3) {
                    match &alone {
                        Ok(alone) => assert_eq!(ended.unwrap(), *alone),
                        alone => assert_eq!(mismatch(&ended), mismatch(alone)),
                    }
                }
            }
        }
        // The losses are right, but the census lacks their wins: the counts are wrong, or wins are
        // longer than the longest distance of the table.
        let all: HashMap<Position, Option<u16>> = losses.into_iter().collect();
        crafted::write(&path, rules, (board, material), |position| all[position]);
        for size in 1..4 {
            for ended in verify(&verifier, size) {
                let miscounted = matches!(ended, Err(VerifyError::Census(of)) if of == material);
                let too_long = matches!(ended, Err(VerifyError::Wrong { .. }));
                assert!(miscounted || too_long, "{material} {size} {ended:?}");
                counted += u32::from(miscounted);
            }
        }
        fs::write(&path, &right).unwrap();
    }
    assert!(found > 30 && counted > 6, "{found} {counted}");
}

#[test]
fn processes_that_verify_fail_together() {
    let (board, rules): (Board, Rules) = ("4x3".parse().unwrap(), Rules::default());
    let made = folder();
    let layout = Layout::new(made.path());
    builder(made.path(), "4x3", rules).run().unwrap();
    let verifier = Verifier::new(layout.clone(), rules, board);
    for ended in verify(&verifier.clone().memory(1 << 20), 2) {
        assert!(matches!(ended, Err(VerifyError::Table(TableError::Memory { .. }))));
    }
    let path = layout.table(TableSubject { rules, board, material: "3v2".parse().unwrap() });
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, &bytes).unwrap();
    let ended = verify(&verifier, 3);
    let damaged =
        |ended: &Result<Verified, VerifyError>| matches!(ended, Err(VerifyError::Table(_)));
    let others = |ended: &Result<Verified, VerifyError>| {
        matches!(ended, Err(VerifyError::Processes(SolveError::OtherProcess { .. })))
    };
    assert!(ended.iter().any(damaged), "{ended:?}");
    assert!(ended.iter().all(|ended| damaged(ended) || others(ended)), "{ended:?}");
    fs::remove_file(&path).unwrap();
    for ended in verify(&verifier, 2) {
        let missing = matches!(ended, Err(VerifyError::Table(TableError::Missing { .. })));
        assert!(missing, "{ended:?}");
    }
}
