//! Values of some blocks of a table.

use loa_solver::Index;
use loa_solver::internal::Cell;

use super::codes::{CellSource, MemoryValues, OutOfMemory};

/// Some of a table's values, or all.
pub(crate) enum TablePart<'a> {
    /// Consecutive blocks, and the index of the first value.
    Run {
        first: u64,
        values: &'a MemoryValues,
    },
    /// The codes of one block.
    Block {
        index: &'a Index,
        orbit: u64,
        codes: &'a [u16],
        longest: u16,
    },
    Picked(&'a Picked),
}

impl<'a> TablePart<'a> {
    /// Returns all of a table's values.
    pub(crate) const fn all(values: &'a MemoryValues) -> TablePart<'a> {
        TablePart::Run { first: 0, values }
    }
}

/// Values of blocks picked from anywhere in a table.
pub(crate) struct Picked {
    /// The orbits that lead the picked blocks, and the position of each orbit in this list.
    pub(crate) orbits: Vec<u64>,
    places: Vec<u32>,
    /// The values of the picked blocks, one after another.
    pub(crate) values: MemoryValues,
}

const LEFT_OUT: u32 = u32::MAX;

impl Picked {
    /// Returns open cells for the blocks of some of these orbits.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(crate) fn new(index: &Index, longest: u16, orbits: &[u64]) -> Result<Picked, OutOfMemory> {
        let mut places = vec![LEFT_OUT; index.blocks() as usize];
        for (&orbit, place) in orbits.iter().zip(0..) {
            places[orbit as usize] = place;
        }
        let values = MemoryValues::open_blocks(index.clone(), longest, orbits.len() as u64)?;
        Ok(Picked { orbits: orbits.to_vec(), places, values })
    }

    /// Counts the values.
    pub(crate) fn len(&self) -> u64 {
        self.orbits.len() as u64 * self.values.index().block_len()
    }

    /// Returns the index of a place among the values.
    pub(crate) fn at(&self, place: u64) -> u64 {
        let block_len = self.values.index().block_len();
        self.orbits[(place / block_len) as usize] * block_len + place % block_len
    }

    /// Returns the place of an index among the values; `None` if its block is not picked.
    #[inline(always)]
    pub(crate) fn place(&self, at: u64) -> Option<u64> {
        let block_len = self.values.index().block_len();
        let place = self.places[(at / block_len) as usize];
        (place != LEFT_OUT).then(|| u64::from(place) * block_len + at % block_len)
    }
}

impl CellSource for TablePart<'_> {
    fn index(&self) -> &Index {
        match self {
            TablePart::Run { values, .. } => values.index(),
            TablePart::Block { index, .. } => index,
            TablePart::Picked(picked) => picked.values.index(),
        }
    }

    /// Cells of other blocks read as lost.
    #[inline(always)]
    fn get(&self, at: u64) -> Cell {
        match self {
            TablePart::Run { first, values } => {
                values.find(at.wrapping_sub(*first)).unwrap_or(Cell::loss(0))
            }
            TablePart::Block { index, orbit, codes, .. } => {
                Cell::from_code(codes[(at - orbit * index.block_len()) as usize])
            }
            TablePart::Picked(picked) => {
                picked.place(at).map_or(Cell::loss(0), |place| picked.values.get(place))
            }
        }
    }

    fn copy_codes(&self, first: u64, codes: &mut [u16]) {
        match self {
            TablePart::Run { first: begin, values } => values.copy_codes(first - begin, codes),
            TablePart::Block { index, orbit, codes: all, .. } => {
                let from = (first - orbit * index.block_len()) as usize;
                codes.copy_from_slice(&all[from..from + codes.len()]);
            }
            TablePart::Picked(picked) => {
                let place = picked.place(first).expect("the block is picked");
                picked.values.copy_codes(place, codes);
            }
        }
    }

    fn longest(&self) -> u16 {
        match self {
            TablePart::Run { values, .. } => values.longest(),
            TablePart::Block { longest, .. } => *longest,
            TablePart::Picked(picked) => picked.values.longest(),
        }
    }
}
