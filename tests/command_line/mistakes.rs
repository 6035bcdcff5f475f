//! The end of commands that fail: one clear line, the right exit
//! status, and nothing lost.

use std::fs;

use crate::{assert_same_files, files, loa};

#[test]
fn nonsense_is_refused_with_the_character_and_the_reason() {
    let none = tempfile::tempdir().unwrap();
    let printed = loa(none.path(), "probe \"1xx1/o2q/o2o/1xx1 x\"").failed(2);
    assert!(printed.contains("character 8 is 'q'"), "{printed}");
    let printed = loa(none.path(), "moves \"4/4/4/xx2 x\"").failed(2);
    assert!(printed.contains("o has no stones"), "{printed}");
    let printed = loa(none.path(), "probe start 9x9").failed(2);
    assert!(printed.contains("9x9"), "{printed}");
    assert!(
        loa(none.path(), "perft start 4x4 deep")
            .failed(2)
            .contains("'deep'")
    );
    for usage in [
        "solve 9x9",
        "solve",
        "probe",
        "frobnicate",
        "solve 4x4 --rules chess",
        "solve 4x4 --material 9",
        "solve 4x4 --threads 0",
        "solve 4x4 --checkpoint often",
        "solve 4x4 --checkpoint=-1",
    ] {
        assert_eq!(loa(none.path(), usage).status, 2, "{usage}");
    }
    let printed = loa(none.path(), "solve 4x4 --pieces 99").failed(2);
    assert!(
        printed.contains("99 stones do not fit the 16 squares of 4x4"),
        "{printed}"
    );
    let printed = loa(none.path(), "solve 4x4 --pieces 3").failed(2);
    assert!(printed.contains("4 stones"), "{printed}");
    assert!(
        loa(none.path(), "solve 4x4 --material 9v9")
            .failed(2)
            .contains("does not fit")
    );
}

#[test]
fn a_missing_table_is_named_with_where_it_should_be() {
    let folder = tempfile::tempdir().unwrap();
    let printed = loa(folder.path(), "probe start 5x5").failed(5);
    let place = folder.path().join("mover-pass/5x5/6v6.loa");
    assert!(
        printed.contains("6v6 on 5x5") && printed.contains(place.to_str().unwrap()),
        "{printed}"
    );
    // The table of the question is there, one that it leads to is not.
    loa(folder.path(), "solve 5x4 --material 3v3 -q").ok();
    fs::remove_file(folder.path().join("mover-pass/5x4/2v3.loa")).unwrap();
    let printed = loa(folder.path(), "probe \"xo3/4x/o4/x3o x\"").failed(5);
    assert!(
        printed.contains("2v3") && printed.contains("3v3"),
        "{printed}"
    );
    let printed = loa(folder.path(), "verify 5x4 -q").failed(5);
    assert!(printed.contains("2v3"), "{printed}");
    assert_eq!(loa(folder.path(), "verify 6x6").status, 5);
    assert_eq!(loa(folder.path(), "census 6x6").status, 5);
    let printed = loa(folder.path(), "probe start 8x8").failed(6);
    assert!(printed.contains("12v12"), "{printed}");
}

/// The command that a failure ends with.
fn cure(printed: &str) -> &str {
    let (_, command) = printed.rsplit_once(" with: loa ").expect("a command");
    command
}

#[test]
fn the_command_that_is_advised_makes_what_is_missing() {
    let (none, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let tables = folder.path().join("my tables");
    let named = format!("--rules draw-loss --tables \"{}\"", tables.display());
    for question in [
        "probe \"xo1/3/o1x o\"",
        "line start 3x3",
        "census 3x3",
        "verify 3x3",
    ] {
        let printed = loa(none.path(), &format!("{question} {named}")).failed(5);
        let advised = cure(&printed).replace('\'', "\"");
        assert_eq!(advised, format!("solve 3x3 {named}"));
        loa(none.path(), &format!("{advised} -q")).ok();
        loa(none.path(), &format!("{question} {named}")).ok();
        fs::remove_dir_all(&tables).unwrap();
    }
    // The folder that the environment names needs no naming.
    let printed = loa(folder.path(), "probe start 5x5").failed(5);
    assert_eq!(cure(&printed), "solve 5x5");
    assert!(printed.contains(" (about "), "{printed}");
    let printed = loa(folder.path(), "probe \"xx6/8/8/x7/8/8/o5o1/8 x\"").failed(5);
    assert_eq!(cure(&printed), "solve 8x8 --material 3v2");
}

#[test]
fn failures_are_json_for_those_who_read_json() {
    let none = tempfile::tempdir().unwrap();
    let error = |line: &str, status: i32| -> serde_json::Value {
        let answer = loa(none.path(), line);
        assert_eq!(
            (answer.status, answer.stdout.as_str()),
            (status, ""),
            "{line}"
        );
        let error: serde_json::Value = serde_json::from_str(&answer.stderr).unwrap();
        assert_eq!(error["status"], status, "{line}");
        error
    };
    let missing = error("probe start 5x5 --json", 5);
    assert_eq!(missing["hint"], "loa solve 5x5");
    assert!(missing["error"].as_str().unwrap().contains("6v6 on 5x5"));
    assert!(error("--json moves foo", 2).get("hint").is_none());
    let usage = error("solve 4x4 --frobnicate --json", 2);
    assert!(
        usage["error"]
            .as_str()
            .unwrap()
            .starts_with("unexpected argument '--frobnicate'")
    );
    assert_eq!(loa(none.path(), "perft -- --json").status, 2);
    let usage = loa(none.path(), "solve 4x4 --frobnicate").stderr;
    assert!(
        usage.starts_with("loa: unexpected argument '--frobnicate'"),
        "{usage}"
    );
    assert!(!usage.contains("--tables"), "{usage}");
}

#[test]
fn no_folder_named_in_the_environment_is_the_users() {
    let home = tempfile::tempdir().unwrap();
    let mut info = crate::command(std::path::Path::new(""), "info");
    let info = info.env("HOME", home.path()).env_remove("XDG_DATA_HOME");
    let printed = crate::Answer::of(info.output().unwrap()).ok();
    assert!(printed.contains(home.path().to_str().unwrap()), "{printed}");
}

#[test]
fn damaged_files_and_missing_ones_differ() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 5x4 --material 3v2 -q").ok();
    let path = folder.path().join("mover-pass/5x4/3v2.loa");
    let whole = fs::read(&path).unwrap();
    let question = "probe \"xo3/4x/o4/4x x\"";
    loa(folder.path(), question).ok();

    fs::write(&path, &whole[..whole.len() - 7]).unwrap();
    let printed = loa(folder.path(), question).failed(4);
    assert!(
        printed.contains("3v2.loa") && printed.contains("truncated"),
        "{printed}"
    );
    assert_eq!(loa(folder.path(), "check").status, 4);

    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, &damaged).unwrap();
    let printed = loa(folder.path(), "verify 5x4 -q").failed(4);
    assert!(
        printed.contains("unit ") && printed.contains("3v2.loa"),
        "{printed}"
    );

    let mut damaged = whole.clone();
    damaged[150] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let printed = loa(folder.path(), "census 5x4").failed(4);
    assert!(printed.contains("census"), "{printed}");

    for number in [1, 99] {
        let mut version = whole.clone();
        version[8] = number;
        fs::write(&path, &version).unwrap();
        let pack = format!("pack {}", path.display());
        for command in [question, &pack] {
            let refused = loa(folder.path(), command).failed(4);
            assert!(refused.contains(&format!("version {number}")), "{refused}");
        }
        assert!(fs::read(&path).unwrap() == version);
    }

    fs::write(&path, "no table").unwrap();
    assert!(
        loa(folder.path(), question)
            .failed(4)
            .contains("not a table")
    );

    // Whatever the damage is, solving makes the table again and says which.
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for damaged in [b"no table", &flipped[..]] {
        fs::write(&path, damaged).unwrap();
        let printed = loa(folder.path(), "solve 5x4 --material 3v2 -q").ok();
        let again = format!("made {} again", path.display());
        assert!(printed.lines().any(|line| line == again), "{printed}");
        assert!(fs::read(&path).unwrap() == whole);
    }
}

#[test]
fn tables_of_other_rules_or_material_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 5x4 --material 3v2 -q").ok();
    let place = folder.path().join("mover-loss/5x4");
    fs::create_dir_all(&place).unwrap();
    for material in ["2v2", "2v3", "3v2"] {
        let name = format!("{material}.loa");
        fs::copy(
            folder.path().join("mover-pass/5x4").join(&name),
            place.join(&name),
        )
        .unwrap();
    }
    let printed = loa(folder.path(), "probe \"xo3/4x/o4/4x x\" --rules mover-loss").failed(7);
    assert!(
        printed.contains("mover-pass") && printed.contains("mover-loss"),
        "{printed}"
    );
    let own = folder.path().join("mover-pass/5x4");
    fs::copy(own.join("2v3.loa"), own.join("3v2.loa")).unwrap();
    let printed = loa(folder.path(), "probe \"xo3/4x/o4/4x x\"").failed(4);
    assert!(
        printed.contains("2v3 on 5x4") && printed.contains("3v2 on 5x4"),
        "{printed}"
    );
}

#[test]
fn a_wrong_value_is_found() {
    // A table of other rules, its header made to say these: every checksum
    // holds, and only the game can tell.
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
    assert!(
        printed.contains("4v4: ") && printed.contains("its successors make it"),
        "{printed}"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let printed = loa(&file, "solve 4x4 -q").failed(1);
    assert!(printed.contains(file.to_str().unwrap()), "{printed}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "in the way");
}

#[test]
fn two_solves_at_a_time_keep_out_of_each_others_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = crate::command(folder.path(), "solve 4x5 --pieces 9 -q");
    let mut first = first.stdout(std::process::Stdio::null()).spawn().unwrap();
    let work = folder.path().join("mover-pass/4x5/work");
    while !work.exists() && first.try_wait().unwrap().is_none() {}
    let mut busy = 0;
    while first.try_wait().unwrap().is_none() {
        let second = loa(folder.path(), "solve 4x5 --pieces 9 -q");
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
    loa(once.path(), "solve 4x5 --pieces 9 -q").ok();
    assert_same_files(&files(folder.path()), &files(once.path()));
}
