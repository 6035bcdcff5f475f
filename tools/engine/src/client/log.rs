//! Logs the dialogues with programs as they happen.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A log of the dialogues with programs: every line with the seconds since the log began and the
/// number of the program. `>` marks lines to a program, `<` lines from it, `!` lines on its
/// standard error, and `*` its command.
pub struct DialogueLog {
    began: Instant,
    programs: AtomicUsize,
    out: Mutex<Out>,
}

struct Out {
    to: Box<dyn Write + Send>,
    failure: Option<io::Error>,
}

impl fmt::Debug for DialogueLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DialogueLog").field("programs", &self.programs).finish_non_exhaustive()
    }
}

impl DialogueLog {
    /// Begins a log. A line that cannot be written is lost, and the dialogue continues.
    pub fn new(out: impl Write + Send + 'static) -> DialogueLog {
        DialogueLog {
            began: Instant::now(),
            programs: AtomicUsize::new(0),
            out: Mutex::new(Out { to: Box::new(out), failure: None }),
        }
    }

    /// Returns whether all lines so far have been written.
    ///
    /// # Errors
    /// The first failure since the last call.
    pub fn check(&self) -> io::Result<()> {
        self.lock().failure.take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a log for one program; `None` without a log.
#[derive(Clone, Debug, Default)]
pub(super) struct LogPage(Option<(Arc<DialogueLog>, usize)>);

impl LogPage {
    /// Returns the page of a program that is about to start.
    pub(super) fn of(log: Option<&Arc<DialogueLog>>, words: &[String]) -> LogPage {
        let page = LogPage(log.map(|log| {
            let number = 1 + log.programs.fetch_add(1, Relaxed);
            (Arc::clone(log), number)
        }));
        page.note('*', &words.join(" "));
        page
    }

    /// Writes lines.
    pub(super) fn note(&self, sign: char, lines: &str) {
        let Some((log, number)) = &self.0 else {
            return;
        };
        let mut text = String::new();
        let seconds = log.began.elapsed().as_secs_f64();
        for line in lines.lines() {
            text.push_str(&format!("{seconds:9.3} {number:>3} {sign} {line}\n"));
        }
        let mut out = log.lock();
        if let Err(error) = out.to.write_all(text.as_bytes()) {
            out.failure.get_or_insert(error);
        }
    }
}
