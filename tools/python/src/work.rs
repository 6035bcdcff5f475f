//! Runs long work on a separate thread, while the thread of Python checks for Ctrl-C and forwards
//! events.

use std::ffi::CString;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use loa_solver::{Control, Progress, Stop};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::threads::{self, Threads, Working};

/// The interval between checks for Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(50);

/// The end of the channel for the work.
pub(crate) struct Link<N> {
    /// Sends events. A clone for a thread of the work must be dropped before the work ends.
    pub(crate) news: Sender<N>,
    /// Asks the work to end.
    pub(crate) stop: Stop,
}

impl<N> Link<N> {
    /// Sends an event.
    pub(crate) fn send(&self, news: N) {
        // The thread of Python listens until the work is done.
        let _ = self.news.send(news);
    }
}

/// A message of work to Python.
pub(crate) enum News {
    /// The name of the stage, the finished steps, and all steps if they are known.
    Reached(&'static str, u64, Option<u64>),
    /// Something is wrong, and the work continues.
    Warning(String),
}

impl Link<News> {
    /// Returns the control of the work.
    pub(crate) fn control(&self) -> Control<'_> {
        Control::new(self.stop.clone(), |progress| match progress {
            Progress::Reached { stage, done, of, .. } => {
                self.send(News::Reached(stage, done, of));
            }
            Progress::Warning(text) => self.send(News::Warning(text.to_owned())),
            Progress::Note(_) => {}
        })
    }
}

/// Returns a function that forwards progress to a function of Python, and warnings to its users.
pub(crate) fn teller<'py>(told: &Bound<'py, PyAny>) -> impl FnMut(News) -> PyResult<()> {
    |news| match news {
        News::Reached(stage, done, of) => told.call1((stage, done, of)).map(drop),
        News::Warning(text) => warn(told.py(), &text),
    }
}

/// Returns a function that ignores progress, and forwards warnings to the users of Python.
pub(crate) fn quiet(py: Python<'_>) -> impl FnMut(News) -> PyResult<()> {
    move |news| match news {
        News::Reached(..) => Ok(()),
        News::Warning(text) => warn(py, &text),
    }
}

/// Warns the users of Python.
pub(crate) fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(text)?, 1)
}

/// Runs work on a number of threads or on those of the process. Ctrl-C, or an exception in the
/// receiver of its events, interrupts the work.
pub(crate) fn watched<T: Send, N: Send>(
    py: Python<'_>,
    threads: Option<Threads>,
    work: impl FnOnce(&Link<N>) -> T + Send,
    receive: impl FnMut(N) -> PyResult<()>,
) -> PyResult<T> {
    let crew = threads::crew(py, threads)?;
    watched_and_stopped(py, |link| crew.install(|| work(link)), receive, &|| {})
}

/// Runs work like [`watched`], on one thread; `stop` ends the parts that do not ask the link.
pub(crate) fn watched_and_stopped<T: Send, N: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Link<N>) -> T + Send,
    mut receive: impl FnMut(N) -> PyResult<()>,
    stop: &dyn Fn(),
) -> PyResult<T> {
    let _working = Working::begin()?;
    let ends = Stop::default();
    let (sender, mut receiver) = channel();
    thread::scope(|scope| {
        let link = Link { news: sender, stop: ends.clone() };
        let working = scope.spawn(move || work(&link));
        let mut failed = None;
        loop {
            // Only an exclusive borrow of the receiver may leave the interpreter.
            let receiver = &mut receiver;
            let news = match py.detach(move || receiver.recv_timeout(INTERVAL)) {
                Ok(news) => Some(news),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if failed.is_some() {
                continue;
            }
            let received = news.map_or(Ok(()), &mut receive);
            if let Err(error) = received.and_then(|()| py.check_signals()) {
                failed = Some(error);
                ends.set();
                stop();
            }
        }
        let done = py.detach(|| working.join());
        match (failed, done) {
            (Some(error), _) => Err(error),
            (None, Ok(done)) => Ok(done),
            (None, Err(panic)) => std::panic::resume_unwind(panic),
        }
    })
}
