//! The conformance set, `data/conformance`: small tables and positions with their values, for
//! authors of readers.

use std::path::PathBuf;
use std::process::Command;

use loa_solver::{Position, Rules};
use loa_tablebase::Tablebase;
use loa_tests::{project, skipped};

fn conformance() -> PathBuf {
    project().join("data/conformance")
}

#[test]
fn this_reader_gives_the_answers() {
    let tables = &conformance();
    let answers = std::fs::read_to_string(conformance().join("positions.csv")).unwrap();
    let mut count = 0;
    for line in answers.lines().skip(1) {
        let [rules, position, category, plies] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let rules: Rules = rules.parse().unwrap();
        let position: Position = position.parse().unwrap();
        let answer = Tablebase::open(tables, rules).answer(&position).unwrap();
        let told = answer.plies().map_or(String::new(), |plies| plies.to_string());
        assert_eq!((answer.wdl().name(), &told[..]), (category, plies), "{line}");
        count += 1;
    }
    assert!(count >= 2000, "{count}");
}

/// Runs a reader in another language, written from the document only. Without Python 3.10 the test
/// cannot run it.
#[test]
fn the_reader_written_from_the_document_gives_the_answers() {
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 10))";
    let python = Command::new("python3").args(["-c", new_enough]).status();
    if !python.is_ok_and(|status| status.success()) {
        return skipped("Python 3.10 is missing");
    }
    let reader = project().join("tests/reader/read_table.py");
    let read = Command::new("python3")
        .arg(&reader)
        .arg(conformance())
        .arg(conformance().join("positions.csv"))
        .output()
        .unwrap();
    let told = String::from_utf8(read.stdout).unwrap();
    assert!(read.status.success(), "{told}");
    assert!(told.contains(" 0 differences"), "{told}");
}
