//! Values of some blocks of a table.

use std::io;
use std::ops::Range;

use loa_solver::internal::Cell;
use loa_solver::{Index, Symmetry};
use rayon::prelude::*;

use super::codes::{CellSource, Codes, MemoryValues, OutOfMemory};

/// Some of a table's values, or all.
pub(crate) enum TablePart<'a> {
    All(&'a MemoryValues),
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

/// Values of blocks picked from anywhere in a table. A process may have only some of the picked
/// blocks; the other processes have the rest.
pub(crate) struct Picked {
    index: Index,
    /// The orbits that lead the picked blocks, and the position of each orbit in this list.
    orbits: Vec<u64>,
    places: Vec<u32>,
    /// The picked blocks whose values this process has, by their positions in the list.
    held: Range<u64>,
    values: MemoryValues,
}

const LEFT_OUT: u32 = u32::MAX;

impl Picked {
    /// Returns open cells for the blocks of some of these orbits.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(crate) fn new(
        index: &Index,
        longest: u16,
        orbits: &[u64],
        held: Range<u64>,
    ) -> Result<Picked, OutOfMemory> {
        let mut places = vec![LEFT_OUT; index.blocks() as usize];
        for (&orbit, place) in orbits.iter().zip(0..) {
            places[orbit as usize] = place;
        }
        Ok(Picked {
            index: index.clone(),
            orbits: orbits.to_vec(),
            places,
            values: MemoryValues::open_blocks(index.clone(), longest, held.end - held.start)?,
            held,
        })
    }

    /// Returns the orbits of the blocks whose values this process has.
    pub(crate) fn orbits(&self) -> &[u64] {
        &self.orbits[self.held.start as usize..self.held.end as usize]
    }

    /// Counts the picked blocks.
    pub(crate) const fn count(&self) -> u64 {
        self.orbits.len() as u64
    }

    /// Returns the index of a place among the picked blocks.
    pub(crate) fn at(&self, place: u64) -> u64 {
        let (block, rank) = (place / self.block_len(), place % self.block_len());
        self.orbits[block as usize] * self.block_len() + rank
    }

    /// Counts the entries of a block.
    pub(crate) const fn block_len(&self) -> u64 {
        self.index.block_len()
    }

    /// Returns the longest distance that fits, in plies.
    pub(crate) fn longest(&self) -> u16 {
        self.values.longest()
    }

    /// Returns the place of an index among the values of all picked blocks; `None` if its block is
    /// not picked.
    #[inline(always)]
    pub(crate) fn place(&self, at: u64) -> Option<u64> {
        let (orbit, rank) = (at / self.index.block_len(), at % self.index.block_len());
        let place = self.places[orbit as usize];
        (place != LEFT_OUT).then(|| u64::from(place) * self.index.block_len() + rank)
    }

    /// Returns the first place that this process has.
    pub(crate) const fn first_place(&self) -> u64 {
        self.held.start * self.block_len()
    }

    /// Returns the position of a place within this process's values.
    #[inline(always)]
    fn here(&self, place: u64) -> Option<u64> {
        let here = place.checked_sub(self.first_place())?;
        (here < (self.held.end - self.held.start) * self.block_len()).then_some(here)
    }

    /// Returns the cell of a place; an open cell if another process has it.
    #[inline(always)]
    pub(crate) fn get(&self, place: u64) -> Cell {
        let here = self.here(place);
        here.map_or(Cell::OPEN, |here| self.values.get(here))
    }

    /// Replaces the cell of a place that this process has.
    #[inline(always)]
    pub(crate) fn set(&self, place: u64, cell: Cell) {
        if let Some(here) = self.here(place) {
            self.values.set(here, cell);
        }
    }

    /// Replaces the cells of a block that this process has.
    pub(crate) fn put(&self, orbit: u64, codes: &[u16]) {
        let place = self.place(orbit * self.block_len());
        if let Some(here) = place.and_then(|place| self.here(place)) {
            self.values.put(here, codes);
        }
    }

    /// Returns the cell of an index; `None` if its block is not picked.
    #[inline(always)]
    pub(crate) fn get_at(&self, at: u64) -> Option<Cell> {
        self.place(at).map(|place| self.get(place))
    }

    /// Returns the codes of a block that this process has.
    pub(crate) fn block(&self, orbit: u64) -> Vec<u16> {
        let mut codes = vec![0; self.index.block_len() as usize];
        TablePart::Picked(self).copy_codes(orbit * self.index.block_len(), &mut codes);
        codes
    }

    /// Copies cells to the open entries of equal positions, if leaders are symmetric. Returns the
    /// index of an entry that differs from an equal one.
    pub(crate) fn complete_images(&self) -> Option<u64> {
        let block_len = self.index.block_len();
        let symmetries = Symmetry::all(self.index.board()).count() as u64;
        let symmetric =
            self.orbits().par_iter().filter(|&&orbit| self.index.weight(orbit) < symmetries);
        let unequal = symmetric.map(|&orbit| {
            let mut entries = self.index.followers(orbit).zip(orbit * block_len..);
            entries.find_map(|(them, at)| {
                let images: Vec<Cell> =
                    self.index.images(orbit, them).filter_map(|image| self.get_at(image)).collect();
                let known = images.iter().find(|&&image| image != Cell::OPEN)?;
                self.set(self.place(at)?, *known);
                let is_equal = |image: &Cell| [Cell::OPEN, *known].contains(image);
                (!images.iter().all(is_equal)).then_some(at)
            })
        });
        unequal.find_map_first(|unequal| unequal)
    }
}

impl Codes for TablePart<'_> {
    fn index(&self) -> &Index {
        match self {
            TablePart::All(values) | TablePart::Run { values, .. } => values.index(),
            TablePart::Block { index, .. } => index,
            TablePart::Picked(picked) => &picked.index,
        }
    }

    fn read_codes(&self, first: u64, codes: &mut [u16]) -> io::Result<()> {
        self.copy_codes(first, codes);
        Ok(())
    }
}

impl CellSource for TablePart<'_> {
    /// Cells of other blocks read as lost.
    #[inline(always)]
    fn get(&self, at: u64) -> Cell {
        match self {
            TablePart::All(values) => values.get(at),
            TablePart::Run { first, values } => values.get(at - first),
            TablePart::Block { index, orbit, codes, .. } => {
                Cell::from_code(codes[(at - orbit * index.block_len()) as usize])
            }
            TablePart::Picked(picked) => picked.get_at(at).unwrap_or(Cell::loss(0)),
        }
    }

    fn copy_codes(&self, first: u64, codes: &mut [u16]) {
        match self {
            TablePart::All(values) => values.copy_codes(first, codes),
            TablePart::Run { first: begin, values } => values.copy_codes(first - begin, codes),
            TablePart::Block { index, orbit, codes: all, .. } => {
                let from = (first - orbit * index.block_len()) as usize;
                codes.copy_from_slice(&all[from..from + codes.len()]);
            }
            TablePart::Picked(picked) => {
                let here = picked.place(first).and_then(|place| picked.here(place));
                picked.values.copy_codes(here.expect("the block is here"), codes);
            }
        }
    }

    fn longest(&self) -> u16 {
        match self {
            TablePart::All(values) | TablePart::Run { values, .. } => values.longest(),
            TablePart::Block { longest, .. } => *longest,
            TablePart::Picked(picked) => picked.values.longest(),
        }
    }
}
