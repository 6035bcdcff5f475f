//! The conformance set, `data/conformance`: small tables and positions with their values, for
//! authors of readers.

use std::path::{Path, PathBuf};
use std::process::Command;

use loa_solver::{Position, Rules};
use loa_tablebase::{Form, Layout, Packing, Table, Tablebase, pack};
use loa_tests::project;

fn conformance() -> PathBuf {
    project().join("data/conformance")
}

/// Returns the tables of the set, packed as archives.
fn archives() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (Layout::new(conformance()), Layout::new(folder.path()));
    for (rules, board) in from.boards().unwrap() {
        for (material, table) in from.tables(rules, board).unwrap() {
            let archive = to.table(rules, board, material);
            std::fs::create_dir_all(archive.parent().unwrap()).unwrap();
            let metric = Table::open(&table).unwrap().header().metric;
            pack(table, &archive, &Packing::new(metric).form(Form::Archive)).unwrap();
        }
    }
    folder
}

#[test]
fn this_reader_gives_the_answers() {
    give_the_answers(&conformance());
    give_the_answers(archives().path());
}

fn give_the_answers(tables: &Path) {
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
        return;
    }
    let reader = project().join("tests/reader/read_table.py");
    for tables in [&conformance(), archives().path()] {
        let read = Command::new("python3")
            .arg(&reader)
            .arg(tables)
            .arg(conformance().join("positions.csv"))
            .output()
            .unwrap();
        let told = String::from_utf8(read.stdout).unwrap();
        assert!(read.status.success(), "{told}");
        assert!(told.contains(" 0 differences"), "{told}");
    }
}
