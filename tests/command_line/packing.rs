//! Tables packed anew, and tables without distances.

use std::fs;
use std::path::{Path, PathBuf};

use loa_solver::{Material, Rules};
use loa_tablebase::{Layout, Metric, Packing, Table, TableError};
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
fn tables_without_distances_have_the_same_results() {
    let (exact, wdl) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    loa(exact.path(), "solve 4x3 -q").ok();
    loa(wdl.path(), "solve 4x3 --metric wdl -q").ok();
    let (printed, known) = (
        loa(wdl.path(), QUESTION).json(),
        loa(exact.path(), QUESTION).json(),
    );
    assert_eq!(printed["category"], known["category"]);
    let categories = |answer: &serde_json::Value| -> Vec<(String, String)> {
        let moves = answer["moves"].as_array().unwrap().iter();
        let mut moves: Vec<_> = moves
            .map(|m| (m["move"].to_string(), m["category"].to_string()))
            .collect();
        moves.sort();
        moves
    };
    assert_eq!(categories(&printed), categories(&known));
    let info = loa(wdl.path(), "info --json").json();
    let tables = info["tables"].as_array().unwrap();
    assert!(!tables.is_empty() && tables.iter().all(|table| table["metric"] == "wdl"));

    // What needs distances says so.
    let census = loa(exact.path(), "census 4x3").ok();
    let longest: Vec<&str> = census.split_whitespace().rev().take(2).collect();
    let line = format!("line \"{} {}\"", longest[1], longest[0]);
    for command in [&line[..], "verify 4x3 -q", "pack"] {
        let printed = loa(wdl.path(), command).failed(6);
        assert!(printed.contains("no distances"), "{command}: {printed}");
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
    let printed = loa(folder.path(), "solve 3x4 --material 3v2 --metric wdl");
    assert!(
        printed.stderr.contains("2v2: there, with distances"),
        "{}",
        printed.stderr
    );
    let printed = printed.ok();
    let expected = "nothing to do: all 3 tables are there, with distances";
    assert_eq!(printed.lines().next(), Some(expected));
    let printed = loa(
        folder.path(),
        "solve 3x4 --material 3v2 --metric wdl --json",
    )
    .json();
    assert_eq!(
        (&printed["skipped"], &printed["with_distances"]),
        (&json!(3), &json!(3))
    );
    assert_same_files(&files(folder.path()), &before);
}

#[test]
fn distances_are_dropped_only_where_that_is_said_and_agreed_to() {
    let folder = tempfile::tempdir().unwrap();
    for rules in ["club", "tournament"] {
        loa(
            folder.path(),
            &format!("solve 3x4 --material 3v2 --rules {rules} -q"),
        )
        .ok();
    }
    let before = files(folder.path());
    let one = folder.path().join("mover-pass/3x4/2v2.loa");
    let named = format!("pack --metric wdl \"{}\"", one.display());
    for (command, losing) in [
        ("pack --metric wdl", "3 tables of 3x4 under draw-pass"),
        ("pack --metric wdl --yes", "name the files"),
        ("pack --metric wdl --board 3x4", "6 tables"),
        (
            "pack --metric wdl --rules club",
            "3 tables of 3x4 under mover-pass",
        ),
        ("pack --metric wdl --rules club --json", "add --yes"),
        (&named, "1 table of 3x4 under mover-pass"),
    ] {
        let printed = loa(folder.path(), command);
        assert_eq!(printed.status, 2, "{command}: {}", printed.stdout);
        if losing != "6 tables" {
            assert!(
                printed.stderr.contains(losing),
                "{command}: {}",
                printed.stderr
            );
        }
        assert_same_files(&files(folder.path()), &before);
    }
    // A folder that has none of these tables loses nothing, and once it has some.
    let other = tempfile::tempdir().unwrap();
    let to = format!("--to \"{}\"", other.path().display());
    loa(folder.path(), &format!("pack --rules club {to}")).ok();
    loa(
        folder.path(),
        &format!("pack --metric wdl --rules tournament {to}"),
    )
    .ok();
    let printed = loa(
        folder.path(),
        &format!("pack --metric wdl --rules club {to}"),
    )
    .failed(2);
    assert!(
        printed.contains("3 tables of 3x4 under mover-pass"),
        "{printed}"
    );

    loa(
        folder.path(),
        "pack --metric wdl --rules tournament --board 3x4 --yes",
    )
    .ok();
    let info = loa(folder.path(), "info --json").json();
    for table in info["tables"].as_array().unwrap() {
        let expected = if table["rules"] == "draw-pass" {
            "wdl"
        } else {
            "distance"
        };
        assert_eq!(table["metric"], expected);
    }
    assert_eq!(loa(folder.path(), "pack --rules soucie").status, 5);
}

#[test]
fn nothing_is_packed_while_the_board_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let before = files(folder.path());
    let lock = fs::File::open(folder.path().join("mover-pass/3x4/.lock")).unwrap();
    lock.lock().unwrap();
    for command in ["pack", "pack --metric wdl --rules club --yes"] {
        let printed = loa(folder.path(), command).failed(1);
        assert!(
            printed.contains("another solve of this board is running"),
            "{printed}"
        );
    }
    assert_same_files(&files(folder.path()), &before);
    drop(lock);
    loa(folder.path(), "pack").ok();
}

#[test]
fn memory_that_is_not_allowed_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    for command in ["verify 3x4", "pack"] {
        let printed = loa(folder.path(), &format!("{command} --memory 1KiB")).failed(1);
        assert!(
            printed.contains("of memory, and 1.00 KiB are allowed"),
            "{printed}"
        );
        loa(folder.path(), &format!("{command} --memory 256MiB -q")).ok();
    }
}

/// The largest of all tables is looked at before the first is packed.
#[test]
fn memory_for_all_tables_is_looked_at_first() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x3 -q").ok();
    let tables = Layout::new(folder.path()).tables(Rules::default(), "4x3".parse().unwrap());
    let needed = |(_, path): &(Material, PathBuf)| {
        let header = Table::open(path).unwrap().header().clone();
        let nothing = Packing::new(Metric::Distance).memory(0);
        match nothing.check_memory(&header, Path::new("")).unwrap_err() {
            TableError::Memory { needed, .. } => needed,
            error => panic!("{error}"),
        }
    };
    let needed: Vec<u64> = tables.unwrap().iter().map(needed).collect();
    let (least, most) = (needed.iter().min().unwrap(), needed.iter().max().unwrap());
    assert!(least < most);
    let packed = folder.path().join("packed");
    let command = format!("pack --to {} --memory", packed.display());
    let printed = loa(folder.path(), &format!("{command} {}", most - 1)).failed(1);
    assert!(printed.contains("of memory, and"), "{printed}");
    assert!(!packed.exists());
    loa(folder.path(), &format!("{command} {most}")).ok();
}
