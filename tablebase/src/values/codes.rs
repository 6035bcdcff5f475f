//! Values on their way into a table or out of it.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use loa_solver::Index;
use loa_solver::internal::{Cell, Width};
use loa_solver::retrograde::FinishedValues;

/// The codes of all cells of a material, readable by any thread.
pub(crate) trait Codes: Sync {
    /// Returns the index that numbers the cells.
    fn index(&self) -> &Index;
    /// Fills `codes` with the codes of the cells from `first`.
    ///
    /// # Errors
    /// If they are on disk and cannot be read.
    fn read_codes(&self, first: u64, codes: &mut [u16]) -> io::Result<()>;
}

/// Values that can be looked up one by one.
pub(crate) trait CellSource: Sync {
    /// Returns the index that numbers the cells.
    fn index(&self) -> &Index;
    /// Returns the value of an index, as a cell; a loss in 0 if it is in another part of the table.
    ///
    /// # Panics
    /// If `at` is out of range.
    fn get(&self, at: u64) -> Cell;
    /// Fills `codes` with the codes of the cells from `first`.
    ///
    /// # Panics
    /// If fewer cells follow.
    fn copy_codes(&self, first: u64, codes: &mut [u16]);
    /// Returns the longest distance that fits, in plies.
    fn longest(&self) -> u16;
}

impl<V: CellSource> Codes for V {
    fn index(&self) -> &Index {
        CellSource::index(self)
    }

    fn read_codes(&self, first: u64, codes: &mut [u16]) -> io::Result<()> {
        self.copy_codes(first, codes);
        Ok(())
    }
}

impl CellSource for MemoryValues {
    fn index(&self) -> &Index {
        &self.index
    }

    fn longest(&self) -> u16 {
        self.longest
    }

    #[inline]
    fn get(&self, at: u64) -> Cell {
        let at = at.wrapping_sub(self.first) as usize;
        let code = match &self.codes {
            Array::Narrow(codes) => codes.get(at).map(|code| code.load(Relaxed).into()),
            Array::Wide(codes) => codes.get(at).map(|code| code.load(Relaxed)),
        };
        code.map_or_else(|| self.elsewhere(), Cell::from_code)
    }

    #[inline]
    fn copy_codes(&self, first: u64, codes: &mut [u16]) {
        let range = self.range(first, codes.len());
        match &self.codes {
            Array::Narrow(all) => {
                let cells = codes.iter_mut().zip(&all[range]);
                cells.for_each(|(code, cell)| *code = cell.load(Relaxed).into());
            }
            Array::Wide(all) => {
                let cells = codes.iter_mut().zip(&all[range]);
                cells.for_each(|(code, cell)| *code = cell.load(Relaxed));
            }
        }
    }
}

impl Codes for FinishedValues {
    fn index(&self) -> &Index {
        FinishedValues::index(self)
    }

    fn read_codes(&self, first: u64, codes: &mut [u16]) -> io::Result<()> {
        FinishedValues::read_codes(self, first, codes).map_err(io::Error::other)
    }
}

/// Values in memory: those of consecutive blocks.
pub(crate) struct MemoryValues {
    index: Index,
    longest: u16,
    blocks: Range<u64>,
    /// The index of the first value.
    first: u64,
    codes: Array,
}

/// Any thread may replace a cell while others read: each cell is one number.
enum Array {
    Narrow(Vec<AtomicU8>),
    Wide(Vec<AtomicU16>),
}

/// Returns zeros, or the bytes that the system refuses.
fn zeros<T: Default>(len: u64) -> Result<Vec<T>, u64> {
    let refused = len.saturating_mul(size_of::<T>() as u64);
    let len = usize::try_from(len).map_err(|_| refused)?;
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(len).map_err(|_| refused)?;
    zeros.resize_with(len, T::default);
    Ok(zeros)
}

impl MemoryValues {
    /// Returns open cells for some blocks of an index, for distances up to `longest`.
    ///
    /// # Errors
    /// The size in bytes of the memory that the system refuses.
    pub(crate) fn open(
        index: Index,
        longest: u16,
        blocks: Range<u64>,
    ) -> Result<MemoryValues, u64> {
        let (first, len) = (blocks.start, blocks.end - blocks.start);
        let [first, len] = [first, len].map(|blocks| blocks * index.block_len());
        let codes = match width_for(longest) {
            Width::Narrow => Array::Narrow(zeros(len)?),
            Width::Wide => Array::Wide(zeros(len)?),
        };
        Ok(MemoryValues { index, longest, blocks, first, codes })
    }

    /// Returns the blocks whose values are in memory.
    pub(crate) fn blocks(&self) -> Range<u64> {
        self.blocks.clone()
    }

    #[cold]
    fn elsewhere(&self) -> Cell {
        assert_ne!(self.blocks, 0..self.index.blocks(), "an index is out of range");
        Cell::loss(0)
    }

    fn range(&self, first: u64, len: usize) -> Range<usize> {
        let first = (first - self.first) as usize;
        first..first + len
    }

    /// Replaces the value of an index by one that fits.
    ///
    /// # Panics
    /// If `at` is out of range.
    #[inline]
    pub(crate) fn set(&self, at: u64, cell: Cell) {
        let at = (at - self.first) as usize;
        match &self.codes {
            Array::Narrow(codes) => codes[at].store(cell.code() as u8, Relaxed),
            Array::Wide(codes) => codes[at].store(cell.code(), Relaxed),
        }
    }

    /// Replaces the values from `first` by codes that fit.
    ///
    /// # Panics
    /// If fewer cells follow.
    pub(crate) fn put(&self, first: u64, codes: &[u16]) {
        let range = self.range(first, codes.len());
        match &self.codes {
            Array::Narrow(all) => {
                let cells = all[range].iter().zip(codes);
                cells.for_each(|(cell, &code)| cell.store(code as u8, Relaxed));
            }
            Array::Wide(all) => {
                let cells = all[range].iter().zip(codes);
                cells.for_each(|(cell, &code)| cell.store(code, Relaxed));
            }
        }
    }
}

/// Returns the width of cells for distances up to `longest` plies.
pub(crate) const fn width_for(longest: u16) -> Width {
    if longest <= Width::Narrow.longest() { Width::Narrow } else { Width::Wide }
}
