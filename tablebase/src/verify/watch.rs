//! News of a verification.

use loa_solver::Material;

/// An observer of a verification, which may end it.
pub trait VerifyWatch: Sync {
    /// Receives the number of values at the beginning.
    fn begun(&self, _values: u64) {}

    /// Receives, every now and then and from any thread, how many more values have been
    /// compared.
    fn compared(&self, _values: u64) {}

    /// Receives each table that has been verified, and the number of its values.
    fn verified(&self, _material: Material, _values: u64) {}

    /// Returns whether the work is to end, with
    /// [`VerifyError::Interrupted`](super::error::VerifyError::Interrupted). Called
    /// often.
    fn interrupted(&self) -> bool {
        false
    }
}

/// No observer.
impl VerifyWatch for () {}
