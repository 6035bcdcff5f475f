//! An external program that exchanges lines with this one. Every wait for it has a deadline.
//!
//! Three threads serve its pipes, so that neither a program that reads nothing nor one that writes
//! endlessly can block this one. Its output waits in a queue of bounded length. When the queue is
//! full, the program has to wait.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use loa_record::text::Lines;
use loa_solver::Stop;

use super::group::ProcessGroup;
use super::log::LogPage;
use crate::fault::{Failed, Fault, LastWords};

/// The maximum number of lines waiting to be read.
const WAITING_LINES: usize = 256;
/// The maximum length of a line in bytes. The rest of a longer line is dropped.
const LINE_BYTES: usize = 4096;
/// The maximum number of lines stored of each stream, and of characters of each line.
const LAST_LINES: usize = 24;
const LAST_CHARACTERS: usize = 200;
/// The time for a program to end after closing its output.
const ENDING: Duration = Duration::from_millis(500);
/// The time between two checks for an interruption.
const LOOK: Duration = Duration::from_millis(20);

/// A running program. Dropping it ends it and its process group.
#[derive(Debug)]
pub(super) struct Program {
    group: ProcessGroup,
    orders: Option<Sender<String>>,
    lines: Receiver<String>,
    errors_ended: Receiver<()>,
    words: Arc<Mutex<LastWords>>,
    stop: Stop,
    log: LogPage,
}

impl Program {
    /// Starts the program named by the first word, with the others as its arguments. Once
    /// `stop` is set, waiting for it ends.
    pub(super) fn start(words: &[String], stop: Stop, log: LogPage) -> io::Result<Program> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        let mut group = ProcessGroup::start(command)?;
        let child = &mut group.program;
        let words = Arc::new(Mutex::new(LastWords::default()));
        let (orders, to_write) = mpsc::channel::<String>();
        if let Some(mut input) = child.stdin.take() {
            thread::Builder::new().spawn(move || {
                to_write.into_iter().try_for_each(|line| input.write_all(line.as_bytes()))
            })?;
        }
        let (heard, lines) = mpsc::sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            let (words, log) = (Arc::clone(&words), log.clone());
            thread::Builder::new().spawn(move || {
                each_line(output, |line| {
                    log.note('<', &line);
                    keep(&mut lock(&words).output, &line);
                    heard.send(line).is_ok()
                });
            })?;
        }
        let (ended, errors_ended) = mpsc::channel();
        if let Some(errors) = child.stderr.take() {
            let (words, log) = (Arc::clone(&words), log.clone());
            thread::Builder::new().spawn(move || {
                each_line(errors, |line| {
                    log.note('!', &line);
                    keep(&mut lock(&words).errors, &line);
                    true
                });
                drop(ended);
            })?;
        }
        Ok(Program { group, orders: Some(orders), lines, errors_ended, words, stop, log })
    }

    /// Sends lines, each with a newline. If the program has gone, the lines are lost, and the next
    /// read shows it.
    pub(super) fn say(&self, lines: impl Into<String>) {
        let lines = lines.into();
        self.log.note('>', &lines);
        if let Some(orders) = &self.orders {
            let _ = orders.send(lines);
        }
    }

    /// Ends the input of the program, after all lines so far.
    pub(super) fn end_input(&mut self) {
        self.orders = None;
    }

    /// Passes lines of the program to `wanted` until it returns a result; `None` if it has returned
    /// none when `patience` ends.
    pub(super) fn hear<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(String) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            // A program that never stops writing must not exceed the deadline.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            if self.stop.is_set() {
                return Err(Fault::Interrupted);
            }
            let found = match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => wanted(line),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ending().map_or(Fault::Closed, Fault::Died));
                }
            };
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// Returns the exit status of a program whose output has ended; `None` if it is still running.
    fn ending(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + ENDING;
        while self.group.status().is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let status = self.group.status();
        if status.is_some() {
            // Its last lines on standard error may still be in transit.
            let _ = self.errors_ended.recv_timeout(ENDING);
        }
        status
    }

    /// Returns a fault with the last lines of the program.
    pub(super) fn failed(&self, fault: Fault) -> Failed {
        Failed { fault, words: lock(&self.words).clone() }
    }

    /// Gives a program that has received `quit` a moment to end by itself.
    pub(super) fn leave(mut self) {
        let _ = self.hear(ENDING, |_| None::<()>);
        self.ending();
    }
}

fn lock(words: &Mutex<LastWords>) -> MutexGuard<'_, LastWords> {
    words.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep(lines: &mut VecDeque<String>, line: &str) {
    if lines.len() == LAST_LINES {
        lines.pop_front();
    }
    lines.push_back(line.chars().take(LAST_CHARACTERS).collect());
}

/// Passes every line, cut to [`LINE_BYTES`], to `take` until the input ends or `take` returns
/// false.
fn each_line(source: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut lines = Lines::new(BufReader::new(source));
    while let Ok(Some((line, _))) = lines.beginning(LINE_BYTES) {
        if !take(line.trim_end().to_owned()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_is_whole() {
        let long = "a".repeat(3 * LINE_BYTES);
        let text = format!("{long}\nnext\r\n\nlast");
        let mut lines = Vec::new();
        each_line(text.as_bytes(), |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines[0].len(), LINE_BYTES);
        assert_eq!(lines[1..], ["next", "", "last"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_panic_ends_a_program_and_what_it_has_started() {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let script = "sleep 1000 & echo $! >> \"$0\"; echo $$ >> \"$0\"; echo ready; sleep 1000";
        let words = ["sh", "-c", script, pids.to_str().unwrap()].map(str::to_owned);
        let panicked = std::panic::catch_unwind(|| {
            let mut program = Program::start(&words, Stop::default(), LogPage::default()).unwrap();
            assert!(program.hear(Duration::from_secs(60), Some).unwrap().is_some());
            std::panic::resume_unwind(Box::new("a panic"));
        });
        assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"a panic"));
        let pids = std::fs::read_to_string(pids).unwrap();
        let [child, program] = pids.lines().collect::<Vec<_>>()[..] else { panic!("{pids}") };
        let stat = |pid| std::fs::read_to_string(format!("/proc/{pid}/stat"));
        assert!(stat(program).is_err(), "the program has not been waited for");
        // The system waits for the child, which has lost its parent, when it likes.
        let began = Instant::now();
        while stat(child).is_ok_and(|stat| !stat.contains(") Z ")) {
            assert!(began.elapsed() < Duration::from_secs(60), "{child} lives on");
            thread::sleep(LOOK);
        }
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut lines = VecDeque::new();
        for number in 0..100 {
            keep(&mut lines, &format!("{number}{}", "ü".repeat(500)));
        }
        assert_eq!(lines.len(), LAST_LINES);
        assert!(lines[0].starts_with("76") && lines[0].chars().count() == LAST_CHARACTERS);
    }
}
