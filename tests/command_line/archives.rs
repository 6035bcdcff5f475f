//! Archives: tables packed for keeping, and packed for reading again.

use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value as Json;

use crate::{assert_same_files, command, files, loa};

/// Returns a field of all tables that a command reports.
fn fields(answer: &Json, field: &str) -> Vec<Json> {
    let tables = answer["tables"].as_array().unwrap().iter();
    tables.map(|table| table[field].clone()).collect()
}

#[test]
fn packing_that_is_killed_leaves_the_old_table_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path();
    loa(tables, "solve 4x4 -q").ok();
    let (solved, digests) = (files(tables), fields(&loa(tables, "info --json").json(), "digest"));
    for (turn, line) in ["pack --archive", "pack"].repeat(4).into_iter().enumerate() {
        let mut packing = command(tables, line).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(2 + 5 * turn as u64));
        packing.kill().unwrap();
        packing.wait().unwrap();
        loa(tables, "check").ok();
        assert_eq!(fields(&loa(tables, "info --json").json(), "digest"), digests);
    }
    loa(tables, "pack").ok();
    let left = files(tables).into_iter().filter(|(path, _)| is_table(path));
    assert_same_files(&left.collect::<Vec<_>>(), &solved);
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "loa")
}
