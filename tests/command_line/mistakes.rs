//! Commands that fail: one clear line, the right exit status, and nothing lost.

use std::fs;

use crate::{assert_same_files, files, loa};

#[test]
fn a_wrong_value_is_found() {
    // A table of other rules whose header names these: every checksum is right, and only the game
    // can tell.
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x4 -q").ok();
    loa(folder.path(), "solve 4x4 --rules mover-draw -q").ok();
    let (right, wrong) = (
        folder.path().join("mover-pass/4x4/4v4.loa"),
        folder.path().join("mover-draw/4x4/4v4.loa"),
    );
    let mut bytes = fs::read(&wrong).unwrap();
    bytes[16..26].copy_from_slice(b"mover-pass");
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[..120]);
    bytes[120..128].copy_from_slice(&checksum.to_le_bytes());
    fs::write(&right, bytes).unwrap();
    loa(folder.path(), "check").ok();
    let printed = loa(folder.path(), "verify 4x4 -q").failed(3);
    assert!(printed.contains("4v4: ") && printed.contains("its successors make it"), "{printed}");
}

#[test]
fn two_solves_at_a_time_keep_out_of_each_others_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = crate::command(folder.path(), "solve 4x5 --stones 7 -q")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let work = folder.path().join("mover-pass/4x5/work");
    while !work.exists() && first.try_wait().unwrap().is_none() {}
    let mut busy = 0;
    while first.try_wait().unwrap().is_none() {
        let second = loa(folder.path(), "solve 4x5 --stones 7 -q");
        match second.status {
            0 => {}
            _ => {
                assert!(second.failed(1).contains("another solve"));
                busy += 1;
            }
        }
    }
    assert!(first.wait().unwrap().success());
    assert!(busy > 0, "the second solve never met the first");
    let once = tempfile::tempdir().unwrap();
    loa(once.path(), "solve 4x5 --stones 7 -q").ok();
    assert_same_files(&files(folder.path()), &files(once.path()));
}
