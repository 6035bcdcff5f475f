//! The file of a table while it is written, and the files of units that other processes pack for
//! it.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use loa_solver::internal::NewFile;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::format::header::{ENTRY_UNITS, Header};

/// A table being written, under a temporary name. If it is dropped unfinished, its file is removed.
pub(super) struct TableFile {
    new: NewFile,
    file: BufWriter<File>,
    directory: DirectoryWriter,
}

impl TableFile {
    /// Begins the table at a path.
    pub(super) fn create(path: &Path, header: &Header) -> io::Result<TableFile> {
        let new = NewFile::create_as(path.with_extension("loa.part"), path)?;
        let mut file = BufWriter::new(new.file.try_clone()?);
        file.seek(SeekFrom::Start(header.units_at()))?;
        let directory = DirectoryWriter::new(header);
        Ok(TableFile { new, file, directory })
    }

    /// Adds the bytes of the next unit.
    pub(super) fn add(&mut self, unit: Vec<u8>) -> io::Result<()> {
        self.directory.add(unit, &mut self.file)
    }

    /// Writes the parts before the units, renames the file, and returns the header.
    pub(super) fn finish(self, mut header: Header, parts: &[u8]) -> io::Result<Header> {
        let TableFile { new, mut file, directory } = self;
        let (directory, end) = directory.finish(&mut file)?;
        header.file_bytes = end;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.encode())?;
        file.write_all(parts)?;
        file.write_all(&directory)?;
        file.flush()?;
        new.finish_on_disk()?;
        Ok(header)
    }
}

/// Units that a process packs for a table which another process writes. Each follows its length in
/// four bytes, little-endian. The file is removed when it is dropped.
pub(super) struct PartFile {
    _new: NewFile,
    file: BufWriter<File>,
    bytes: u64,
}

impl PartFile {
    /// Begins a file.
    pub(super) fn create(path: PathBuf) -> io::Result<PartFile> {
        let new = NewFile::create_as(path.clone(), &path)?;
        let file = BufWriter::new(new.file.try_clone()?);
        Ok(PartFile { _new: new, file, bytes: 0 })
    }

    /// Adds the bytes of the next unit.
    pub(super) fn add(&mut self, unit: &[u8]) -> io::Result<()> {
        let length = u32::try_from(unit.len()).map_err(io::Error::other)?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(unit)?;
        self.bytes += 4 + unit.len() as u64;
        Ok(())
    }

    /// Makes all of it visible to other machines.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_data()
    }

    /// Returns the size of the file in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads the units of the file of another process, up to `bytes`.
    pub(super) fn read(
        path: &Path,
        bytes: &[u64],
        mut each: impl FnMut(Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut left = bytes.first().copied().unwrap_or(0);
        let mut file = BufReader::new(File::open(path)?);
        while left > 0 {
            let mut length = [0; 4];
            file.read_exact(&mut length)?;
            let mut unit = vec![0; u32::from_le_bytes(length) as usize];
            file.read_exact(&mut unit)?;
            left = left.saturating_sub(4 + unit.len() as u64);
            each(unit)?;
        }
        Ok(())
    }
}

/// The directory of a table being written: an entry for every [`ENTRY_UNITS`] units.
struct DirectoryWriter {
    bytes: Vec<u8>,
    /// The offset of the units of the next entry.
    start: u64,
    units: Vec<Vec<u8>>,
}

impl DirectoryWriter {
    fn new(header: &Header) -> DirectoryWriter {
        DirectoryWriter { bytes: Vec::new(), start: header.units_at(), units: Vec::new() }
    }

    /// Takes the next unit's bytes.
    fn add(&mut self, unit: Vec<u8>, file: &mut impl Write) -> io::Result<()> {
        self.units.push(unit);
        if self.units.len() == ENTRY_UNITS {
            self.enter(file)?;
        }
        Ok(())
    }

    /// Returns the directory, and the offset of the end of the last unit.
    fn finish(mut self, file: &mut impl Write) -> io::Result<(Vec<u8>, u64)> {
        if !self.units.is_empty() {
            self.enter(file)?;
        }
        Ok((self.bytes, self.start))
    }

    fn enter(&mut self, file: &mut impl Write) -> io::Result<()> {
        let together = self.units.concat();
        file.write_all(&together)?;
        let checksum = xxh3_64_with_seed(&together, self.start);
        self.bytes.extend(self.start.to_le_bytes());
        self.bytes.extend(checksum.to_le_bytes());
        self.units.resize(ENTRY_UNITS, Vec::new());
        for unit in self.units.drain(..) {
            let length = u16::try_from(unit.len()).map_err(io::Error::other)?;
            self.bytes.extend(length.to_le_bytes());
        }
        self.start += together.len() as u64;
        Ok(())
    }
}
