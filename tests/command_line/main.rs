//! The program `loa` as people and other programs see it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on says where, and may say what it skipped"
)]

#[cfg(unix)]
mod answers;
mod certificates;
mod contradictions;
mod dialogue;
mod documents;
mod engine;
mod forged_proofs;
mod gallery;
mod interruption;
mod judge;
mod limits;
#[cfg(target_os = "linux")]
mod machines;
mod matches;
#[cfg(unix)]
mod outputs;
#[cfg(target_os = "linux")]
mod paths;
mod play;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod proving;
mod readers;
mod review;
#[cfg(unix)]
mod serve;
mod sessions;
#[cfg(unix)]
mod site;
mod suite;
#[cfg(unix)]
mod trusted_words;
mod unproven;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use loa_tests::{folder, project};
use serde_json::Value as Json;

/// The output of a run of `loa`.
struct Answer {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Answer {
    fn of(output: Output) -> Answer {
        Answer {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Returns the standard output of a run, which must have succeeded.
    fn ok(self) -> String {
        assert_eq!(self.status, 0, "{}{}", self.stdout, self.stderr);
        self.stdout
    }

    fn json(self) -> Json {
        serde_json::from_str(&self.ok()).unwrap()
    }

    /// Returns the standard output and the standard error of any run.
    fn all(self) -> String {
        self.stdout + &self.stderr
    }

    /// Returns the lines of a run, which must have succeeded, each as JSON.
    fn events(self) -> Vec<Json> {
        self.ok().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the single line of a failure with this status, or its message if the line is JSON.
    fn failed(self, status: i32) -> String {
        assert_eq!(self.status, status, "{}{}", self.stdout, self.stderr);
        let lines: Vec<&str> = self.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "one clear line: {}", self.stderr);
        if let Ok(json) = serde_json::from_str::<Json>(lines[0]) {
            assert_eq!(json["status"], status, "{json}");
            return json["error"].as_str().unwrap().to_owned();
        }
        assert!(lines[0].starts_with("loa: "), "{}", lines[0]);
        lines[0].to_owned()
    }
}

/// Returns `loa` with these words, split as by a shell, and its tables in `tables`.
fn command(tables: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loa"));
    command.env("LOA_TABLES", tables).args(words(line));
    command
}

fn loa(tables: &Path, line: &str) -> Answer {
    Answer::of(command(tables, line).stdin(Stdio::null()).output().unwrap())
}

/// Runs `loa` with lines on its standard input.
fn loa_reading(tables: &Path, line: &str, input: &str) -> Answer {
    reading(&mut command(tables, line), input)
}

/// Runs a command with lines on its standard input.
fn reading(command: &mut Command, input: &str) -> Answer {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    Answer::of(child.wait_with_output().unwrap())
}

/// Waits until something holds, or fails after a minute.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "waits until {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Sends a signal, such as INT.
fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
}

/// Splits a command line into words as a shell does.
fn words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap()
}

/// Returns every file below a folder with its bytes, by relative path, except locks and records of
/// proved tables.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = folder::files(folder);
    files.retain(|path| !path.ends_with(".lock") && !path.ends_with(".proven"));
    let inside = |path: &Path| path.strip_prefix(folder).unwrap().to_owned();
    files.iter().map(|path| (inside(path), std::fs::read(path).unwrap())).collect()
}

/// Returns the project's tables of 4x4 under a preset's rules id.
fn kept_tables(rules: &str) -> Vec<(PathBuf, Vec<u8>)> {
    files(&project().join("tablebase/tables").join(rules).join("4x4"))
}

fn assert_same_files(found: &[(PathBuf, Vec<u8>)], expected: &[(PathBuf, Vec<u8>)]) {
    let names = |files: &[(PathBuf, Vec<u8>)]| -> Vec<PathBuf> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(found), names(expected));
    for ((name, found), (_, expected)) in found.iter().zip(expected) {
        assert!(found == expected, "{} differs", name.display());
    }
}
