//! Value arrays: one cell a position.
//!
//! The values of a family that is being solved lie in memory: they are written all
//! over, and a mapped file would be written to the disk all the time. Checkpoints
//! write them to the file. Finished values, which captures of later families look
//! into, are mapped from the file and give way when memory is short.
//!
//! The files are raw cells in native byte order, private to the machine that solves.
//! The format of finished tables is another crate's matter.

#![allow(unsafe_code)]

use std::fs::{self, File};
use std::io;
use std::path::Path;

use fs4::FileExt;
use memmap2::{MmapMut, MmapOptions};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::index::positions::Index;
use crate::retrograde::checkpoint::work_file::{Kind, Owner, WorkFile};
use crate::retrograde::error::SolveError;
use crate::retrograde::kernel::cell::{Cell, Cells, Stored, Width};
use crate::retrograde::kernel::lower::{BlockValues, LowerValues};

impl Width {
    const fn kind(self) -> Kind {
        match self {
            Width::Narrow => Kind::Narrow,
            Width::Wide => Kind::Wide,
        }
    }
}

fn map(path: &Path, file: &File) -> Result<MmapMut, SolveError> {
    // SAFETY: the mapping is sound as long as no process truncates or writes the
    // file behind it. Work files lie in a folder that the solving process holds
    // a lock on; their cells are plain bytes, so that even a foreign write could
    // make values wrong but not memory unsafe.
    let mapped = unsafe { MmapOptions::new().offset(WorkFile::HEADER).map_mut(file) };
    mapped.map_err(|source| SolveError::io(path, source))
}

/// The values of all positions of one material.
#[derive(Debug)]
pub struct ValueFile {
    index: Index,
    width: Width,
    cells: MmapMut,
    file: WorkFile,
    /// The digest of the table with the values; 0 before there is one.
    table: u128,
}

impl ValueFile {
    /// Makes open cells in memory and a file for them, whose room on the disk is taken
    /// in advance.
    ///
    /// # Errors
    /// When there is no memory, the file cannot be made or the disk is full.
    pub fn create(path: &Path, index: &Index, width: Width) -> Result<ValueFile, SolveError> {
        ValueFile::create_for(path, index, width, &Owner::default())
    }

    /// Makes open cells in memory and a file for them that belongs to a run.
    pub(crate) fn create_for(
        path: &Path,
        index: &Index,
        width: Width,
        owner: &Owner,
    ) -> Result<ValueFile, SolveError> {
        let file = WorkFile::create(path, width.kind(), index.material(), owner)?;
        // A full disk is better known before hours of work than after.
        let bytes = WorkFile::HEADER + index.len() * width.bytes();
        if let Err(source) = FileExt::allocate(file.file(), bytes) {
            let _ = fs::remove_file(path);
            return Err(SolveError::io(path, source));
        }
        ValueFile::in_memory(index, width, file)
    }

    /// Reads a file of this run, written by [`ValueFile::flush`], into memory.
    pub(crate) fn open(
        path: &Path,
        index: &Index,
        width: Width,
        owner: &Owner,
    ) -> Result<ValueFile, SolveError> {
        let file = WorkFile::open(path, width.kind(), index.material(), owner)?;
        file.expect_len(index.len() * width.bytes())?;
        let mut values = ValueFile::in_memory(index, width, file)?;
        values.file.read_at(0, &mut values.cells)?;
        Ok(values)
    }

    fn in_memory(index: &Index, width: Width, file: WorkFile) -> Result<ValueFile, SolveError> {
        let bytes = (index.len() * width.bytes()) as usize;
        let cells = MmapMut::map_anon(bytes);
        let cells = cells.map_err(|source| SolveError::io(file.path(), source))?;
        // Cells are reached in no order: with small pages most of the time would
        // go into finding pages. It is a wish, and harmless if not granted.
        #[cfg(target_os = "linux")]
        let _ = cells.advise(memmap2::Advice::HugePage);
        Ok(ValueFile {
            index: index.clone(),
            width,
            cells,
            file,
            table: 0,
        })
    }

    /// Writes finished values to their file and maps them from there. The header gets a
    /// digest of the values and of their table's digest, by which
    /// [`ValueFile::open_persisted`] recognises them.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn persist(&mut self, table: u128) -> Result<(), SolveError> {
        self.file.write_at(0, &self.cells)?;
        self.file
            .set_finished(finished_digest(&self.cells, table))?;
        self.cells = map(self.file.path(), self.file.file())?;
        self.table = table;
        Ok(())
    }

    /// Maps the values that [`ValueFile::persist`] has written for a table with this
    /// digest; `None` if they are not there, or not whole.
    ///
    /// The digest detects accidents, not forgeries: compare the values with the table
    /// before relying on them.
    pub fn open_persisted(
        path: &Path,
        index: &Index,
        width: Width,
        table: u128,
    ) -> Option<ValueFile> {
        let file = WorkFile::open_any(path, width.kind(), index.material()).ok()?;
        file.expect_len(index.len() * width.bytes()).ok()?;
        let cells = map(path, file.file()).ok()?;
        let index = index.clone();
        (file.finished() == finished_digest(&cells, table)).then_some(ValueFile {
            index,
            width,
            cells,
            file,
            table,
        })
    }

    /// Removes the file.
    pub fn remove(self) {
        // What cannot be removed goes with the folder.
        let _ = fs::remove_file(self.file.path());
    }

    /// Returns the digest of the table with the values; 0 before there is one.
    pub(crate) const fn table(&self) -> u128 {
        self.table
    }

    /// Returns the checkpoint that all cells were last written for.
    pub(crate) const fn checkpoint(&self) -> u64 {
        self.file.checkpoint()
    }

    /// Returns the numbering of the cells.
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the width of the cells.
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Returns the bytes of all cells.
    pub(crate) fn bytes(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns the cell of an index.
    ///
    /// # Panics
    /// If `index` is out of range.
    #[inline]
    pub fn get(&self, index: u64) -> Cell {
        match self.width {
            Width::Narrow => u8::cell(self.cells[index as usize]),
            Width::Wide => self.cells::<u16>()[index as usize].cell(),
        }
    }

    /// Reads the codes of the cells from `first` on.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn read_codes(&self, first: u64, codes: &mut [u16]) {
        let range = first as usize..first as usize + codes.len();
        match self.width {
            Width::Narrow => {
                for (code, &byte) in codes.iter_mut().zip(&self.cells[range]) {
                    *code = u16::from(byte);
                }
            }
            Width::Wide => codes.copy_from_slice(&self.cells::<u16>()[range]),
        }
    }

    /// Sets the cells from `first` on to codes.
    ///
    /// # Panics
    /// If there are not so many cells, or a code is too wide for the file.
    pub fn write_codes(&mut self, first: u64, codes: &[u16]) {
        let range = first as usize..first as usize + codes.len();
        match self.width {
            Width::Narrow => {
                for (byte, &code) in self.cells[range].iter_mut().zip(codes) {
                    *byte = u8::try_from(code).expect("codes fit the width of the file");
                }
            }
            Width::Wide => self.cells_mut::<u16>()[range].copy_from_slice(codes),
        }
    }

    /// Lends the cells of some places.
    pub(crate) fn lend(&mut self, places: std::ops::Range<usize>) -> Cells<'_> {
        match self.width {
            Width::Narrow => Cells::Narrow(&mut self.cells_mut()[places]),
            Width::Wide => Cells::Wide(&mut self.cells_mut()[places]),
        }
    }

    /// Lends all cells.
    pub(crate) fn lend_all(&mut self) -> Cells<'_> {
        self.lend(0..self.index.len() as usize)
    }

    pub(crate) fn cells<S: Stored>(&self) -> &[S] {
        assert_eq!(self.width, S::WIDTH);
        bytemuck::cast_slice(&self.cells)
    }

    pub(crate) fn cells_mut<S: Stored>(&mut self) -> &mut [S] {
        assert_eq!(self.width, S::WIDTH);
        bytemuck::cast_slice_mut(&mut self.cells)
    }

    /// Writes all cells to the disk, for this checkpoint.
    pub(crate) fn flush(&mut self, checkpoint: u64) -> Result<(), SolveError> {
        self.file.write_at(0, &self.cells)?;
        self.file.set_checkpoint(checkpoint)?;
        self.file.sync()
    }
}

impl LowerValues for ValueFile {
    fn index(&self) -> &Index {
        &self.index
    }

    fn block(&self, orbit: u64) -> io::Result<BlockValues<'_>> {
        let len = self.index.block_len();
        let places = (orbit * len) as usize..((orbit + 1) * len) as usize;
        Ok(match self.width {
            Width::Narrow => BlockValues::Narrow(&self.cells()[places]),
            Width::Wide => BlockValues::Wide(&self.cells()[places]),
        })
    }
}

/// Returns the digest of finished cells and of their table's digest.
fn finished_digest(cells: &[u8], table: u128) -> u64 {
    xxh3_64_with_seed(cells, table as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::numbering::Numbering;

    #[test]
    fn persisted_values_are_recognised_if_whole_and_of_the_same_table() {
        let numbering = Numbering::new("4x3".parse().unwrap());
        let index = numbering.index("3v3".parse().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("3v3.values");
        let persisted = |table| ValueFile::open_persisted(&path, &index, Width::Narrow, table);
        let mut values = ValueFile::create(&path, &index, Width::Narrow).unwrap();
        let codes: Vec<u16> = (0..index.len()).map(|place| place as u16 % 200).collect();
        values.write_codes(0, &codes);
        assert!(persisted(7).is_none());
        values.persist(7).unwrap();
        assert!(persisted(8).is_none());
        assert!(ValueFile::open_persisted(&path, &index, Width::Wide, 7).is_none());
        let again = persisted(7).unwrap();
        let mut found = vec![0; codes.len()];
        again.read_codes(0, &mut found);
        assert!(found == codes);
        values.write_codes(index.len() / 2, &[201]);
        assert!(persisted(7).is_none());
        values.write_codes(index.len() / 2, &[codes[codes.len() / 2]]);
        assert!(persisted(7).is_some());
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[1..]).unwrap();
        assert!(persisted(7).is_none());
        again.remove();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
