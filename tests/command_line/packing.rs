//! Tables packed anew, and tables without distances.

use std::fs;
use std::path::{Path, PathBuf};

use loa_solver::{Material, Rules};
use loa_tablebase::{Layout, Metric, Packing, Table, TableError};

use crate::{assert_same_files, files, loa};

#[test]
fn nothing_is_packed_while_the_board_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let before = files(folder.path());
    let lock = fs::File::open(folder.path().join("mover-pass/3x4/.lock")).unwrap();
    lock.lock().unwrap();
    for command in ["pack", "pack --metric wdl --rules club --yes"] {
        let printed = loa(folder.path(), command).failed(1);
        assert!(printed.contains("another solve of this board is running"), "{printed}");
    }
    assert_same_files(&files(folder.path()), &before);
    drop(lock);
    loa(folder.path(), "pack").ok();
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
