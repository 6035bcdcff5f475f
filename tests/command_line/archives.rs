//! Archives: tables packed for keeping, and packed for reading again.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::{assert_same_files, command, files, loa};

/// Returns a field of all tables that a command reports.
fn fields(answer: &Json, field: &str) -> Vec<Json> {
    let tables = answer["tables"].as_array().unwrap().iter();
    tables.map(|table| table[field].clone()).collect()
}

#[test]
fn an_archive_becomes_the_very_tables_that_were_solved() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path();
    for (board, rules) in [("3x5", "misere"), ("4x4", "soucie"), ("4x3", "club")] {
        loa(tables, &format!("solve {board} --rules {rules} -q")).ok();
    }
    let solved = files(tables);
    let before = loa(tables, "info --json").json();
    let packed = loa(tables, "pack --archive --json").json();
    assert!(fields(&packed, "form").iter().all(|form| form == "archive"));
    assert!(
        fields(&packed, "packed")
            .iter()
            .all(|packed| packed == &json!(true))
    );
    let archives = files(tables);
    let bytes = |files: &[(_, Vec<u8>)]| files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    assert!(bytes(&archives) < bytes(&solved) * 9 / 10);

    let info = loa(tables, "info --json").json();
    assert!(
        fields(&info, "version")
            .iter()
            .all(|version| version == &json!(4))
    );
    for field in [
        "file", "digest", "longest", "wins", "draws", "losses", "metric",
    ] {
        assert_eq!(fields(&info, field), fields(&before, field), "{field}");
    }
    // Every table is one already, and stays as it is.
    let again = loa(tables, "pack --archive").ok();
    assert!(
        again
            .lines()
            .all(|line| line.ends_with("an archive already")),
        "{again}"
    );
    let again = loa(tables, "pack --archive --json").json();
    assert!(
        fields(&again, "packed")
            .iter()
            .all(|packed| packed == &json!(false))
    );
    assert_eq!(fields(&again, "bytes"), fields(&packed, "bytes"));
    assert_same_files(&files(tables), &archives);

    loa(tables, "pack").ok();
    assert_same_files(&files(tables), &solved);
}

#[test]
fn an_archive_answers_like_the_table_it_was_made_from() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x4 --rules soucie -q").ok();
    let archive = folder.path().join("archive");
    loa(
        folder.path(),
        &format!("pack --archive --to {}", archive.display()),
    )
    .ok();
    for line in [
        "probe start 4x4 --rules soucie --json",
        "line start 4x4 --rules soucie --json",
        "census 4x4 --rules soucie --csv",
        "check",
        "solve 4x4 --rules soucie",
    ] {
        let known = loa(folder.path(), line).ok();
        let known = known.replace(&folder.path().display().to_string(), "");
        let found = loa(&archive, line).ok();
        assert_eq!(
            found.replace(&archive.display().to_string(), ""),
            known,
            "{line}"
        );
    }
    loa(&archive, "verify 4x4 --rules soucie -q").ok();
    loa(&archive, "verify 4x4 --rules soucie --sample 1000 -q").ok();
    // A solve builds on archives, and writes tables as ever.
    let name = "own-loss/4x4/4v4.loa";
    fs::remove_file(archive.join(name)).unwrap();
    loa(&archive, "solve 4x4 --rules soucie -q").ok();
    let solved = fs::read(folder.path().join(name)).unwrap();
    assert!(fs::read(archive.join(name)).unwrap() == solved);
}

#[test]
fn an_archive_without_distances_comes_back_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path();
    loa(tables, "solve 4x3 --metric wdl -q").ok();
    let solved = files(tables);
    // Distances are wanted by default.
    let printed = loa(tables, "pack --archive").failed(6);
    assert!(printed.contains("no distances"), "{printed}");
    assert_same_files(&files(tables), &solved);
    loa(tables, "pack --archive --metric wdl").ok();
    let again = loa(tables, "pack --archive --metric wdl").ok();
    assert!(
        again
            .lines()
            .all(|line| line.ends_with("an archive already")),
        "{again}"
    );
    let info = loa(tables, "info").ok();
    let rows = info.lines().filter(|line| line.starts_with("4x3 "));
    assert!(rows.clone().count() > 2 && rows.clone().all(|row| row.contains(" wdl      archive ")));
    loa(tables, "pack --metric wdl").ok();
    assert_same_files(&files(tables), &solved);
}

#[test]
fn packing_that_is_killed_leaves_the_old_table_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path();
    loa(tables, "solve 4x4 -q").ok();
    let (solved, digests) = (
        files(tables),
        fields(&loa(tables, "info --json").json(), "digest"),
    );
    for (turn, line) in ["pack --archive", "pack"].repeat(4).into_iter().enumerate() {
        let mut packing = command(tables, line);
        let mut packing = packing.stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(2 + 5 * turn as u64));
        packing.kill().unwrap();
        packing.wait().unwrap();
        loa(tables, "check").ok();
        assert_eq!(
            fields(&loa(tables, "info --json").json(), "digest"),
            digests
        );
    }
    loa(tables, "pack").ok();
    let left = files(tables).into_iter().filter(|(path, _)| is_table(path));
    assert_same_files(&left.collect::<Vec<_>>(), &solved);
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "loa")
}
