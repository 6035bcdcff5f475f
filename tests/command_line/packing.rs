//! Tables packed anew, and tables without distances.

use std::fs;

use serde_json::json;

use crate::{assert_same_files, files, loa, project};

const QUESTION: &str = "probe start 4x3 --json";

#[test]
fn a_table_of_version_2_is_read_and_packed_to_the_same_as_one_of_today() {
    let folder = tempfile::tempdir().unwrap();
    let old = project().join("tests/versions/2.loa");
    loa(folder.path(), &format!("check {}", old.display())).ok();
    let made = folder.path().join("draw-loss/5x4/3v3.loa");
    let words = format!("pack {} --to {}", old.display(), folder.path().display());
    loa(folder.path(), &words).ok();
    let today = project().join("data/conformance/draw-loss/5x4/3v3.loa");
    assert!(fs::read(&made).unwrap() == fs::read(today).unwrap());
    assert!(fs::read(&made).unwrap() != fs::read(&old).unwrap());
}

#[test]
fn tables_without_distances_tell_the_same_outcomes() {
    let (exact, wdl) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    loa(exact.path(), "solve 4x3 -q").ok();
    loa(wdl.path(), "solve 4x3 --metric wdl -q").ok();
    let (told, known) = (
        loa(wdl.path(), QUESTION).json(),
        loa(exact.path(), QUESTION).json(),
    );
    assert_eq!(told["category"], known["category"]);
    let categories = |answer: &serde_json::Value| -> Vec<(String, String)> {
        let moves = answer["moves"].as_array().unwrap().iter();
        let mut moves: Vec<_> = moves
            .map(|m| (m["move"].to_string(), m["category"].to_string()))
            .collect();
        moves.sort();
        moves
    };
    assert_eq!(categories(&told), categories(&known));
    let info = loa(wdl.path(), "info --json").json();
    let tables = info["tables"].as_array().unwrap();
    assert!(!tables.is_empty() && tables.iter().all(|table| table["metric"] == "wdl"));

    // What needs distances says so.
    let census = loa(exact.path(), "census 4x3").ok();
    let longest: Vec<&str> = census.split_whitespace().rev().take(2).collect();
    let line = format!("line \"{} {}\"", longest[1], longest[0]);
    for command in [&line[..], "verify 4x3 -q", "pack"] {
        let told = loa(wdl.path(), command).failed(6);
        assert!(told.contains("no distances"), "{command}: {told}");
    }
    let again = loa(wdl.path(), "solve 4x3 --metric wdl").ok();
    assert!(again.contains("nothing to do"), "{again}");

    // Packing the exact ones gives the same bytes; solving gives distances back.
    let packed = exact.path().join("packed");
    loa(
        exact.path(),
        &format!("pack --metric wdl --to {}", packed.display()),
    )
    .ok();
    let file = "mover-pass/4x3/2v2.loa";
    assert!(fs::read(packed.join(file)).unwrap() == fs::read(wdl.path().join(file)).unwrap());
    loa(wdl.path(), "solve 4x3 -q").ok();
    assert!(fs::read(exact.path().join(file)).unwrap() == fs::read(wdl.path().join(file)).unwrap());
}

#[test]
fn solving_without_distances_leaves_those_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let before = files(folder.path());
    let told = loa(folder.path(), "solve 3x4 --material 3v2 --metric wdl");
    assert!(
        told.stderr.contains("2v2: there, with distances"),
        "{}",
        told.stderr
    );
    let told = told.ok();
    let expected = "nothing to do: all 3 tables are there, with distances";
    assert_eq!(told.lines().next(), Some(expected));
    let told = loa(
        folder.path(),
        "solve 3x4 --material 3v2 --metric wdl --json",
    )
    .json();
    assert_eq!(
        (&told["skipped"], &told["with_distances"]),
        (&json!(3), &json!(3))
    );
    assert_same_files(&files(folder.path()), &before);
}
