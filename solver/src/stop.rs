//! The signal that ends long work.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A signal to end long work, checked often and from any thread. Clones share the signal. It stays
/// off until it is set, or until its condition holds.
///
/// # Examples
/// ```
/// let stop = loa_solver::Stop::default();
/// let work = std::thread::spawn({
///     let stop = stop.clone();
///     move || while !stop.is_set() {}
/// });
/// stop.set();
/// work.join().expect("work that has ended");
/// ```
#[derive(Clone, Default)]
pub struct Stop(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_set: AtomicBool,
    condition: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Stop {
    /// Returns a signal that is also set while `condition` holds.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(Shared { condition: Some(Box::new(condition)), ..Shared::default() }))
    }

    /// Sets the signal. It stays set.
    pub fn set(&self) {
        // Under the lock: otherwise a thread that has just checked the flag would miss the wake-up.
        let _held = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.is_set.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }

    /// Returns whether the work should end. Results so far are kept.
    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
            || self.0.condition.as_ref().is_some_and(|condition| condition())
    }

    /// Waits for [`Stop::set`]. A condition does not end the wait.
    pub fn wait(&self) {
        let mut held = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.0.is_set.load(Ordering::Relaxed) {
            let woken = self.0.changed.wait(held);
            held = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns whether two signals are clones of the same one.
    pub fn is_same(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").finish_non_exhaustive()
    }
}
