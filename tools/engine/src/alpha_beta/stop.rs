//! A signal to stop a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// A signal that one thread sets and another checks or waits for.
#[derive(Debug, Default)]
pub struct StopSign {
    is_set: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopSign {
    /// Sets the signal.
    pub fn set(&self) {
        // Under the lock: otherwise a thread that has just checked the flag would miss the wake-up.
        let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_set.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Returns whether the signal is set.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Waits until the signal is set.
    pub fn wait(&self) {
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_set() {
            let woken = self.changed.wait(held);
            held = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
