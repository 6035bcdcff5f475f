//! A wrong value, on its way to all processes.

use loa_solver::Index;
use loa_solver::internal::Cell;
use loa_solver::retrograde::Exchange;
use loa_solver::{Color, Position};

use crate::values::mismatch::Mismatch;
use crate::verify::error::VerifyError;

/// A value that its successors contradict, of a material that all processes know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wrong {
    at: u64,
    stored: u16,
    implied: u16,
}

impl Wrong {
    /// Returns the difference at an index between what is stored and what is implied.
    pub(super) const fn new(at: u64, stored: Cell, implied: Cell) -> Wrong {
        Wrong {
            at,
            stored: stored.code(),
            implied: implied.code(),
        }
    }

    fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.at, self.stored.into(), self.implied.into()];
        numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    /// Reads what [`Wrong::to_bytes`] has made; `None` of no bytes.
    fn from_bytes(bytes: &[u8]) -> Option<Wrong> {
        let (numbers, _) = bytes.as_chunks();
        let [at, stored, implied] = *numbers.first_chunk::<3>()?;
        let [at, stored, implied] = [at, stored, implied].map(u64::from_le_bytes);
        Some(Wrong {
            at,
            stored: stored as u16,
            implied: implied as u16,
        })
    }

    /// Returns the smaller index of two.
    pub(super) fn first(one: Option<Wrong>, other: Option<Wrong>) -> Option<Wrong> {
        one.into_iter().chain(other).min()
    }

    /// Returns the position and its values.
    fn mismatch(self, index: &Index) -> Option<Mismatch> {
        let (us, them) = index.position(self.at);
        let position = Position::new(index.board(), us, them, Color::Black);
        Some(Mismatch {
            position: position.ok()?,
            stored: Cell::from_code(self.stored).value(),
            implied: Cell::from_code(self.implied).value(),
        })
    }
}

/// Agrees with the other processes on whether to go on.
///
/// # Errors
/// The first value of this index that is wrong on any process, an interruption of any, or
/// when another has left.
pub(super) fn agree(
    exchange: &mut dyn Exchange,
    index: &Index,
    wrong: Option<Wrong>,
    interrupted: bool,
) -> Result<(), VerifyError> {
    let mine = match wrong {
        Some(wrong) => wrong.to_bytes(),
        None => vec![0; interrupted.into()],
    };
    let all = exchange.all_gather(&mine);
    let all = all.map_err(VerifyError::exchange)?;
    let wrong = all
        .iter()
        .filter_map(|bytes| Wrong::from_bytes(bytes))
        .min();
    if let Some(mismatch) = wrong.and_then(|wrong| wrong.mismatch(index)) {
        let (material, mismatch) = (index.material(), Box::new(mismatch));
        return Err(VerifyError::Wrong { material, mismatch });
    }
    if all.iter().all(Vec::is_empty) {
        Ok(())
    } else {
        Err(VerifyError::Interrupted)
    }
}
