//! The end of the process at once.

use crate::failure::Status;

/// Ends the process as interrupted.
#[expect(
    clippy::exit,
    reason = "a second interruption ends the process at once"
)]
pub(crate) fn leave() {
    std::process::exit(Status::Interrupted as i32);
}
