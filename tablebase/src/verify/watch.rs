//! News of a verification.

use loa_solver::Material;

/// Whoever watches a verification.
pub trait VerifyWatch: Sync {
    /// Told at the beginning how many values there are in all.
    fn begun(&self, _values: u64) {}

    /// Told every now and then, from any thread, how many more values have been
    /// compared.
    fn compared(&self, _values: u64) {}

    /// Told of each table that has been verified, and its values.
    fn verified(&self, _material: Material, _values: u64) {}

    /// Asked often; true ends the work with [`VerifyError::Interrupted`].
    fn interrupted(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl VerifyWatch for () {}
