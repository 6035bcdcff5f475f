//! A run of `loa engine` that is talked to, and its replies within a time.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::{command, project};

/// The time to wait for lines that must come: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine that is running, and the lines that it has said.
pub(super) struct Engine {
    process: Child,
    pub(super) stdin: Option<ChildStdin>,
    pub(super) lines: Receiver<String>,
}

impl Engine {
    pub(super) fn start(arguments: &str) -> Engine {
        let none = project().join("no such tables");
        let mut command = command(&none, &format!("engine {arguments}"));
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Engine { stdin: process.stdin.take(), process, lines }
    }

    pub(super) fn say(&mut self, line: &str) {
        // At once: it may leave before what follows its `quit`.
        let line = format!("{line}\n");
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
    }

    pub(super) fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// All that is said up to and with the first line that begins so.
    pub(super) fn hear_until(&self, begin: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard[heard.len() - 1].starts_with(begin) {
                return heard;
            }
        }
    }

    pub(super) fn ask(&mut self, question: &str) -> String {
        self.say(question);
        self.hear_until("bestmove").pop().unwrap()
    }

    /// Nothing more is said, and the process ends well.
    pub(super) fn leaves(mut self) {
        self.stdin = None;
        assert_eq!(self.lines.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Of a test that has failed.
        let _ = self.process.kill();
    }
}
