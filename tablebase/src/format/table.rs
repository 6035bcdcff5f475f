//! One table file.

use std::fmt::{self, Display};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use loa_solver::Index;
use xxhash_rust::xxh3::xxh3_64;

use super::bytes::u64_at;
use super::census::Census;
use super::coding::{Coding, Spoiled, unpack};
use super::contexts::PositionWalk;
use super::directory::{Directory, DirectoryEntry, DirectoryPage, UnitGroups};
use super::error::TableError;
use super::header::{CHECKSUM, ENTRY_UNITS, HEADER_BYTES, Header, read_header};
use super::model::Model;
use super::storage::Storage;
use super::subject::TableSubject;
use super::tally::Tally;

/// An open table: its header, census and model have been read and are sound, and its length is
/// right. Its units are checked each time they are read.
pub struct Table {
    storage: Box<dyn Storage>,
    header: Header,
    /// The checksum of the header in the file. No other table has the same.
    seal: u64,
    tally: Tally,
    model: Model,
    directory: Directory,
    path: PathBuf,
}

/// Scratch space for unpacking one unit at a time.
pub(crate) struct Scratch {
    walk: PositionWalk,
    groups: UnitGroups,
    codes: Vec<u16>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("path", &self.path)
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Opens a file, in a time that does not depend on its size. Anything other than a regular file
    /// is refused before it is opened: a FIFO would wait for a writer, and a device may never end.
    ///
    /// # Errors
    /// If the file cannot be read, is not a table, has an unknown version or a wrong length, or if
    /// its header, census, model or the ends of its directory are damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Table, TableError> {
        let path = path.as_ref();
        let io = |error| TableError::io(path, error);
        if !fs::metadata(path).map_err(io)?.is_file() {
            let path = path.to_owned();
            return Err(TableError::NotAFile { path });
        }
        Table::from_storage(fs::File::open(path).map_err(io)?, path)
    }

    /// Opens a table whose bytes are in memory: `&'static [u8]`, `Vec<u8>` or
    /// `Arc<[u8]>`.
    ///
    /// # Errors
    /// As for [`Table::open`]; messages call the table `(bytes in memory)`.
    pub fn from_bytes(bytes: impl Storage + 'static) -> Result<Table, TableError> {
        Table::from_storage(bytes, "(bytes in memory)")
    }

    /// Opens a table whose bytes are in `storage`. Messages call it `name`.
    ///
    /// # Errors
    /// As for [`Table::open`].
    pub fn from_storage(
        storage: impl Storage + 'static,
        name: impl Into<PathBuf>,
    ) -> Result<Table, TableError> {
        Table::read(Box::new(storage), name.into())
    }

    fn read(storage: Box<dyn Storage>, path: PathBuf) -> Result<Table, TableError> {
        let io = |error| TableError::io(&path, error);
        let damaged = |part: &str, fault: &dyn Display| {
            TableError::damaged(&path, format!("the {part} is damaged: {fault}"))
        };
        let length = storage.size().map_err(io)?;
        let mut start = vec![0; length.min(HEADER_BYTES as u64) as usize];
        storage.read_at(0, &mut start).map_err(io)?;
        let header = read_header(&start, length, &path)?;
        let mut parts = vec![0; header.directory_at() - HEADER_BYTES];
        let read = storage.read_at(HEADER_BYTES as u64, &mut parts);
        read.map_err(io)?;
        let (found, expected) = (xxh3_64(&parts), header.parts_checksum);
        if found != expected {
            let fault = format!("their checksum is {found:016x}, not {expected:016x}");
            return Err(damaged("census or the model", &fault));
        }
        let (census, rest) = parts.split_at(header.census_bytes as usize);
        let tally = Tally::decode(census, &header).map_err(|fault| damaged("census", &fault))?;
        let model = Model::decode(&rest[..header.model_bytes as usize], header.rules)
            .map_err(|fault| damaged("model", &fault))?;
        let table = Table {
            storage,
            seal: u64_at(&start, CHECKSUM),
            directory: Directory::new(&header),
            header,
            tally,
            model,
            path,
        };
        for entry in [0, table.header.entries() - 1] {
            table.entry(entry)?;
        }
        Ok(table)
    }

    /// Compares the subject of the table with the subject that its place requires.
    pub(crate) fn check_place(&self, expected: TableSubject) -> Result<(), TableError> {
        let found = self.header.subject();
        if found != expected {
            return Err(TableError::Misplaced { path: self.path.clone(), expected, found });
        }
        Ok(())
    }

    /// Returns the header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the path of the file, or the name of a table in other storage.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns how many placements have each value and distance, counted when the table was made.
    pub fn census(&self) -> Census {
        self.tally.census()
    }

    pub(crate) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the packed bytes of a unit, checked.
    fn unit_bytes<'a>(
        &self,
        unit: u64,
        groups: &'a mut UnitGroups,
    ) -> Result<&'a [u8], TableError> {
        groups.unit(unit, |number, bytes| {
            let entry = self.entry(number)?;
            bytes.resize(entry.bytes() as usize, 0);
            self.read_bytes(entry.start, bytes)?;
            let checked = entry.check_units(bytes);
            checked.map_err(|fault| self.changed_or_damaged(unit, fault))?;
            Ok(entry)
        })
    }

    /// Returns an entry of the directory after checking its position.
    fn entry(&self, number: u64) -> Result<DirectoryEntry, TableError> {
        let read = |DirectoryPage { at, bytes }| {
            let mut page = vec![0; bytes].into_boxed_slice();
            self.read_bytes(at, &mut page)?;
            self.check_seal()?;
            Ok(page)
        };
        let (entry, next) = self.directory.entry(&self.header, number, read)?;
        let placed = entry.check_place(&self.header, number, next);
        placed.map_err(|fault| self.damaged(number * ENTRY_UNITS as u64, fault))?;
        Ok(entry)
    }

    pub(crate) fn read_bytes(&self, at: u64, bytes: &mut [u8]) -> Result<(), TableError> {
        self.storage.read_at(at, bytes).map_err(|error| {
            let (path, expected) = (self.path.clone(), self.header.file_bytes);
            match (error.kind(), self.storage.size()) {
                (io::ErrorKind::UnexpectedEof, Ok(found)) => {
                    TableError::Length { path, expected, found }
                }
                _ => TableError::Io { path, error },
            }
        })
    }

    /// Checks that the file is still the one that was opened. Another table in its place has
    /// another header, and a different model for its units.
    fn check_seal(&self) -> Result<(), TableError> {
        if !self.storage.can_change() {
            return Ok(());
        }
        let mut seal = [0; size_of::<u64>()];
        self.read_bytes(CHECKSUM as u64, &mut seal)?;
        if u64::from_le_bytes(seal) != self.seal {
            let path = self.path.clone();
            return Err(TableError::Changed { path });
        }
        Ok(())
    }

    fn changed_or_damaged(&self, unit: u64, fault: String) -> TableError {
        let changed = self.check_seal().err();
        changed.unwrap_or_else(|| self.damaged(unit, fault))
    }

    fn damaged(&self, unit: u64, fault: impl Display) -> TableError {
        let units = self.header.units();
        TableError::damaged(&self.path, format!("unit {unit} of {units} is damaged: {fault}"))
    }

    /// Reads one unit up to `place` or beyond, given the table's index: the codes of losses that
    /// are not terminal, in the order of their indices, and 0 for all others. The codes may end
    /// early if the rest is damaged, but always include `place`.
    pub(crate) fn unit<'a>(
        &self,
        index: &Index,
        scratch: &'a mut Scratch,
        unit: u64,
        (place, whole): (usize, bool),
    ) -> Result<&'a [u16], TableError> {
        let all = self.header.division().unit(unit).values();
        let mut codes = std::mem::take(&mut scratch.codes);
        codes.resize(if whole { all } else { place + 1 }, 0);
        let good = self.unpack(index, scratch, unit, &mut codes, place + 1);
        scratch.codes = codes;
        Ok(&scratch.codes[..good?])
    }

    /// Unpacks a unit's first values until `codes` is full, as [`Table::unit`] does. Returns how many
    /// are good: `needed` or more, or else the unit is damaged.
    pub(crate) fn unpack(
        &self,
        index: &Index,
        scratch: &mut Scratch,
        unit: u64,
        codes: &mut [u16],
        needed: usize,
    ) -> Result<usize, TableError> {
        let packed = self.unit_bytes(unit, &mut scratch.groups)?;
        let cut = self.header.division().unit(unit);
        let coding = Coding { model: &self.model, longest: self.header.longest };
        let (walk, leaders) = (&mut scratch.walk, index.leaders());
        match unpack(walk, leaders, cut, coding, packed, codes) {
            Ok(()) => Ok(codes.len()),
            Err(Spoiled { good, .. }) if good >= needed => Ok(good),
            Err(Spoiled { fault, .. }) => Err(self.damaged(unit, fault)),
        }
    }

    /// Returns scratch space for unpacking units of this table.
    pub(crate) fn scratch(&self) -> Scratch {
        let header = &self.header;
        Scratch {
            walk: PositionWalk::new(header.board, header.rules, header.material.them()),
            groups: UnitGroups::default(),
            codes: Vec::new(),
        }
    }

    /// Verifies every checksum, without reading values, and checks that the units follow each other
    /// without gaps to the end of the file.
    ///
    /// # Errors
    /// The first damage found.
    pub fn check(&self) -> Result<(), TableError> {
        let check = |groups: &mut UnitGroups, entry| {
            let unit = entry * ENTRY_UNITS as u64;
            self.unit_bytes(unit, groups).err()
        };
        let entries = 0..self.header.entries();
        #[cfg(feature = "parallel")]
        let damage = {
            use rayon::prelude::*;
            let checked = entries.into_par_iter().map_init(UnitGroups::default, check);
            checked.flatten().find_map_first(Some)
        };
        #[cfg(not(feature = "parallel"))]
        let damage = {
            let mut groups = UnitGroups::default();
            entries.into_iter().find_map(|entry| check(&mut groups, entry))
        };
        damage.map_or(Ok(()), Err)
    }
}
