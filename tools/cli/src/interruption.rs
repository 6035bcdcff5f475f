//! Signals that end a command or the process.

use std::sync::LazyLock;

use loa_solver::Stop;

use crate::failure::{Failure, Status};
use crate::terminal::restore_modes;

/// Returns the signal to end the command in good order.
pub(crate) fn interruption() -> Stop {
    static INTERRUPTION: LazyLock<Stop> = LazyLock::new(Stop::default);
    INTERRUPTION.clone()
}

/// Installs a handler: the first signal sets [`interruption`], so that the command ends in good
/// order. The second ends the process and its engines immediately.
pub(crate) fn heed_signals() -> Result<(), Failure> {
    let stop = interruption();
    on_signal(move || if stop.is_set() { leave() } else { stop.set() })
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
