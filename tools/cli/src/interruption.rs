//! Signals that end a command, and the end of the process at once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::failure::{Failure, Status};
use crate::terminal::restore_modes;

/// True after the first signal, where a command heeds signals.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Has the first signal set [`INTERRUPTED`], at which the command ends in good order, and the
/// second end the process at once, its engines with it.
pub(crate) fn heed_signals() -> Result<(), Failure> {
    on_signal(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            leave();
        }
    })
}

/// Has signals that end a process call a handler instead.
pub(crate) fn on_signal(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler).map_err(|error| match error {
        // Its thread is the only one that it needs.
        ctrlc::Error::System(error) => Failure::no_thread(error, 1),
        error => Failure::new(Status::Failed, error),
    })
}

/// Ends the process as interrupted, and leaves the terminal as it was.
#[expect(clippy::exit, reason = "a second interruption ends the process at once")]
pub(crate) fn leave() -> ! {
    restore_modes();
    std::process::exit(Status::Interrupted as i32);
}
