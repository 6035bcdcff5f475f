//! Value arrays: one cell a position.
//!
//! A family being solved has its values in memory: they are written all over,
//! and a file mapped for that would be on its way to the disk all the time. Its
//! file gets them at checkpoints. Finished values, which captures look into
//! afterwards, are mapped from their files and give way when memory is short.
//!
//! The files are raw cells in native byte order, private to the machine that
//! solves; finished tables are another crate's matter.

#![allow(unsafe_code)]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fs4::FileExt;
use memmap2::MmapMut;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::SolveError;
use super::cell::{Cell, Stored, Width};
use crate::index::Index;

/// Makes sure that a work file has as many bytes as belong there.
pub(super) fn expect_size(path: &Path, file: &File, expected: u64) -> Result<(), SolveError> {
    let metadata = file.metadata();
    let found = metadata
        .map_err(|source| SolveError::io(path, source))?
        .len();
    if found == expected {
        return Ok(());
    }
    let path = path.to_owned();
    Err(SolveError::WorkFileSize {
        path,
        expected,
        found,
    })
}

/// Where the digest of settled values lies.
fn digest_path(values: &Path) -> PathBuf {
    let mut name = values.as_os_str().to_owned();
    name.push(".digest");
    name.into()
}

fn map(path: &Path, file: &File) -> Result<MmapMut, SolveError> {
    // SAFETY: the mapping is sound as long as nobody truncates or writes the
    // file behind it. Work files lie in a folder that the solving process holds
    // a lock on; their cells are plain bytes, so that even a foreign write could
    // make values wrong but not memory unsafe.
    let mapped = unsafe { MmapMut::map_mut(file) };
    mapped.map_err(|source| SolveError::io(path, source))
}

/// The values of all positions of one material.
pub struct ValueFile {
    index: Index,
    width: Width,
    cells: MmapMut,
    file: File,
    path: PathBuf,
}

impl ValueFile {
    /// Makes open cells in memory, and a file for them, its room on the disk
    /// taken in advance.
    ///
    /// # Errors
    /// When there is no memory, the file cannot be made or the disk is full.
    pub fn create(path: &Path, index: &Index, width: Width) -> Result<ValueFile, SolveError> {
        let failed = |source| SolveError::io(path, source);
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(path);
        let file = file.map_err(failed)?;
        // So that a full disk is known before hours of work, not after.
        let bytes = index.len() * width.bytes();
        if let Err(source) = FileExt::allocate(&file, bytes) {
            let _ = fs::remove_file(path);
            return Err(failed(source));
        }
        ValueFile::in_memory(path, index, width, file)
    }

    /// Reads a file written by [`ValueFile::flush`] into memory.
    ///
    /// # Errors
    /// When it cannot be read or has another size than this index needs.
    pub fn open(path: &Path, index: &Index, width: Width) -> Result<ValueFile, SolveError> {
        let failed = |source| SolveError::io(path, source);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(failed)?;
        expect_size(path, &file, index.len() * width.bytes())?;
        let mut values = ValueFile::in_memory(path, index, width, file)?;
        values.file.read_exact(&mut values.cells).map_err(failed)?;
        Ok(values)
    }

    fn in_memory(
        path: &Path,
        index: &Index,
        width: Width,
        file: File,
    ) -> Result<ValueFile, SolveError> {
        let failed = |source| SolveError::io(path, source);
        let bytes = (index.len() * width.bytes()) as usize;
        let cells = MmapMut::map_anon(bytes).map_err(failed)?;
        // Cells are reached in no order: with small pages most of the time would
        // go into finding pages. It is a wish, and harmless if not granted.
        #[cfg(target_os = "linux")]
        let _ = cells.advise(memmap2::Advice::HugePage);
        Ok(ValueFile {
            index: index.clone(),
            width,
            cells,
            file,
            path: path.to_owned(),
        })
    }

    /// Writes finished values to their file and maps them from there. Their digest
    /// lies beside it, so that [`ValueFile::settled`] knows them again by the
    /// number of the table that keeps them.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn settle(&mut self, table: u64) -> Result<(), SolveError> {
        self.write()?;
        let digest = xxh3_64_with_seed(&self.cells, table).to_le_bytes();
        let path = digest_path(&self.path);
        fs::write(&path, digest).map_err(|source| SolveError::io(&path, source))?;
        self.cells = map(&self.path, &self.file)?;
        Ok(())
    }

    /// Maps what [`ValueFile::settle`] has written for the same table; `None` if
    /// it is not there, or not whole.
    pub fn settled(path: &Path, index: &Index, width: Width, table: u64) -> Option<ValueFile> {
        let digest = fs::read(digest_path(path)).ok()?;
        let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
        expect_size(path, &file, index.len() * width.bytes()).ok()?;
        let cells = map(path, &file).ok()?;
        let found = xxh3_64_with_seed(&cells, table);
        (digest == found.to_le_bytes()).then(|| ValueFile {
            index: index.clone(),
            width,
            cells,
            file,
            path: path.to_owned(),
        })
    }

    /// Removes its files.
    pub fn remove(self) {
        // What cannot be removed goes with the folder.
        let _ = fs::remove_file(digest_path(&self.path));
        let _ = fs::remove_file(&self.path);
    }

    fn write(&self) -> Result<(), SolveError> {
        let mut file = &self.file;
        let written = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.write_all(&self.cells));
        written.map_err(|source| SolveError::io(&self.path, source))
    }

    /// The numbering of its cells.
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// Bytes a cell.
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Bytes of all cells.
    pub(crate) fn bytes(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The cell of an index.
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

    /// The raw codes from `first` on into `codes`.
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

    /// Sets the cells from `first` on to raw codes.
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

    pub(crate) fn cells<S: Stored>(&self) -> &[S] {
        assert_eq!(self.width, S::WIDTH);
        bytemuck::cast_slice(&self.cells)
    }

    pub(crate) fn cells_mut<S: Stored>(&mut self) -> &mut [S] {
        assert_eq!(self.width, S::WIDTH);
        bytemuck::cast_slice_mut(&mut self.cells)
    }

    /// Writes everything to the disk.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn flush(&self) -> Result<(), SolveError> {
        self.write()?;
        let synced = self.file.sync_data();
        synced.map_err(|source| SolveError::io(&self.path, source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Numbering;

    #[test]
    fn settled_values_are_known_again_if_whole_and_of_the_same_table() {
        let numbering = Numbering::new("4x3".parse().unwrap());
        let index = numbering.index("3v3".parse().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("3v3.values");
        let settled = |table| ValueFile::settled(&path, &index, Width::Narrow, table);
        let mut values = ValueFile::create(&path, &index, Width::Narrow).unwrap();
        let codes: Vec<u16> = (0..index.len()).map(|place| place as u16 % 200).collect();
        values.write_codes(0, &codes);
        assert!(settled(7).is_none());
        values.settle(7).unwrap();
        assert!(settled(8).is_none());
        assert!(ValueFile::settled(&path, &index, Width::Wide, 7).is_none());
        let again = settled(7).unwrap();
        let mut found = vec![0; codes.len()];
        again.read_codes(0, &mut found);
        assert!(found == codes);
        values.write_codes(index.len() / 2, &[201]);
        assert!(settled(7).is_none());
        values.write_codes(index.len() / 2, &[codes[codes.len() / 2]]);
        assert!(settled(7).is_some());
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[1..]).unwrap();
        assert!(settled(7).is_none());
        again.remove();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
