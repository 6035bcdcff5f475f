//! The stop and the progress of long work.

use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Instant;

use crate::stop::Stop;

/// A message of long work to its caller.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Progress<'a> {
    /// Something that the work has done.
    Note(&'a str),
    /// Something is wrong, and the work continues.
    Warning(&'a str),
    /// Steps of a stage are done.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Reached {
        /// The name of the stage, such as "verifying".
        stage: &'static str,
        /// The steps done, counted from the beginning of the stage.
        done: u64,
        /// All steps of the stage, if they are known.
        of: Option<u64>,
        /// The current part of the stage; may be empty.
        detail: &'a str,
    },
}

/// The stop of long work, and the receiver of its progress. Threads may share it.
///
/// # Examples
/// ```
/// use std::sync::Mutex;
///
/// use loa_solver::{Control, Progress, Stop};
///
/// let told = Mutex::new(Vec::new());
/// let tell = |progress: Progress<'_>| told.lock().unwrap().push(format!("{progress:?}"));
/// let control = Control::new(Stop::default(), tell);
/// control.begin("counting", 3);
/// control.step();
/// assert!(told.lock().unwrap()[1].contains("done: 1, of: Some(3)"));
/// ```
pub struct Control<'a> {
    /// Asks the work to end. Its results so far are kept.
    pub stop: Stop,
    /// The time at which the work should end. Default: none.
    pub deadline: Option<Instant>,
    tell: Box<dyn Fn(Progress<'_>) + Send + Sync + 'a>,
    stage: Mutex<Stage>,
}

#[derive(Default)]
struct Stage {
    name: &'static str,
    done: u64,
    of: Option<u64>,
}

impl<'a> Control<'a> {
    /// Returns the control of work that `stop` ends. `tell` receives the progress, from any thread.
    pub fn new(stop: Stop, tell: impl Fn(Progress<'_>) + Send + Sync + 'a) -> Control<'a> {
        Control { stop, deadline: None, tell: Box::new(tell), stage: Mutex::default() }
    }

    /// Returns the control of work without progress that is never stopped.
    pub fn none() -> &'static Control<'static> {
        static NONE: LazyLock<Control<'static>> =
            LazyLock::new(|| Control::new(Stop::default(), |_| {}));
        &NONE
    }

    /// Begins a stage with a number of steps, if it is known.
    pub fn begin(&self, stage: &'static str, of: impl Into<Option<u64>>) {
        self.update("", |current| *current = Stage { name: stage, done: 0, of: of.into() });
    }

    /// Tells that another step is done.
    pub fn step(&self) {
        self.advance(1);
    }

    /// Tells that more steps are done.
    pub fn advance(&self, steps: u64) {
        self.update("", |current| current.done += steps);
    }

    /// Tells how many steps are done in all, and the current part of the stage.
    pub fn reach(&self, done: u64, detail: &str) {
        self.update(detail, |current| current.done = done);
    }

    /// Tells the caller something.
    pub fn tell(&self, progress: Progress<'_>) {
        (self.tell)(progress);
    }

    /// Tells something that the work has done.
    pub fn note(&self, text: &str) {
        self.tell(Progress::Note(text));
    }

    /// Tells that something is wrong, and that the work continues.
    pub fn warn(&self, text: &str) {
        self.tell(Progress::Warning(text));
    }

    /// Returns whether the work should end: it is stopped, or its time is up.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set() || self.is_late()
    }

    /// Returns whether the time of the work is up.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn update(&self, detail: &str, change: impl FnOnce(&mut Stage)) {
        // Under the lock, so that the numbers arrive in order.
        let mut current = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut current);
        let Stage { name: stage, done, of } = *current;
        self.tell(Progress::Reached { stage, done, of, detail });
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}
