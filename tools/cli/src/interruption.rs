//! Signals that end a command or the process.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loa_solver::Stop;

use crate::failure::{Failure, Status};
use crate::terminal::restore_modes;

/// True after the first signal, if the command handles signals.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns the signal [`INTERRUPTED`] for work in the libraries.
pub(crate) fn interruption() -> Stop {
    Stop::when(|| INTERRUPTED.load(Relaxed))
}

/// Installs a handler: the first signal sets [`INTERRUPTED`], so that the command ends in good
/// order. The second ends the process and its engines immediately.
pub(crate) fn heed_signals() -> Result<(), Failure> {
    on_signal(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            leave();
        }
    })
}

/// Installs a handler for the signals that end a process.
pub(crate) fn on_signal(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler).map_err(|error| match error {
        // The handler needs one thread.
        ctrlc::Error::System(error) => Failure::no_thread(error, 1),
        error => Failure::new(Status::Failed, error),
    })
}

/// Ends the process as interrupted, and leaves the terminal as it was.
#[expect(clippy::exit, reason = "a second interruption ends the process immediately")]
pub(crate) fn leave() -> ! {
    restore_modes();
    std::process::exit(Status::Interrupted as i32);
}
