//! The agreement to start, between threads.

#![allow(clippy::unwrap_used, reason = "a test fails so")]

#[path = "../../../solver/src/retrograde/tests/threads.rs"]
mod threads;

use std::path::{Path, PathBuf};

use loa_mpi::{Fact, StartError, expect_same, expect_shared};
use loa_solver::retrograde::Exchange;
use threads::threads;

fn fact(name: &'static str, value: &str) -> Fact {
    let value = value.to_owned();
    Fact { name, value }
}

fn agree_to_start(
    exchange: &mut dyn Exchange,
    facts: &[Fact],
    folder: &Path,
) -> Result<(), StartError> {
    let mut facts = facts.iter();
    facts.try_for_each(|fact| expect_same(exchange, fact))?;
    expect_shared(exchange, folder)
}

/// Lets as many processes agree as there are facts and folders.
fn agree(processes: &[(Vec<Fact>, PathBuf)]) -> Vec<Result<(), StartError>> {
    std::thread::scope(|scope| {
        let ends = threads(processes.len()).into_iter().zip(processes);
        let started = ends.map(|(mut end, (facts, folder))| {
            scope.spawn(move || agree_to_start(&mut end, facts, folder))
        });
        let started: Vec<_> = started.collect();
        let joined = started.into_iter().map(|thread| thread.join().unwrap());
        joined.collect()
    })
}

fn is_empty(folder: &Path) -> bool {
    folder.read_dir().unwrap().next().is_none()
}

#[test]
fn processes_with_the_same_facts_and_folder_start() {
    let folder = tempfile::tempdir().unwrap();
    let facts = || vec![fact("version", "1"), fact("board", "5x5")];
    for inside in ["", "tables", "tables/of/loa"] {
        let process = || (facts(), folder.path().join(inside));
        for size in 1..4 {
            let processes: Vec<_> = (0..size).map(|_| process()).collect();
            assert!(agree(&processes).iter().all(Result::is_ok));
        }
    }
    assert!(is_empty(folder.path()));
}

#[test]
fn processes_that_differ_do_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let process = |board: &str| {
        let facts = vec![fact("version", "1"), fact("board", board)];
        (facts, folder.path().to_owned())
    };
    let started = agree(&[process("5x5"), process("5x5"), process("5x4")]);
    for started in started {
        let message = started.unwrap_err().to_string();
        let expected = "board differs: process 2 has 5x4, process 0 has 5x5";
        assert_eq!(message, expected);
    }
    assert!(is_empty(folder.path()));
}

#[test]
fn processes_with_folders_of_their_own_do_not_start() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let process = |at: usize| {
        (
            vec![fact("version", "1")],
            folders[at].path().join("tables"),
        )
    };
    for started in agree(&[process(0), process(0), process(1)]) {
        match started.unwrap_err() {
            StartError::NotShared { rank, .. } => assert_eq!(rank, 2),
            error => panic!("{error}"),
        }
    }
    assert!(folders.iter().all(|folder| is_empty(folder.path())));
}
