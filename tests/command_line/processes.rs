//! Engines end with `loa`, however it ends, and so do the processes that they have started.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::judge::faulty_engine;
use crate::signal;

const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that answers nothing and ends only by force, with a child.
struct Stubborn {
    folder: tempfile::TempDir,
}

impl Stubborn {
    fn new() -> Stubborn {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "sleep 1000 & echo $! >> '{0}/pids'\n\
             echo $$ >> '{0}/pids'\n\
             exec '{1}' stays",
            folder.path().display(),
            faulty_engine().display()
        );
        std::fs::write(folder.path().join("engine.sh"), text).unwrap();
        Stubborn { folder }
    }

    fn command(&self) -> String {
        format!("sh '{}/engine.sh'", self.folder.path().display())
    }

    /// Returns the engines and their children.
    fn pids(&self) -> Vec<String> {
        let pids = std::fs::read_to_string(self.folder.path().join("pids")).unwrap_or_default();
        pids.lines().map(str::to_owned).collect()
    }

    /// Waits until this number of engines and their children run.
    fn wait_until_started(&self, engines: usize) {
        let began = Instant::now();
        while self.pids().len() < 2 * engines {
            assert!(began.elapsed() < PATIENCE, "the engine did not start");
            sleep(Duration::from_millis(2));
        }
    }

    /// Expects all of them to end.
    fn is_gone(&self) {
        let pids = self.pids();
        assert!(pids.len() >= 2, "{pids:?}");
        let began = Instant::now();
        while let Some(pid) = pids.iter().find(|pid| lives(pid)) {
            assert!(began.elapsed() < PATIENCE, "{pid} lives on");
            sleep(Duration::from_millis(2));
        }
    }
}

/// Returns whether a process runs. A process waiting to be reaped, perhaps by init, does not.
fn lives(pid: &str) -> bool {
    let place = PathBuf::from(format!("/proc/{pid}/stat"));
    std::fs::read_to_string(place).is_ok_and(|stat| !stat.contains(") Z "))
}

/// A run of `loa` in the engine's folder.
fn start(stubborn: &Stubborn, line: &str) -> Child {
    let mut command = crate::command(Path::new("no tables here"), line);
    command.current_dir(stubborn.folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::null()).spawn().unwrap()
}

/// Starts a game in which a person has moved and the engine thinks.
fn thinking(stubborn: &Stubborn) -> Child {
    let line = format!(
        "play start 4x4 --json --movetime 100000 --white \"engine:{}\"",
        stubborn.command()
    );
    let mut play = start(stubborn, &line);
    writeln!(play.stdin.as_mut().unwrap(), "b1-d1").unwrap();
    let output = play.stdout.as_mut().unwrap();
    let mut lines = BufReader::new(output).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("\"event\":\"move\"")));
    stubborn.wait_until_started(1);
    play
}

#[test]
fn no_engine_outlives_a_game() {
    for name in ["INT", "TERM", "HUP", "KILL"] {
        let stubborn = Stubborn::new();
        let mut play = thinking(&stubborn);
        signal(&play, name);
        let status = play.wait().unwrap();
        assert_eq!(status.code(), (name != "KILL").then_some(130), "{name}");
        stubborn.is_gone();
    }
}

#[test]
fn an_engine_that_does_not_leave_is_ended_with_all_that_it_has_started() {
    let stubborn = Stubborn::new();
    let line = format!("play start 4x4 --white \"engine:{}\"", stubborn.command());
    let mut play = start(&stubborn, &line);
    drop(play.stdin.take());
    assert!(play.wait().unwrap().success());
    stubborn.is_gone();
}

#[test]
fn no_engine_outlives_its_judge() {
    for (name, times) in [("INT", 1), ("INT", 2), ("TERM", 1), ("KILL", 1)] {
        let stubborn = Stubborn::new();
        let line = format!(
            "judge \"{}\" 4x4 --positions 8 --grace 100000 --workers 2 --json",
            stubborn.command()
        );
        let judge = start(&stubborn, &line);
        stubborn.wait_until_started(2);
        for _ in 0..times {
            signal(&judge, name);
        }
        let began = Instant::now();
        let output = judge.wait_with_output().unwrap();
        assert!(began.elapsed() < PATIENCE, "{name}");
        let status = output.status.code();
        assert_eq!(status, (name != "KILL").then_some(130), "{name}");
        stubborn.is_gone();
        if name != "KILL" && times == 1 {
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(report["interrupted"], true);
            assert_eq!(report["failures"]["counts"], serde_json::json!({}));
        }
    }
}
