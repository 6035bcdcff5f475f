//! A sign that stops a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// A sign that one thread sets and another reads now and then, or waits for.
#[derive(Debug, Default)]
pub struct StopSign {
    is_set: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopSign {
    /// Sets the sign.
    pub fn set(&self) {
        // Under the lock, or a thread that has just looked would sleep through it.
        let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_set.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Returns whether the sign is set.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Waits until the sign is set.
    pub fn wait(&self) {
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_set() {
            let woken = self.changed.wait(held);
            held = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
