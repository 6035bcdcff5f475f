//! A dialogue with `loa`, line by line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::Value as Json;

use crate::command;

/// The time to wait for lines that must come: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A run of `loa`, and its output so far.
pub(crate) struct Dialogue {
    child: Child,
    /// True for a game, which the end of input would save.
    is_game: bool,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) lines: Receiver<String>,
}

impl Dialogue {
    pub(crate) fn with(line: &str) -> Dialogue {
        let mut command = command(Path::new("no tables here"), line);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Dialogue { is_game: line.starts_with("play "), input: child.stdin.take(), child, lines }
    }

    pub(crate) fn say(&mut self, line: &str) {
        // In one write: the program may leave before the text after its `quit`.
        let line = format!("{line}\n");
        self.input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    pub(crate) fn hear(&self) -> Json {
        serde_json::from_str(&self.line()).unwrap()
    }

    /// Returns all output up to and including the first line that begins with `begin`.
    pub(crate) fn until(&self, begin: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.line());
            if heard[heard.len() - 1].starts_with(begin) {
                return heard;
            }
        }
    }

    /// Returns an engine's move.
    pub(crate) fn ask(&mut self, question: &str) -> String {
        self.say(question);
        self.until("bestmove").pop().unwrap()
    }

    /// Asks an engine to quit: it must print nothing more and succeed.
    pub(crate) fn quits(mut self) {
        self.say("quit");
        self.leaves();
    }

    /// Expects no more output and a successful end.
    pub(crate) fn leaves(mut self) {
        self.input = None;
        assert_eq!(self.lines.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
        self.close();
    }

    /// Ignores further output and expects a successful end.
    pub(crate) fn close(mut self) {
        if let Some(mut input) = self.input.take().filter(|_| self.is_game) {
            // The program may have ended.
            let _ = input.write_all(b"quit\n");
        }
        let rest: Vec<String> = self.lines.iter().collect();
        assert!(self.child.wait().unwrap().success(), "{rest:?}");
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // The test has failed.
        let _ = self.child.kill();
    }
}
