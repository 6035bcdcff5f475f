//! Killed and interrupted solves.

use std::path::Path;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use loa_tests::random::Random;

use crate::{assert_same_files, command, files, loa, signal};

/// Resumes interrupted solves to the end, by a quiet command. The work of an interrupted solve is
/// never thrown away.
fn go_on(tables: &Path, line: &str) {
    let printed = loa(tables, line).ok();
    assert!(!printed.contains("begun again"), "{line}: {printed}");
}

/// Kills running solves of this command until the number of kills is reached; each solve resumes
/// the previous one. Every solve that finishes, including the last, must leave the files of an
/// undisturbed solve. Returns the number of kills after which plies had to be resumed.
fn killed_while_running(line: &str, kills: u32, seed: u64) -> u32 {
    let whole = tempfile::tempdir().unwrap();
    let began = Instant::now();
    loa(whole.path(), line).ok();
    let usual = began.elapsed().as_micros() as usize;
    let whole = files(whole.path());
    let mut random = Random::new(seed);
    let mut folder = tempfile::tempdir().unwrap();
    let (mut killed, mut recorded) = (0, 0);
    while killed < kills {
        let mut solve = command(folder.path(), line).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_micros(random.below(usual * 3 / 4) as u64));
        if let Some(status) = solve.try_wait().unwrap() {
            assert!(status.success());
            assert_same_files(&files(folder.path()), &whole);
            folder = tempfile::tempdir().unwrap();
            continue;
        }
        solve.kill().unwrap();
        solve.wait().unwrap();
        killed += 1;
        let left = files(folder.path());
        let mut names = left.iter().map(|(name, _)| name);
        let found = names.any(|name| name.extension().is_some_and(|end| end == "record"));
        recorded += u32::from(found);
    }
    go_on(folder.path(), line);
    assert_same_files(&files(folder.path()), &whole);
    println!("{line}: {killed} kills, {recorded} of them left a record");
    recorded
}

#[test]
fn kills_leave_no_trace() {
    for (seed, rules) in [(1, "club"), (2, "misere")] {
        killed_while_running(&format!("solve 4x4 --rules {rules} -q"), 10, seed);
    }
}

#[test]
#[ignore = "takes a minute: .ci/nightly"]
fn kills_between_checkpoints_leave_no_trace() {
    for (seed, solve, kills) in [
        (3, "4x4 --checkpoint 0", 20),
        (4, "4x4 --rules soucie --checkpoint 0", 20),
        (5, "4x4 --rules misere --checkpoint 0", 20),
        (6, "5x5 --material 3v3 --checkpoint 0", 15),
        (7, "5x5 --material 4v2 --checkpoint 0", 15),
    ] {
        assert!(killed_while_running(&format!("solve {solve} -q"), kills, seed) > 0, "{solve}");
    }
    killed_while_running("solve 5x5 --material 3v3 --rules tournament -q", 10, 8);
}

/// Takes some minutes:
/// `cargo test --release -p loa-cli --test command_line -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn kills_of_large_5x5_families_leave_no_trace() {
    for (seed, checkpoint) in [(9, 0), (10, 1)] {
        let line = format!("solve 5x5 --material 5v4 --checkpoint {checkpoint} -q");
        assert!(killed_while_running(&line, 20, seed) > 0, "{line}");
    }
}

const TO_NINE: &str = "solve 5x4 --stones 9 --checkpoint 0 -q";
const TO_SEVEN: &str = "solve 5x4 --stones 7 --checkpoint 0 -q";

const WORK: &str = "mover-pass/5x4/work";

/// Sends a signal to a solve while it solves `material`, its last family, and waits for its end.
fn stopped_in_the_last_family(folder: &Path, line: &str, material: &str, name: &str) -> Output {
    let mut solve = command(folder, line);
    let mut solve = solve.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let record = folder.join(WORK).join(format!("{material}.record"));
    while !record.exists() && solve.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    signal(&solve, name);
    let output = solve.wait_with_output().unwrap();
    assert!(record.exists(), "the solve was over before the signal");
    output
}

#[test]
fn an_interruption_says_so_and_goes_on() {
    let whole = tempfile::tempdir().unwrap();
    loa(whole.path(), TO_SEVEN).ok();
    let folder = tempfile::tempdir().unwrap();
    let output = stopped_in_the_last_family(folder.path(), TO_SEVEN, "4v3", "INT");
    assert_eq!(output.status.code(), Some(130));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.contains("interrupted after ply"), "{printed}");
    go_on(folder.path(), TO_SEVEN);
    assert_same_files(&files(folder.path()), &files(whole.path()));
}

#[test]
#[ignore = "takes half a minute: .ci/nightly"]
fn values_that_captures_look_into_are_left_and_damage_to_them_is_noticed() {
    let whole = tempfile::tempdir().unwrap();
    loa(whole.path(), TO_NINE).ok();
    let folder = tempfile::tempdir().unwrap();
    stopped_in_the_last_family(folder.path(), TO_NINE, "5v4", "KILL");
    for material in ["3v5", "4v4"] {
        let is_values = |path: &std::path::PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with(&format!("{material}.0.")) && name.ends_with(".values")
        };
        let entries = std::fs::read_dir(folder.path().join(WORK)).unwrap();
        let mut paths = entries.map(|entry| entry.unwrap().path());
        let values = paths.find(is_values).unwrap();
        let mut bytes = std::fs::read(&values).unwrap();
        let middle = bytes.len() / 2;
        // Like a page that has not reached the disk.
        bytes[middle..middle + 4096].fill(0);
        std::fs::write(values, bytes).unwrap();
    }
    loa(folder.path(), TO_NINE).ok();
    assert_same_files(&files(folder.path()), &files(whole.path()));
}

#[test]
fn unfinished_work_and_missing_work_differ() {
    let folder = tempfile::tempdir().unwrap();
    stopped_in_the_last_family(folder.path(), TO_SEVEN, "4v3", "KILL");
    let printed = loa(folder.path(), "probe \"xxoxx/5/o4/o4 x\" --movetime 0").failed(5);
    assert!(printed.contains("unfinished"), "{printed}");
    let info = loa(folder.path(), "info --json").json();
    let tables = info["tables"].as_array().unwrap();
    assert!(tables.iter().any(|table| table["complete"] == false && table["material"] == "4v3"));
    let plan = loa(folder.path(), "plan 5x4 --stones 7 --json").json();
    let begun =
        plan["families"].as_array().unwrap().iter().filter(|family| family["begun"] == true);
    assert_eq!(begun.count(), 1);
}
