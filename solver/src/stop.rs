//! The signal that ends long work.

use std::fmt;
use std::sync::Arc;

/// A signal to end long work, checked often and from any thread. Clones share the signal; the
/// default is never set.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
///
/// let flag = Arc::new(AtomicBool::new(false));
/// let watched = Arc::clone(&flag);
/// let stop = loa_solver::Stop::when(move || watched.load(Relaxed));
/// assert!(!stop.is_set());
/// flag.store(true, Relaxed);
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Returns a signal that is set when `condition` holds.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(condition)))
    }

    /// Returns whether the work should end. Results so far are kept.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|condition| condition())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").finish_non_exhaustive()
    }
}
