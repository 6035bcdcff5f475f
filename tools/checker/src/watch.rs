//! Progress of a check, and the end of a check that takes too long.

/// Watches a check and may stop it.
pub trait Watch: Sync {
    /// Receives the number of the winner's moves followed so far.
    fn checked(&self, _moves: u64) {}

    /// Returns whether to stop.
    fn interrupted(&self) -> bool {
        false
    }
}

impl Watch for () {}
