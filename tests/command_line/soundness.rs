//! The output of `check` and `info` for tables that are damaged, old or misplaced.

use std::fs;

use serde_json::json;

use crate::{loa, project};

#[test]
fn files_in_each_other_s_places_are_found() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let printed = loa(folder.path(), "check").ok();
    assert!(printed.ends_with("no damage in 3 files\n"), "{printed}");
    let board = folder.path().join("mover-pass/3x4");
    let bytes = |name: &str| fs::read(board.join(name)).unwrap();
    let (one, other) = (bytes("3v2.loa"), bytes("2v3.loa"));
    fs::write(board.join("3v2.loa"), &other).unwrap();
    fs::write(board.join("2v3.loa"), &one).unwrap();
    for place in ["draw-pass/3x4", "mover-pass/4x3"] {
        fs::create_dir_all(folder.path().join(place)).unwrap();
        fs::copy(
            board.join("2v2.loa"),
            folder.path().join(place).join("2v2.loa"),
        )
        .unwrap();
    }
    let printed = loa(folder.path(), "check");
    let advice = "make it again with: loa solve 3x4 --material 3v2";
    assert_eq!(printed.stderr, format!("loa: 4 of 5 damaged; {advice}\n"));
    assert!(
        printed
            .stdout
            .contains("3v2 on 3x4 under mover-pass belongs"),
        "{}",
        printed.stdout
    );
    assert!(
        printed.stdout.contains("not under draw-pass"),
        "{}",
        printed.stdout
    );
    let json = loa(folder.path(), "check --json");
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&json["sound"], &json["damaged"]), (&json!(1), &json!(4)));
    // One file is checked against its path as well.
    let file = board.join("3v2.loa");
    let printed = loa(folder.path(), &format!("check \"{}\"", file.display()));
    assert_eq!(
        (printed.status, printed.stderr),
        (4, format!("loa: 1 of 1 damaged; {advice}\n"))
    );
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let file = format!("check \"{}\"", file.display());
    loa(folder.path(), &file).ok();
}

#[test]
fn sound_and_damaged_tables_are_listed_both() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let damaged = folder.path().join("mover-pass/3x4/2v2.loa");
    let bytes = fs::read(&damaged).unwrap();
    fs::write(&damaged, &bytes[..100]).unwrap();
    let printed = loa(folder.path(), "info");
    let advice = "make it again with: loa solve 3x4 --material 2v2";
    assert_eq!(
        (printed.status, printed.stderr),
        (4, format!("loa: 1 of 3 damaged; {advice}\n"))
    );
    let lines: Vec<&str> = printed.stdout.lines().collect();
    assert_eq!(lines.len(), 5 + 1);
    assert!(lines[1].contains("2v3") && lines[2].contains("3v2"));
    assert!(lines[3].contains("2v2.loa") && lines[3].contains("truncated"));
    assert!(lines[4].starts_with("2 tables in "), "{}", lines[4]);
    let json = loa(folder.path(), "info --json");
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["tables"].as_array().unwrap().len(), 2);
    let found = &json["damaged"][0];
    assert_eq!(found["file"], damaged.to_str().unwrap());
    assert!(found["error"].as_str().unwrap().contains("truncated"));
}

#[test]
fn the_tables_built_into_the_program_are_known() {
    let none = tempfile::tempdir().unwrap();
    let printed = loa(none.path(), "info").ok();
    let (first, built_in) = printed.split_once('\n').unwrap();
    assert_eq!(first, format!("no tables in {}", none.path().display()));
    assert!(
        built_in.starts_with("built into the program: 4x4 under mover-pass, "),
        "{printed}"
    );
    let json = loa(none.path(), "info --json").json();
    assert_eq!(json["built_in"].as_array().unwrap().len(), 6);
    let printed = loa(none.path(), "verify 4x4 -q --rules openspiel").ok();
    assert_eq!(
        printed,
        "4x4 under mover-loss: 310,471 values of 9 built-in tables checked, all agree with \
         their successors\n"
    );
    // Only those of presets are built in.
    let printed = loa(none.path(), "verify 4x4 -q --rules own-draw").failed(5);
    assert!(
        printed.ends_with("loa solve 4x4 --rules own-draw"),
        "{printed}"
    );
}

#[test]
fn longest_wins_and_losses_are_separate() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 --material 3v2 -q").ok();
    let census = loa(folder.path(), "census 3x4 --json").json();
    let info = loa(folder.path(), "info --json").json();
    let tables = info["tables"].as_array().unwrap();
    for (table, counted) in tables.iter().zip(census["materials"].as_array().unwrap()) {
        assert_eq!(table["material"], counted["material"]);
        for longest in ["longest_win", "longest_loss"] {
            assert_eq!(table[longest], counted[longest]["plies"], "{table}");
        }
    }
}

#[test]
fn a_folder_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x3 -q").ok();
    let none = tempfile::tempdir().unwrap();
    for command in ["check", "info"] {
        let named = format!("{command} \"{}\"", folder.path().display());
        let printed = loa(none.path(), &named).failed(2);
        let (_, advised) = printed.split_once(" is a folder; ").unwrap();
        let (_, advised) = advised.split_once(" with: loa ").unwrap();
        assert!(loa(none.path(), advised).ok().contains("2v2"), "{printed}");
    }
}

/// Distances that are wanted again are solved for.
#[test]
fn a_line_without_distances_comes_with_the_command_that_makes_them() {
    const LINE: &str = "line \"o1o/x2/2o/o1x x\"";
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x4 -q --metric wdl").ok();
    let printed = loa(folder.path(), LINE).failed(6);
    let (_, advised) = printed.split_once(" with: loa ").unwrap();
    assert_eq!(advised, "solve 3x4");
    loa(folder.path(), &format!("{advised} -q")).ok();
    loa(folder.path(), LINE).ok();
}

#[test]
fn an_old_format_comes_with_the_command_that_converts_it() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.loa");
    fs::copy(project().join("tests/versions/2.loa"), &old).unwrap();
    let info = format!("info \"{}\"", old.display());
    let printed = loa(folder.path(), &info).ok();
    let (_, advised) = printed
        .split_once("1 table of an older format, brought up to date by: loa ")
        .unwrap();
    loa(folder.path(), advised.trim()).ok();
    let printed = loa(folder.path(), &info).ok();
    assert!(!printed.contains("older"), "{printed}");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_reported() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = folder
        .path()
        .join(std::ffi::OsStr::from_bytes(b"bad\xff.loa"));
    fs::write(&name, "no table").unwrap();
    for command in ["check", "info"] {
        let mut command = crate::command(folder.path(), command);
        let answer = command.arg("--json").arg(&name).output().unwrap();
        assert_eq!(answer.status.code(), Some(4));
        let json: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
        assert!(json.to_string().contains("not a table"), "{json}");
    }
}
