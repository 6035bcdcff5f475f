//! Wins that are restored from losses to be compared.

use loa_solver::Material;

use super::compare::Mismatch;
use super::error::VerifyError;
use crate::values::restore::Restored;

/// Restores all values of a material. A win that is too long for its table is a
/// wrong value.
pub(super) fn restore(restored: &mut Restored<'_>, material: Material) -> Result<(), VerifyError> {
    let board = restored.numbering().board();
    let wrong = restored.restore(material)?;
    match wrong.and_then(|looked| Mismatch::of(board, looked)) {
        Some(mismatch) => {
            let mismatch = Box::new(mismatch);
            Err(VerifyError::Wrong { material, mismatch })
        }
        None => Ok(()),
    }
}
