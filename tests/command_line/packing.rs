//! Tables solved and packed again.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use loa_solver::{Material, Rules};
use loa_tablebase::{Layout, Metric, Packing, Table, TableError};

use serde_json::Value as Json;

use crate::{assert_same_files, command, files, kept_tables, loa};

/// The memory for the largest table is checked before the first is packed.
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

#[test]
fn kept_tables_come_out_again_byte_for_byte() {
    for (preset, rules) in [
        ("club", "mover-pass"),
        ("tournament", "draw-pass"),
        ("soucie", "own-loss"),
        ("openspiel", "mover-loss"),
        ("playstrategy", "draw-draw"),
        ("misere", "mover-pass-misere"),
    ] {
        for threads in [1, 2, 4] {
            let folder = tempfile::tempdir().unwrap();
            let solve = format!("solve 4x4 --rules {preset} --threads {threads} --quiet");
            loa(folder.path(), &solve).ok();
            assert_same_files(&files(&folder.path().join(rules).join("4x4")), &kept_tables(rules));
        }
    }
}

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
