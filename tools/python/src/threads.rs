//! The threads that do the work, also in a forked process.
//!
//! A fork copies memory but not threads, so the child starts a new pool. Locks that threads of the
//! parent held at the fork are never released in the child. So if the parent was at work then, the
//! child gets an error instead of waiting forever.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use loa_solver::most_threads;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::numbers::refused;

/// The pool of this process. Only a thread that holds the interpreter locks it. A fork also holds
/// the interpreter, so a child never inherits it locked.
static POOL: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);
/// The number of pieces of work in progress.
static WORKING: AtomicUsize = AtomicUsize::new(0);
/// True in a child that was forked while its parent was at work.
static IS_CUT_OFF: AtomicBool = AtomicBool::new(false);
/// The number of forks between the first process and this one.
static FORKS: AtomicU32 = AtomicU32::new(0);

const CUT_OFF: &str = "this process was forked while its parent was at work, and would wait for \
                       threads that it does not have: start it by \
                       multiprocessing.get_context('spawn')";

/// Removes the pool in a child. Python calls this after each fork.
#[pyfunction]
pub(crate) fn forked() {
    // Its threads are those of the parent, so nothing can wait for their end.
    std::mem::forget(POOL.lock().unwrap_or_else(PoisonError::into_inner).take());
    IS_CUT_OFF.fetch_or(WORKING.load(Relaxed) > 0, Relaxed);
    FORKS.fetch_add(1, Relaxed);
}

/// Returns the number of forks between the first process and this one.
pub(crate) fn forks() -> u32 {
    FORKS.load(Relaxed)
}

/// A piece of work, in progress until this is dropped.
pub(crate) struct Working(());

impl Working {
    /// Begins work.
    ///
    /// # Errors
    /// In a child that was forked while its parent was at work.
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

/// A number of threads, at most four for each processor.
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

/// Returns the given number of threads, or the number of processors.
pub(crate) fn or_all(threads: Option<Threads>) -> usize {
    threads.map_or_else(|| available_parallelism().map_or(1, usize::from), |Threads(one)| one)
}

/// Returns a pool of the given number of threads, or the pool of the process.
///
/// # Errors
/// If the system refuses to start threads.
pub(crate) fn crew(_: Python<'_>, threads: Option<Threads>) -> PyResult<Arc<ThreadPool>> {
    let build = |threads: usize| {
        let built = ThreadPoolBuilder::new().num_threads(threads).build();
        built.map(Arc::new).map_err(|fault| PyRuntimeError::new_err(fault.to_string()))
    };
    if let Some(Threads(threads)) = threads {
        return build(threads);
    }
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let shared = match pool.take() {
        Some(shared) => shared,
        None => build(0)?,
    };
    Ok(Arc::clone(pool.insert(shared)))
}
