//! Tables solved and packed again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use loa_solver::{Material, Rules};
use loa_tablebase::{Layout, Packing, Table, TableError};

use crate::{assert_same_files, command, files, kept_tables, loa, project};

/// The memory for the largest table is checked before the first is packed.
#[test]
fn memory_for_all_tables_is_looked_at_first() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x3 -q").ok();
    let tables = Layout::new(folder.path()).tables(Rules::default(), "4x3".parse().unwrap());
    let needed = |(_, path): &(Material, PathBuf)| {
        let header = Table::open(path).unwrap().header().clone();
        let nothing = Packing::default().memory(0);
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

#[test]
fn packing_that_is_killed_leaves_the_old_table_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("draw-loss/5x4/3v3.loa");
    fs::create_dir_all(table.parent().unwrap()).unwrap();
    let read = |path: &str| fs::read(project().join(path)).unwrap();
    let (old, new) = (read("tests/versions/2.loa"), read("data/conformance/draw-loss/5x4/3v3.loa"));
    for turn in 0..8 {
        fs::write(&table, &old).unwrap();
        let mut packing = command(folder.path(), "pack").stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(2 + 5 * turn));
        packing.kill().unwrap();
        packing.wait().unwrap();
        let left = fs::read(&table).unwrap();
        assert!(left == old || left == new, "{turn}");
    }
    loa(folder.path(), "pack").ok();
    assert!(fs::read(&table).unwrap() == new);
}
