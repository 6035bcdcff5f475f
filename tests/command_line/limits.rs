//! Solves and plans with too little memory or disk.

use std::process::Command;

use loa_tests::with_mounts;

use crate::{assert_same_files, files, kept_tables, loa};

/// On a disk too small for the work, nothing is begun.
#[test]
fn a_small_disk_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "mount -t tmpfs -o size=200k none '{0}' && '{1}' solve 4x4 -q --tables '{0}'; \
         echo \"status $?\" >&2; ls '{0}' >&2",
        folder.path().display(),
        env!("CARGO_BIN_EXE_loa")
    );
    let Some(output) = with_mounts(&script) else { return };
    let stderr = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{stderr}");
    assert!(lines[0].contains("of disk") && lines[1] == "status 1", "{stderr}");
}

/// If the disk fills during a solve, finished tables remain, and the same command resumes once
/// space is free. A limit on the size of files stands in for the full disk: the values of 4v4 take
/// more than 30 KiB, all else less.
#[test]
fn a_disk_that_fills_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "ulimit -f 60; exec '{}' solve 4x4 -q --tables '{}'",
        env!("CARGO_BIN_EXE_loa"),
        folder.path().display()
    );
    let output = Command::new("dash").args(["-c", &script]).output();
    let output = output.or_else(|_| Command::new("sh").args(["-c", &script]).output());
    let printed = crate::Answer::of(output.unwrap()).failed(1);
    assert!(printed.contains("4v4"), "{printed}");
    assert!(printed.ends_with("the same command continues it"), "{printed}");
    let kept = kept_tables("mover-pass");
    let place = folder.path().join("mover-pass/4x4");
    let finished = files(&place);
    assert_same_files(&finished, &kept[..finished.len()]);
    assert_eq!(finished.len(), kept.len() - 1);
    loa(folder.path(), "solve 4x4 -q").ok();
    assert_same_files(&files(&place), &kept);
}

/// Without checkpoints and with enough memory, no logs or states are on disk.
#[test]
fn a_solve_without_checkpoints_needs_less_disk() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x4 -q --checkpoint never").ok();
    assert_same_files(&files(&folder.path().join("mover-pass/4x4")), &kept_tables("mover-pass"));
    let disk = |checkpoint: &str| {
        let line = format!("solve 8x8 --stones 10 --memory 8000000TiB --checkpoint {checkpoint}");
        let printed = loa(folder.path(), &line).failed(1);
        let (_, needed) = printed.split_once("needs ").unwrap();
        let (amount, _) = needed.split_once(" TiB of disk").unwrap();
        amount.parse::<f64>().unwrap()
    };
    assert!(disk("never") < 0.7 * disk("20"));
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
