//! Boards with files and ranks exchanged: tables of one serve both.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::{assert_same_files, files, loa};

fn solved(board: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), &format!("solve {board} -q")).ok();
    folder
}

fn copy(from: &Path, to: &Path, names: &[&str]) {
    fs::create_dir_all(to).unwrap();
    for name in names {
        let name = format!("{name}.loa");
        fs::copy(from.join(&name), to.join(&name)).unwrap();
    }
}

#[test]
fn a_board_is_not_solved_again_for_its_transpose() {
    let (wide, tall) = (solved("4x3"), solved("3x4"));
    let before = files(wide.path());
    let printed = loa(wide.path(), "solve 3x4 -q").ok();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "nothing to do: all 5 tables are there");
    assert!(lines[1].contains("those of 4x3"), "{printed}");
    assert_eq!(lines[2], "the start of 3x4 under mover-pass: x wins in 1");
    for question in [
        "probe start 3x4",
        "probe \"o1o/x2/2o/o1x x\" --json",
        "line \"o1o/x2/2o/o1x x\"",
        "census 3x4 --csv",
        "verify 3x4 -q",
    ] {
        let expected = loa(tall.path(), question).ok();
        assert_eq!(loa(wide.path(), question).ok(), expected, "{question}");
    }
    let plan = loa(wide.path(), "plan 3x4 --json").json();
    assert_eq!(
        (&plan["positions"], &plan["tables_of"]),
        (&json!(0), &json!("4x3"))
    );
    // The longest win that a census shows is one.
    let census = loa(wide.path(), "census 3x4 --json").json();
    let longest = &census["all"]["longest_win"];
    let position = longest["position"].as_str().unwrap();
    let probe = loa(tall.path(), &format!("probe \"{position}\" --json")).json();
    assert_eq!(
        (&probe["category"], &probe["plies"]),
        (&json!("win"), &longest["plies"])
    );
    assert_same_files(&files(wide.path()), &before);
}

#[test]
fn what_is_left_of_the_transpose_is_solved_where_it_was_begun() {
    let wide = solved("4x3");
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x3 --material 3v2 -q").ok();
    let printed = loa(folder.path(), "solve 3x4 --json").json();
    assert_eq!(
        (&printed["written"], &printed["tables_of"]),
        (&json!(2), &json!("4x3"))
    );
    assert_same_files(&files(folder.path()), &files(wide.path()));
}

#[test]
fn tables_of_both_boards_serve_together() {
    let (wide, tall) = (solved("4x3"), solved("3x4"));
    let folder = tempfile::tempdir().unwrap();
    let place = |folder: &Path, board: &str| folder.join("mover-pass").join(board);
    let (own, other) = (place(folder.path(), "3x4"), place(folder.path(), "4x3"));
    copy(&place(tall.path(), "3x4"), &own, &["2v3", "3v2"]);
    copy(&place(wide.path(), "4x3"), &other, &["2v2", "2v3"]);
    loa(folder.path(), "solve 3x4 -q").ok();
    let expected = files(&place(tall.path(), "3x4"));
    let mut without = expected.clone();
    without.retain(|(name, _)| !name.ends_with("2v2.loa"));
    assert_same_files(&files(&own), &without);
    let verified = loa(folder.path(), "verify 3x4 --json").json();
    assert_eq!(verified["tables"], 5);

    // A damaged table of the other board is solved for this one.
    let damaged = other.join("2v2.loa");
    let mut bytes = fs::read(&damaged).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    let printed = loa(folder.path(), "solve 3x4");
    assert!(printed.stderr.contains("is damaged"), "{}", printed.stderr);
    printed.ok();
    assert_same_files(&files(&own), &expected);
}
