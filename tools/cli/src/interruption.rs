//! Signals that end a command, and the end of the process at once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::failure::{Failure, Status};

/// Has the first signal set a flag, at which the command ends in good order, and the
/// second end the process at once, its engines with it.
pub(crate) fn heed_signals(interrupted: &'static AtomicBool) -> Result<(), Failure> {
    let handler = ctrlc::set_handler(|| {
        if interrupted.swap(true, Relaxed) {
            leave();
        }
    });
    handler.map_err(|error| Failure::new(Status::Failed, error))
}

/// Ends the process as interrupted.
#[expect(clippy::exit, reason = "a second interruption ends the process at once")]
pub(crate) fn leave() {
    std::process::exit(Status::Interrupted as i32);
}
