//! A sign that tells a search to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Given by one thread, seen by another that looks at it now and then or waits
/// for it.
#[derive(Default)]
pub(crate) struct StopSign {
    told: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopSign {
    /// Tells to stop.
    pub(crate) fn tell(&self) {
        // Under the lock, or one who has just looked would sleep through it.
        let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.told.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether it has been told.
    pub(crate) fn is_told(&self) -> bool {
        self.told.load(Ordering::Relaxed)
    }

    /// Waits until it is told.
    pub(crate) fn wait(&self) {
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_told() {
            let woken = self.changed.wait(held);
            held = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
