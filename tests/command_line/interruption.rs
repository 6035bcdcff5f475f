//! Killed and interrupted solves.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{assert_same_files, command, files, kept_tables, loa};

/// A stream of numbers that is the same every time (a 64-bit congruential
/// generator with the constants of Knuth's MMIX).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Twenty kills at random instants, then the same command to the end.
fn killed_twenty_times(rules: &str, checkpoint: u32, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("solve 4x4 --rules {rules} --checkpoint {checkpoint} -q");
    let began = Instant::now();
    let whole = tempfile::tempdir().unwrap();
    loa(whole.path(), &line).ok();
    let usual = began.elapsed().as_micros() as u64;
    let mut numbers = Numbers(seed);
    for _ in 0..20 {
        let mut solve = command(folder.path(), &line);
        let mut solve = solve.stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_micros(numbers.below(usual * 3 / 4)));
        solve.kill().unwrap();
        solve.wait().unwrap();
    }
    loa(folder.path(), &line).ok();
    let id = loa(
        folder.path(),
        &format!("probe start 4x4 --json --rules {rules}"),
    )
    .json();
    let id = id["rules"].as_str().unwrap();
    assert_same_files(
        &files(&folder.path().join(id).join("4x4")),
        &kept_tables(id),
    );
}

#[test]
fn kills_leave_no_trace() {
    killed_twenty_times("club", 20, 1);
    killed_twenty_times("misere", 20, 2);
}

#[test]
fn kills_between_checkpoints_leave_no_trace() {
    killed_twenty_times("club", 0, 3);
    killed_twenty_times("soucie", 0, 4);
    killed_twenty_times("misere", 0, 5);
}

#[test]
fn an_interruption_says_so_and_goes_on() {
    let line = "solve 5x4 --pieces 8 --rules misere -q";
    let whole = tempfile::tempdir().unwrap();
    let began = Instant::now();
    loa(whole.path(), line).ok();
    let usual = began.elapsed();
    let folder = tempfile::tempdir().unwrap();
    let mut interrupted = 0;
    for part in 1..6 {
        let mut solve = command(folder.path(), line);
        let solve = solve
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(usual * part / 8);
        let told = Command::new("kill")
            .args(["-INT", &solve.id().to_string()])
            .status();
        assert!(told.is_ok());
        let output = solve.wait_with_output().unwrap();
        match output.status.code() {
            Some(0) => break,
            // Before the handler stands, the signal ends the process itself.
            None => {}
            status => {
                assert_eq!(status, Some(130));
                let told = String::from_utf8(output.stderr).unwrap();
                assert!(told.contains("interrupted after ply"), "{told}");
                interrupted += 1;
            }
        }
    }
    assert!(interrupted > 0, "never interrupted in time");
    loa(folder.path(), line).ok();
    assert_same_files(&files(folder.path()), &files(whole.path()));
}

#[test]
fn unfinished_work_is_told_from_missing_work() {
    let folder = tempfile::tempdir().unwrap();
    let line = "solve 5x4 --pieces 9 --checkpoint 0 -q";
    let mut solve = command(folder.path(), line);
    let mut solve = solve.stdout(Stdio::null()).spawn().unwrap();
    let journal = folder
        .path()
        .join("mover-pass/5x4")
        .join("work/5v4.journal");
    while !journal.exists() && solve.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    solve.kill().unwrap();
    solve.wait().unwrap();
    assert!(
        journal.exists(),
        "the solve was over before it could be killed"
    );
    let told = loa(folder.path(), "probe \"xxoxx/4x/o4/o2o1 x\"").failed(5);
    assert!(told.contains("unfinished"), "{told}");
    let info = loa(folder.path(), "info --json").json();
    let tables = info["tables"].as_array().unwrap();
    assert!(
        tables
            .iter()
            .any(|table| table["complete"] == false && table["material"] == "5v4")
    );
    let plan = loa(folder.path(), "plan 5x4 --pieces 9 --json").json();
    let begun = plan["families"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|family| family["begun"] == true);
    assert_eq!(begun.count(), 1);
}
