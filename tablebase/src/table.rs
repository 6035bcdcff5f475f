//! One table file.

use std::iter::repeat_n;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use loa_solver::retrograde::Cell;
use loa_solver::{Census, Index, Rules, Subsets, is_connected};
use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

use crate::census::{TableCensus, Tally};
use crate::codes::{Codes, Values};
use crate::error::TableError;
use crate::header::{
    ENTRY_BYTES, ENTRY_UNITS, FORMAT_VERSION, HEADER_BYTES, Header, MAGIC, Metric, OLDEST_VERSION,
    VERSION_AT, u16_at, u32_at, u64_at,
};
use crate::mmap::Bytes;
use crate::packing::{Model, Walk, is_loss, unpack};

/// A table, opened: its header, census and model have been read and found sound,
/// its length is right, and its units are checked when they are first read.
pub struct Table {
    bytes: Bytes,
    header: Header,
    tally: Tally,
    model: Model,
    path: PathBuf,
    /// A bit for each entry of the directory whose units have been checked.
    checked: Box<[AtomicU64]>,
}

impl Table {
    /// Opens a file, by memory map, in a time that does not depend on its size.
    ///
    /// # Errors
    /// When it cannot be read, is no table, of an unknown version, truncated,
    /// or its header, census or model is damaged.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let bytes = Bytes::open(path).map_err(|source| TableError::Io {
            file: path.to_owned(),
            source,
        })?;
        Table::from_bytes(bytes, path.to_owned())
    }

    /// A table built into the program; `path` names it in messages.
    pub(crate) fn built_in(bytes: &'static [u8], path: &Path) -> Result<Table, TableError> {
        Table::from_bytes(Bytes::BuiltIn(bytes), path.to_owned())
    }

    fn from_bytes(bytes: Bytes, path: PathBuf) -> Result<Table, TableError> {
        let header = read_header(&bytes, &path)?;
        let damaged = |what| TableError::Header {
            file: path.clone(),
            what,
        };
        let parts = &bytes[header.census_at()..header.directory_at()];
        let (found, expected) = (xxh3_64(parts), header.parts_checksum);
        if found != expected {
            return Err(damaged(format!(
                "the checksum of its census and model is {found:016x}, not {expected:016x}"
            )));
        }
        let (census, rest) = parts.split_at(header.census_bytes as usize);
        let tally = Tally::decode(census, header.positions).map_err(damaged)?;
        let model = Model::decode(&rest[..header.model_bytes as usize]);
        let model = model.map_err(|wrong| damaged(format!("its model: {}", wrong.0)))?;
        let entries = header.units().div_ceil(ENTRY_UNITS as u64);
        let checked = (0..entries.div_ceil(64)).map(|_| AtomicU64::new(0));
        let checked = checked.collect();
        Ok(Table {
            bytes,
            header,
            tally,
            model,
            path,
            checked,
        })
    }

    /// What its header says.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Its file, or the name of a table that is built in.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many placements have each value and distance, as counted when the
    /// table was made.
    pub fn census(&self) -> Census {
        self.tally.census()
    }

    /// The same, with positions that have the longest win and loss.
    pub(crate) fn table_census(&self, index: &Index) -> TableCensus {
        self.tally.table_census(index)
    }

    pub(crate) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The packed bytes of a unit, checked.
    fn unit_bytes(&self, unit: u64) -> Result<&[u8], TableError> {
        let (entry, number) = (unit as usize / ENTRY_UNITS, unit as usize % ENTRY_UNITS);
        let (checked, bit) = (&self.checked[entry / 64], 1 << (entry % 64));
        let entry = &self.bytes[self.header.directory_at() + ENTRY_BYTES * entry..][..ENTRY_BYTES];
        let lengths = entry[16..].chunks_exact(2);
        let mut lengths = lengths.map(|length| usize::from(u16_at(length, 0)));
        let together = lengths.clone().sum::<usize>();
        let start = u64_at(entry, 0);
        let units = usize::try_from(start)
            .ok()
            .filter(|_| start >= self.header.units_at());
        let units = units.and_then(|start| self.bytes.get(start..start.checked_add(together)?));
        let units = units.ok_or_else(|| {
            let what = format!("it lies among {together} bytes from {start} on");
            self.damaged(unit, what)
        })?;
        if checked.load(Relaxed) & bit == 0 {
            let (found, expected) = (xxh3_64_with_seed(units, start), u64_at(entry, 8));
            if found != expected {
                let what = format!("its checksum is {found:016x}, not {expected:016x}");
                return Err(self.damaged(unit, what));
            }
            checked.fetch_or(bit, Relaxed);
        }
        let start = lengths.by_ref().take(number).sum::<usize>();
        Ok(&units[start..start + lengths.next().unwrap_or(0)])
    }

    fn damaged(&self, unit: u64, what: String) -> TableError {
        TableError::Unit {
            file: self.path.clone(),
            unit,
            units: self.header.units(),
            what,
        }
    }

    /// Reads one unit, or its first values, given the table's numbering and a walk
    /// for it: the cells of positions that are lost and not finished, in the order
    /// of their indices, and open cells for all others.
    ///
    /// In a table without distances every loss that no connection has ended is
    /// one in 0.
    pub(crate) fn unit(
        &self,
        index: &Index,
        walk: &mut Walk,
        unit: u64,
        values: Option<usize>,
    ) -> Result<Arc<[u16]>, TableError> {
        let all = self.header.cut().unit(unit).values();
        let mut codes: Arc<[u16]> = repeat_n(0, values.unwrap_or(all).min(all)).collect();
        self.unpack(index, walk, unit, Arc::make_mut(&mut codes))?;
        Ok(codes)
    }

    fn unpack(
        &self,
        index: &Index,
        walk: &mut Walk,
        unit: u64,
        codes: &mut [u16],
    ) -> Result<(), TableError> {
        let packed = self.unit_bytes(unit)?;
        let (cut, how) = (
            self.header.cut().unit(unit),
            (self.header.metric, &self.model),
        );
        let unpacked = unpack(walk, index.leaders(), cut, how, packed, codes);
        unpacked.map_err(|damaged| self.damaged(unit, damaged.0.to_owned()))?;
        let longest = Cell::loss(self.header.longest).code();
        if codes.iter().any(|&code| code > longest) {
            let what = format!("it has more than {} plies", self.header.longest);
            return Err(self.damaged(unit, what));
        }
        Ok(())
    }

    /// A walk for this table.
    pub(crate) fn walk(&self) -> Walk {
        let header = &self.header;
        Walk::new(header.board, header.rules, header.material.them())
    }

    /// All that the table keeps, by index: the cells of positions that are
    /// finished or lost, and open cells for all others. The digest is checked.
    ///
    /// # Errors
    /// When a unit is damaged or the digest differs.
    ///
    /// # Panics
    /// If the index is that of another board or material.
    pub fn cells(&self, index: &Index) -> Result<Vec<Cell>, TableError> {
        let header = &self.header;
        assert_eq!(
            (index.board(), index.material()),
            (header.board, header.material)
        );
        let values = self.losses(index)?;
        Ok((0..index.len()).map(|at| values.get(at)).collect())
    }

    /// The cells of all positions that are finished or lost, and open cells for
    /// all others; the digest is checked.
    ///
    /// # Errors
    /// When a unit is damaged or the digest differs.
    pub(crate) fn losses(&self, index: &Index) -> Result<Values, TableError> {
        let mut values = Values::open(index.clone(), self.header.longest);
        let (cut, rules) = (self.header.cut(), self.header.rules);
        let together = cut.leaders_together() * index.block_len();
        let fill = |walk: &mut Walk, number, codes: &mut [u16]| {
            let mut rest = &mut codes[..];
            for unit in cut.of_leaders(number) {
                let (codes, after) = rest.split_at_mut(cut.unit(unit).values());
                self.unpack(index, walk, unit, codes)?;
                rest = after;
            }
            let leaders = codes.chunks_mut(index.block_len() as usize);
            for (orbit, codes) in (number * cut.leaders_together()..).zip(leaders) {
                mark_finished(index, rules, orbit, codes);
            }
            Ok(())
        };
        values.fill(together, || self.walk(), fill)?;
        let (expected, found) = (self.header.digest, digest(&values, self.header.metric));
        if found != expected {
            let file = self.path.clone();
            return Err(TableError::Digest {
                file,
                expected,
                found,
            });
        }
        Ok(values)
    }

    /// Checks every checksum, without looking at values.
    ///
    /// # Errors
    /// The first damage found.
    pub fn check(&self) -> Result<(), TableError> {
        let units = (0..self.header.units()).into_par_iter();
        let damage = units.find_map_first(|unit| self.unit_bytes(unit).err());
        damage.map_or(Ok(()), Err)
    }
}

fn read_header(bytes: &[u8], path: &Path) -> Result<Header, TableError> {
    let length = |expected: u64| TableError::Length {
        file: path.to_owned(),
        expected,
        found: bytes.len() as u64,
    };
    if !bytes.starts_with(MAGIC.as_bytes()) {
        let (file, expected) = (path.to_owned(), MAGIC);
        return Err(TableError::NotATable { file, expected });
    }
    let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else {
        return Err(length(HEADER_BYTES as u64));
    };
    let (found, known) = (u32_at(header, VERSION_AT), FORMAT_VERSION);
    if !(OLDEST_VERSION..=known).contains(&found) {
        return Err(TableError::UnknownVersion {
            file: path.to_owned(),
            found,
            known,
        });
    }
    let header = Header::decode(header).map_err(|what| TableError::Header {
        file: path.to_owned(),
        what,
    })?;
    if header.file_bytes != bytes.len() as u64 {
        return Err(length(header.file_bytes));
    }
    Ok(header)
}

/// Sets the cells of a leader's positions that a connection has ended.
fn mark_finished(index: &Index, rules: Rules, orbit: u64, codes: &mut [u16]) {
    let us = index.leaders().representative(orbit);
    let us_connected = is_connected(us);
    let followers = Subsets::new(index.board().mask() & !us, index.material().them());
    for (code, them) in codes.iter_mut().zip(followers) {
        if let Some(value) = rules.connected_value(us_connected, is_connected(them)) {
            *code = Cell::from(value).code();
        }
    }
}

/// What a table keeps of a code: see [`Header::digest`].
pub(crate) const fn kept(code: u16, metric: Metric) -> u16 {
    match metric {
        _ if !is_loss(code) => 0,
        Metric::Distance => code,
        Metric::Outcome => Cell::loss(0).code(),
    }
}

/// The digest of what a table keeps.
pub(crate) fn digest(codes: &impl Codes, metric: Metric) -> u128 {
    let mut digest = Xxh3::new();
    let len = codes.index().len();
    let mut room = vec![0; 1 << 14];
    let mut bytes = Vec::with_capacity(2 * room.len());
    for first in (0..len).step_by(room.len()) {
        let room = &mut room[..(len - first).min(1 << 14) as usize];
        codes.read_codes(first, room);
        bytes.clear();
        let kept = room.iter().map(|&code| kept(code, metric));
        bytes.extend(kept.flat_map(u16::to_le_bytes));
        digest.update(&bytes);
    }
    digest.digest128()
}
