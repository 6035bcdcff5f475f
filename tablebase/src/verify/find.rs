//! Messages of processes that verify together: finds, and wrong values.
//!
//! A find is the value that a position's successors imply, sent to the process that has the
//! position. It consists of the position's place among the values of that process, in five bytes,
//! and the code of the value, in one byte or two, little-endian.

use std::ops::Range;

use loa_solver::Index;
use loa_solver::internal::{Cell, Width};
use loa_solver::retrograde::Exchange;

use super::error::VerifyError;
use crate::values::mismatch::Wrong;

const PLACE_BYTES: usize = 5;

/// Bytes in a find.
#[derive(Clone, Copy)]
pub(super) enum FindSize {
    Narrow = PLACE_BYTES as isize + 1,
    Wide = PLACE_BYTES as isize + 2,
}

impl FindSize {
    /// Returns the form of finds that are implied by values up to a distance.
    pub(super) const fn after(longest: u16) -> FindSize {
        if longest < Width::Narrow.longest() { FindSize::Narrow } else { FindSize::Wide }
    }

    /// Adds a find.
    #[inline(always)]
    pub(super) fn push(self, finds: &mut Vec<u8>, place: u64, cell: Cell) {
        let bits = place | u64::from(cell.code()) << (8 * PLACE_BYTES);
        finds.extend_from_slice(&bits.to_le_bytes()[..self as usize]);
    }

    /// Reads finds. An incomplete find at the end is ignored.
    pub(super) fn read(self, finds: &[u8]) -> impl Iterator<Item = (u64, Cell)> + '_ {
        finds.chunks_exact(self as usize).map(move |find| {
            let mut bytes = [0; 8];
            bytes[..self as usize].copy_from_slice(find);
            let bits = u64::from_le_bytes(bytes);
            let place = bits & ((1 << (8 * PLACE_BYTES)) - 1);
            let code = bits >> (8 * PLACE_BYTES);
            (place, Cell::from_code(code as u16))
        })
    }
}

/// The processes that have the values of a table.
pub(super) struct Holders {
    /// The first index of each process, and the end of all indices.
    bounds: Vec<u64>,
    /// Processes for each index, times two to the 64.
    inverse: u128,
}

impl Holders {
    /// Returns the holders of `blocks` blocks of `block_len` values.
    pub(super) fn new(exchange: &dyn Exchange, blocks: u64, block_len: u64) -> Holders {
        let size = exchange.size();
        let first = |rank| exchange.share_of(rank, blocks).start * block_len;
        Holders {
            bounds: (0..size).map(first).chain([blocks * block_len]).collect(),
            inverse: ((size as u128) << 64) / u128::from(blocks * block_len).max(1),
        }
    }

    /// Returns the process that has an index, and the first index of that process.
    #[inline(always)]
    pub(super) fn of(&self, at: u64) -> (usize, u64) {
        // Never too high, because shares are rounded down.
        let mut rank = ((u128::from(at) * self.inverse) >> 64) as usize;
        while self.bounds[rank + 1] <= at {
            rank += 1;
        }
        (rank, self.bounds[rank])
    }

    /// Returns how many processes share the indices.
    pub(super) fn size(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Returns the indices of a process.
    pub(super) fn indices(&self, rank: usize) -> Range<u64> {
        self.bounds[rank]..self.bounds[rank + 1]
    }
}

/// Agrees with the other processes on whether to continue.
///
/// # Errors
/// The wrong value with the smallest index on any process, an interruption of any process, or the
/// departure of another process.
pub(super) fn agree(
    exchange: &mut dyn Exchange,
    index: &Index,
    wrong: Option<Wrong>,
    interrupted: bool,
) -> Result<(), VerifyError> {
    let mine = match wrong {
        Some(wrong) => wrong.to_numbers().to_vec(),
        None => vec![0; interrupted.into()],
    };
    let all = exchange.gather(&mine).map_err(VerifyError::exchange)?;
    let wrong = all.iter().filter_map(|numbers| Wrong::from_numbers(numbers)).min();
    if let Some(mismatch) = wrong.and_then(|wrong| wrong.mismatch(index)) {
        let (material, mismatch) = (index.material(), Box::new(mismatch));
        return Err(VerifyError::Wrong { material, mismatch });
    }
    if all.iter().all(Vec::is_empty) { Ok(()) } else { Err(VerifyError::Interrupted) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_come_back() {
        let cells = [Cell::win(1), Cell::loss(126), Cell::loss(400)];
        let places = [0, 1, 1 << 32, (1 << 40) - 1];
        let all = places.into_iter().flat_map(|place| cells.map(|cell| (place, cell)));
        for (form, codes) in [(FindSize::Narrow, 0..256), (FindSize::Wide, 0..1 << 16)] {
            let all: Vec<(u64, Cell)> =
                all.clone().filter(|(_, cell)| codes.contains(&u32::from(cell.code()))).collect();
            let mut bytes = Vec::new();
            for &(place, cell) in &all {
                form.push(&mut bytes, place, cell);
            }
            assert_eq!(form.read(&bytes).collect::<Vec<_>>(), all);
        }
    }
}
