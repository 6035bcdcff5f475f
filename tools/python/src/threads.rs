//! The threads that do the work, also in a process that has been forked.
//!
//! A fork copies memory but no threads, so the child starts a new pool. What the threads of the
//! parent held at the fork, no one releases in the child; if work was under way then, the child
//! is refused instead of waiting for ever.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use loa_solver::most_threads;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::numbers::refused;

/// The pool of this process. It is locked by who has the interpreter, as a fork has, so that no
/// child gets it locked.
static POOL: Mutex<Option<&'static ThreadPool>> = Mutex::new(None);
/// The work that is under way.
static WORKING: AtomicUsize = AtomicUsize::new(0);
/// True in a child of a process that was at work.
static IS_CUT_OFF: AtomicBool = AtomicBool::new(false);
/// The number of forks between the first process and this one.
static FORKS: AtomicU32 = AtomicU32::new(0);

const CUT_OFF: &str = "this process was forked while its parent was at work, and would wait for \
                       threads that it does not have: start it by \
                       multiprocessing.get_context('spawn')";

/// Has a child begin with no pool. Python calls it after each fork.
#[pyfunction]
pub(crate) fn forked() {
    *POOL.lock().unwrap_or_else(PoisonError::into_inner) = None;
    IS_CUT_OFF.fetch_or(WORKING.load(Relaxed) > 0, Relaxed);
    FORKS.fetch_add(1, Relaxed);
}

/// Returns the number of forks between the first process and this one.
pub(crate) fn forks() -> u32 {
    FORKS.load(Relaxed)
}

/// Work that is under way as long as this lives.
pub(crate) struct Working(());

impl Working {
    /// Begins work.
    ///
    /// # Errors
    /// In a child of a process that was at work when it was forked.
    pub(crate) fn begin() -> PyResult<Working> {
        if IS_CUT_OFF.load(Relaxed) {
            return Err(PyRuntimeError::new_err(CUT_OFF));
        }
        WORKING.fetch_add(1, Relaxed);
        Ok(Working(()))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        WORKING.fetch_sub(1, Relaxed);
    }
}

/// A number of threads, bounded by what helps.
#[derive(Clone, Copy)]
pub(crate) struct Threads(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let most = most_threads();
        match object.extract::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(Threads(number)),
            _ => Err(refused(object, format!("from 1 to {most} (four for each processor)"))),
        }
    }
}

/// The threads for some work: the pool of the process, or a pool for this work alone.
pub(crate) enum Crew {
    Shared(&'static ThreadPool),
    Own(ThreadPool),
}

impl Crew {
    /// Returns a pool of the given number of threads, or the pool of the process.
    ///
    /// # Errors
    /// When the system starts no threads.
    pub(crate) fn new(_: Python<'_>, threads: Option<Threads>) -> PyResult<Crew> {
        let build = |threads: usize| {
            let built = ThreadPoolBuilder::new().num_threads(threads).build();
            built.map_err(|fault| PyRuntimeError::new_err(fault.to_string()))
        };
        if let Some(Threads(threads)) = threads {
            return build(threads).map(Crew::Own);
        }
        let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = match *pool {
            Some(shared) => shared,
            None => pool.insert(Box::leak(Box::new(build(0)?))),
        };
        Ok(Crew::Shared(shared))
    }

    /// Does work on the threads.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self {
            Crew::Shared(pool) => pool.install(work),
            Crew::Own(pool) => pool.install(work),
        }
    }
}
