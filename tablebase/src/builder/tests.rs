//! Whole builds of small boards: the files that they keep, and the files that they make.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use loa_solver::retrograde::Local;
use loa_solver::{Board, Rules, Stop};
use tempfile::TempDir;

use super::error::BuildError;
use super::first_process::is_begun;
use super::lock::BoardLock;
use super::plan::Selection;
use super::settings::{Builder, free_disk};
use crate::event::{BuildReport, Event};
use crate::format::subject::TableSubject;
use crate::format::table::Table;
use crate::source::layout::Layout;

/// Returns a new folder, in memory if the system offers that: waiting for a disk would take most of
/// the time.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Solves a part of a board in a new folder.
pub(crate) fn solved(board: Board, rules: Rules, selection: Selection) -> (TempDir, Layout) {
    let folder = folder();
    let layout = Layout::new(folder.path());
    Builder::new(layout.clone(), rules, board, selection).run().unwrap();
    (folder, layout)
}

/// Runs a build that is stopped once some tables have been written.
fn stopped(builder: &Builder, tables: usize) -> Result<BuildReport, BuildError> {
    let written = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&written);
    let builder = builder.clone().stop(Stop::when(move || seen.load(Relaxed) >= tables));
    builder.run_with(&mut Local, &|event| {
        if let Event::Written(..) = event {
            written.fetch_add(1, Relaxed);
        }
    })
}

fn builder(folder: &Path) -> Builder {
    let (rules, board) = (Rules::default(), "3x4".parse().unwrap());
    Builder::new(Layout::new(folder), rules, board, Selection::Whole)
}

/// Returns the file of one table.
fn file(builder: &Builder, material: &str) -> PathBuf {
    let (rules, board) = (builder.rules, builder.board);
    builder.layout.table(TableSubject { rules, board, material: material.parse().unwrap() })
}

/// Returns the bytes of all tables, by name.
fn tables(builder: &Builder) -> BTreeMap<String, Vec<u8>> {
    let tables = builder.layout.tables(builder.rules, builder.board).unwrap().into_iter();
    tables.map(|(material, file)| (material.to_string(), fs::read(file).unwrap())).collect()
}

/// Returns all tables.
fn made() -> BTreeMap<String, Vec<u8>> {
    let folder = folder();
    let builder = builder(folder.path());
    builder.run().unwrap();
    let work = builder.layout.work(builder.rules, builder.board);
    assert!(!work.exists());
    // As after a kill while the last family was recorded.
    let left = builder.layout.board(builder.rules, builder.board).join(".proven.new");
    fs::create_dir(&work).and_then(|()| fs::write(&left, "")).unwrap();
    builder.run().unwrap();
    assert!(!work.exists() && !left.exists());
    tables(&builder)
}

#[test]
fn an_interrupted_run_is_ended_by_the_next() {
    let exact = made();
    // The tables of the last family are written together.
    for written in 1..exact.len() - 1 {
        let folder = folder();
        let builder = builder(folder.path());
        assert!(stopped(&builder, written).is_err());
        // A build of a part keeps the work that is unfinished.
        let begun = is_begun(&builder).unwrap();
        let mut part = builder.clone();
        part.selection = Selection::Material("2v2".parse().unwrap());
        part.run().unwrap();
        assert_eq!(is_begun(&builder).unwrap(), begun, "after {written}");
        let report = builder.run().unwrap();
        assert!(report.written < exact.len());
        assert!(tables(&builder) == exact, "after {written}");
        assert!(!builder.layout.work(builder.rules, builder.board).exists());
    }
}

#[test]
fn a_second_build_of_a_board_is_refused() {
    let folder = folder();
    let builder = builder(folder.path());
    let board = builder.layout.board(builder.rules, builder.board);
    fs::create_dir_all(&board).unwrap();
    let lock = BoardLock::take(&board, &|_| {}).unwrap();
    let refused = builder.run().unwrap_err();
    assert!(refused.to_string().contains("another solve"), "{refused}");
    drop(lock);
    builder.run().unwrap();
}

#[test]
fn room_that_interrupted_work_takes_is_not_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let (layout, rules) = (Layout::new(folder.path()), Rules::default());
    let board = "8x8".parse().unwrap();
    let free = free_disk(folder.path()).unwrap();
    let too_much = (4..=12).find_map(|stones| {
        let selection = Selection::Stones(stones);
        let builder = Builder::new(layout.clone(), rules, board, selection).memory(u64::MAX);
        let plan = builder.plan().unwrap();
        let needed = plan.disk_bytes();
        (needed > free).then_some((builder, plan, needed))
    });
    let (builder, plan, needed) = too_much.unwrap();
    assert!(matches!(builder.check_resources(&plan), Err(BuildError::Disk { .. })));
    let work = layout.work(rules, board);
    fs::create_dir_all(&work).unwrap();
    // The file is sparse and takes no space.
    let begun = fs::File::create(work.join("4v3.values")).unwrap();
    begun.set_len(needed - free / 2).unwrap();
    builder.check_resources(&plan).unwrap();
}

#[test]
fn damaged_tables_are_made_again_and_named() {
    let exact = made();
    let folder = folder();
    let builder = builder(folder.path());
    builder.run().unwrap();
    let file = file(&builder, "2v4");
    let whole = fs::read(&file).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    for damaged in [
        flipped(20),
        flipped(150),
        flipped(whole.len() - 1),
        whole[..whole.len() - 1].to_vec(),
        b"no table".to_vec(),
        Vec::new(),
    ] {
        fs::write(&file, &damaged).unwrap();
        let report = builder.run().unwrap();
        let replaced: Vec<&PathBuf> = report.replaced.iter().map(|old| &old.path).collect();
        assert_eq!((report.written, replaced), (2, vec![&file]));
        assert_eq!(report.replaced[0].aside, None);
        assert!(tables(&builder) == exact);
    }
}

#[test]
fn files_in_each_other_s_places_are_set_aside() {
    let exact = made();
    let folder = folder();
    let builder = builder(folder.path());
    builder.run().unwrap();
    let file = |name| file(&builder, name);
    let (one, other) = (file("3v2"), file("2v3"));
    fs::write(&one, &exact["2v3"]).unwrap();
    fs::write(&other, &exact["3v2"]).unwrap();
    // A name that is taken is kept.
    fs::write(one.with_extension("loa.1.old"), "taken").unwrap();
    let report = builder.run().unwrap();
    assert!(tables(&builder) == exact);
    assert_eq!((report.written, report.replaced.len()), (2, 2));
    for replaced in &report.replaced {
        assert!(replaced.reason.contains("belongs"), "{}", replaced.reason);
        let aside = fs::read(replaced.aside.as_ref().unwrap()).unwrap();
        let name = if replaced.path == one { "2v3" } else { "3v2" };
        assert!(aside == exact[name]);
    }
}

/// Returns a table whose values are not those it was packed from, with every checksum right.
fn with_wrong_digest(mut table: Vec<u8>) -> Vec<u8> {
    table[80] ^= 1;
    let checksum = xxhash_rust::xxh3::xxh3_64(&table[..120]);
    table[120..128].copy_from_slice(&checksum.to_le_bytes());
    table
}

#[test]
fn damage_that_shows_when_values_are_needed_is_made_good_too() {
    let exact = made();
    let folder = folder();
    let builder = builder(folder.path());
    builder.run().unwrap();
    let file = |name| file(&builder, name);
    // Solving needs the values of 3v2, for these the losses of 2v3, and for these the losses of
    // 2v2.
    fs::remove_file(file("4v2")).unwrap();
    for name in ["2v2", "2v3"] {
        fs::write(file(name), with_wrong_digest(exact[name].clone())).unwrap();
        Table::open(file(name)).unwrap().check().unwrap();
    }
    let report = builder.run().unwrap();
    assert!(tables(&builder) == exact);
    let replaced: Vec<&PathBuf> = report.replaced.iter().map(|old| &old.path).collect();
    assert_eq!((report.written, replaced), (5, vec![&file("2v2"), &file("2v3")]));
}
