//! A run of `loa` that is talked to.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::Value as Json;

use crate::command;

/// A run of `loa` that is talked to line by line.
pub(crate) struct Dialogue {
    child: Child,
    /// True for a game, which the end of input would save.
    is_game: bool,
    pub(crate) input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    pub(crate) fn with(line: &str) -> Dialogue {
        let nowhere = Path::new("no tables here");
        let mut child =
            command(nowhere, line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        Dialogue {
            is_game: line.starts_with("play "),
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    pub(crate) fn hear(&mut self) -> Json {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// The next event of a kind.
    pub(crate) fn event(&mut self, kind: &str) -> Json {
        loop {
            let event = self.hear();
            if event["event"] == kind {
                return event;
            }
        }
    }

    pub(crate) fn close(mut self) {
        let input = self.input.take();
        if let Some(mut input) = input.filter(|_| self.is_game) {
            // It may have left.
            let _ = input.write_all(b"quit\n");
        }
        let mut rest = String::new();
        while self.output.read_line(&mut rest).unwrap() > 0 {}
        assert!(self.child.wait().unwrap().success(), "{rest}");
    }
}
