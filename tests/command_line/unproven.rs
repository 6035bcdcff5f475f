//! Tables in a folder that has neither made nor verified them.

use std::fs;
use std::path::Path;

use loa_solver::{Numbering, Rules};
use loa_tablebase::{Table, write_table};
use serde_json::json;

use loa_tests::crafted;

use crate::{loa, words};

/// Returns a folder with only the table of 3x4 2v2, with one wrong loss if `is_wrong`.
fn with_2v2(is_wrong: bool) -> tempfile::TempDir {
    let whole = tempfile::tempdir().unwrap();
    loa(whole.path(), "solve 3x4 --material 2v2 -q").ok();
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("mover-pass/3x4");
    fs::create_dir_all(&board).unwrap();
    let (from, to) = (whole.path().join("mover-pass/3x4/2v2.loa"), board.join("2v2.loa"));
    fs::copy(&from, &to).unwrap();
    if is_wrong {
        let numbering = Numbering::new("3x4".parse().unwrap());
        let index = numbering.index("2v2".parse().unwrap()).unwrap();
        let cells = Table::open(&from).unwrap().cells(&index).unwrap();
        let mut codes: Vec<u16> = cells.iter().map(|cell| cell.code()).collect();
        let lost = codes.iter_mut().find(|code| **code == 10);
        *lost.expect("a loss in 4") = 6;
        let values = crafted::values(whole.path(), &index, &codes);
        write_table(Rules::default(), &values, &to).unwrap();
    }
    folder
}

fn unproven(folder: &Path, line: &str) -> serde_json::Value {
    loa(folder, &format!("solve 3x4 {line} --json")).json()["unproven"].clone()
}

fn remove(folder: &Path, material: &str) {
    let table = format!("mover-pass/3x4/{material}.loa");
    fs::remove_file(folder.join(table)).unwrap();
}

#[test]
fn what_a_folder_has_made_or_verified_is_known() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(unproven(folder.path(), "--stones 4"), json!([]));
    assert_eq!(unproven(folder.path(), ""), json!([]));

    let folder = with_2v2(false);
    let printed = loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let line = printed.lines().find(|line| line.starts_with("built on 2v2, "));
    let (_, command) = line.unwrap().split_once("verify with: loa ").unwrap();
    assert_eq!(words(command)[..2], ["verify", "3x4"]);
    // The tables made from it are not proved either.
    let all = json!(["2v2", "2v3", "3v2"]);
    assert_eq!(unproven(folder.path(), ""), all);
    loa(folder.path(), command).ok();
    remove(folder.path(), "4v2");
    assert_eq!(unproven(folder.path(), ""), json!([]));
    // Another table in place of a proved one is noticed.
    let wrong = with_2v2(true);
    let table = "mover-pass/3x4/2v2.loa";
    fs::copy(wrong.path().join(table), folder.path().join(table)).unwrap();
    remove(folder.path(), "4v2");
    assert_eq!(unproven(folder.path(), ""), json!(["2v2"]));
}

#[test]
fn tables_are_verified_before_others_are_built_on_them() {
    let folder = with_2v2(true);
    let printed = loa(folder.path(), "verify 3x4 -q").failed(3);
    assert!(printed.contains("2v2: "), "{printed}");
    assert_eq!(unproven(folder.path(), ""), json!(["2v2"]));
    loa(folder.path(), "verify 3x4 -q").failed(3);

    let folder = with_2v2(false);
    loa(folder.path(), "verify 3x4 -q").ok();
    assert_eq!(unproven(folder.path(), ""), json!([]));
    loa(folder.path(), "verify 3x4 -q").ok();
}

#[test]
fn a_sample_proves_nothing_and_finds_what_it_meets() {
    let folder = with_2v2(false);
    let printed = loa(folder.path(), "verify 3x4 --sample 100 --seed 5 -q").ok();
    assert!(printed.contains("a sample does not prove the rest"), "{printed}");
    let sample = loa(folder.path(), "verify 3x4 --sample 100 --json").json();
    let (values, of) = (&sample["values"], &sample["sample"]["of"]);
    assert!(values.as_u64().unwrap() >= 100 && values.as_u64() < of.as_u64());
    assert_eq!(sample["sample"]["seed"], json!(0));
    let all = loa(folder.path(), "verify 3x4 --sample 1000000 --json").json();
    assert_eq!(&all["values"], of);
    let whole = loa(folder.path(), "verify 3x4 --json").json();
    assert_eq!((&whole["values"], &whole["sample"]), (of, &json!(null)));

    // Only the table that was not made here is unproved.
    let folder = with_2v2(false);
    loa(folder.path(), "verify 3x4 --sample 1000000 -q").ok();
    assert_eq!(unproven(folder.path(), "")[0], json!("2v2"));
    let wrong = with_2v2(true);
    let printed = loa(wrong.path(), "verify 3x4 --sample 1000000 -q").failed(3);
    assert!(printed.contains("2v2: "), "{printed}");
    loa(wrong.path(), "verify 3x4 --seed 1").failed(2);
}
