//! The file of a table while it is written.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use loa_solver::internal::NewFile;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::format::header::{ENTRY_UNITS, Header};

/// A table being written, under a temporary name. If it is dropped unfinished, its file is removed.
pub(super) struct TableFile {
    new: NewFile,
    file: BufWriter<File>,
    /// An entry for every [`ENTRY_UNITS`] units.
    directory: Vec<u8>,
    /// The offset of the units of the next entry.
    start: u64,
    /// The units of the next entry so far.
    units: Vec<Vec<u8>>,
}

impl TableFile {
    /// Begins the table at a path.
    pub(super) fn create(path: &Path, header: &Header) -> io::Result<TableFile> {
        let new = NewFile::create_as(path.with_extension("loa.part"), path)?;
        let mut file = BufWriter::new(new.file.try_clone()?);
        let start = header.units_at();
        file.seek(SeekFrom::Start(start))?;
        Ok(TableFile { new, file, directory: Vec::new(), start, units: Vec::new() })
    }

    /// Adds the bytes of the next unit.
    pub(super) fn add(&mut self, unit: Vec<u8>) -> io::Result<()> {
        self.units.push(unit);
        if self.units.len() == ENTRY_UNITS {
            self.enter()?;
        }
        Ok(())
    }

    /// Writes the parts before the units, renames the file, and returns the header.
    pub(super) fn finish(mut self, mut header: Header, parts: &[u8]) -> io::Result<Header> {
        if !self.units.is_empty() {
            self.enter()?;
        }
        header.file_bytes = self.start;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header.encode())?;
        self.file.write_all(parts)?;
        self.file.write_all(&self.directory)?;
        self.file.flush()?;
        self.new.finish_on_disk()?;
        Ok(header)
    }

    /// Writes the units of an entry of the directory.
    fn enter(&mut self) -> io::Result<()> {
        let together = self.units.concat();
        self.file.write_all(&together)?;
        let checksum = xxh3_64_with_seed(&together, self.start);
        self.directory.extend(self.start.to_le_bytes());
        self.directory.extend(checksum.to_le_bytes());
        self.units.resize(ENTRY_UNITS, Vec::new());
        for unit in self.units.drain(..) {
            let length = u16::try_from(unit.len()).map_err(io::Error::other)?;
            self.directory.extend(length.to_le_bytes());
        }
        self.start += together.len() as u64;
        Ok(())
    }
}
