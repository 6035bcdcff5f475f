//! Value arrays: one cell a position, in a memory-mapped file.
//!
//! The files are the working memory of the passes and what captures look into
//! afterwards. They are raw cells in native byte order, private to the machine
//! that solves; finished tables are another crate's matter.

#![allow(unsafe_code)]

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use fs4::FileExt;
use memmap2::MmapMut;

use super::SolveError;
use super::cell::{Cell, Stored, Width};
use crate::index::Index;

/// The values of all positions of one material.
pub struct ValueFile {
    index: Index,
    width: Width,
    map: MmapMut,
    path: PathBuf,
}

impl ValueFile {
    /// Makes a file of open cells, its room on the disk taken in advance.
    ///
    /// # Errors
    /// When the file cannot be made or the disk is full.
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
        // A write to a mapped page that the disk has no room for would kill
        // the process; so the room is reserved first, and a full disk is an
        // ordinary error.
        let bytes = index.len() * width.bytes();
        if let Err(source) = FileExt::allocate(&file, bytes) {
            let _ = std::fs::remove_file(path);
            return Err(failed(source));
        }
        ValueFile::map(path, index, width, &file)
    }

    /// Opens a file made by [`ValueFile::create`].
    ///
    /// # Errors
    /// When it cannot be opened or has another size than this index needs.
    pub fn open(path: &Path, index: &Index, width: Width) -> Result<ValueFile, SolveError> {
        let failed = |source| SolveError::io(path, source);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(failed)?;
        ValueFile::map(path, index, width, &file)
    }

    fn map(path: &Path, index: &Index, width: Width, file: &File) -> Result<ValueFile, SolveError> {
        let failed = |source| SolveError::io(path, source);
        let (expected, found) = (
            index.len() * width.bytes(),
            file.metadata().map_err(failed)?.len(),
        );
        if found != expected {
            let path = path.to_owned();
            return Err(SolveError::WorkFileSize {
                path,
                expected,
                found,
            });
        }
        // SAFETY: the mapping is sound as long as nobody truncates or writes
        // the file behind it. Work files lie in a folder that the solving
        // process holds a lock on; their cells are plain bytes, so that even a
        // foreign write could make values wrong but not memory unsafe.
        let map = unsafe { MmapMut::map_mut(file) }.map_err(failed)?;
        Ok(ValueFile {
            index: index.clone(),
            width,
            map,
            path: path.to_owned(),
        })
    }

    /// The numbering of its cells.
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// Bytes a cell.
    pub const fn width(&self) -> Width {
        self.width
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
            Width::Narrow => u8::cell(self.map[index as usize]),
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
                for (code, &byte) in codes.iter_mut().zip(&self.map[range]) {
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
                for (byte, &code) in self.map[range].iter_mut().zip(codes) {
                    *byte = u8::try_from(code).expect("codes fit the width of the file");
                }
            }
            Width::Wide => self.cells_mut::<u16>()[range].copy_from_slice(codes),
        }
    }

    pub(crate) fn cells<S: Stored>(&self) -> &[S] {
        assert_eq!(self.width, S::WIDTH);
        bytemuck::cast_slice(&self.map)
    }

    pub(crate) fn cells_mut<S: Stored>(&mut self) -> &mut [S] {
        assert_eq!(self.width, S::WIDTH);
        bytemuck::cast_slice_mut(&mut self.map)
    }

    /// Writes everything to the disk.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn flush(&self) -> Result<(), SolveError> {
        let flushed = self.map.flush();
        flushed.map_err(|source| SolveError::io(&self.path, source))
    }
}
