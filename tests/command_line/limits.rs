//! Solves and plans with too little memory or disk.

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
