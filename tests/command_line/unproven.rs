//! Tables in a folder that has neither made nor verified them.

use std::fs;
use std::path::Path;

use loa_solver::{Numbering, Rules};
use loa_tablebase::{Table, write_table};
use serde_json::json;

use loa_tests::crafted;

use crate::loa;

const TABLE: &str = "mover-pass/3x4/2v2.loa";

/// Puts a table of 3x4 2v2 with one wrong loss into a folder.
fn put_wrong(folder: &Path) {
    let right = tempfile::tempdir().unwrap();
    loa(right.path(), "solve 3x4 --material 2v2 -q").ok();
    let numbering = Numbering::new("3x4".parse().unwrap());
    let index = numbering.index("2v2".parse().unwrap()).unwrap();
    let cells = Table::open(right.path().join(TABLE)).unwrap().cells(&index).unwrap();
    let mut codes: Vec<u16> = cells.iter().map(|cell| cell.code()).collect();
    let lost = codes.iter_mut().find(|code| **code == 10);
    *lost.expect("a loss in 4") = 6;
    let values = crafted::values(right.path(), &index, &codes);
    let to = folder.join(TABLE);
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    write_table(Rules::default(), &values, &to).unwrap();
}

fn unproven(folder: &Path) -> serde_json::Value {
    loa(folder, "solve 3x4 --json").json()["unproven"].clone()
}

#[test]
fn a_wrong_table_in_place_of_a_proved_one_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(unproven(folder.path()), json!([]));
    put_wrong(folder.path());
    fs::remove_file(folder.path().join("mover-pass/3x4/4v2.loa")).unwrap();
    assert_eq!(unproven(folder.path()), json!(["2v2"]));
}

#[test]
fn a_wrong_table_is_found_and_stays_unproven() {
    for sample in ["", "--sample 1000000"] {
        let folder = tempfile::tempdir().unwrap();
        put_wrong(folder.path());
        let verify = || loa(folder.path(), &format!("verify 3x4 -q {sample}")).failed(3);
        assert!(verify().contains("2v2: "), "{}", verify());
        assert_eq!(unproven(folder.path()), json!(["2v2"]));
        verify();
    }
}
