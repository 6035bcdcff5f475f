//! The directory of a table: the position of every sixteen units, and their checksum.

use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::bytes::{u16_at, u64_at};
use super::header::{ENTRY_BYTES, ENTRY_UNITS, Header};

/// An entry of the directory: the position of its units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectoryEntry {
    /// The offset of the first of its units.
    pub(crate) start: u64,
    checksum: u64,
    lengths: [u16; ENTRY_UNITS],
}

impl DirectoryEntry {
    fn decode(bytes: &[u8]) -> DirectoryEntry {
        DirectoryEntry {
            start: u64_at(bytes, 0),
            checksum: u64_at(bytes, 8),
            lengths: std::array::from_fn(|unit| u16_at(bytes, 16 + 2 * unit)),
        }
    }

    /// Returns the size of its units together in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.lengths.iter().map(|&length| u64::from(length)).sum()
    }

    /// Returns the range of one of its units within their bytes.
    fn unit(&self, number: usize) -> std::ops::Range<usize> {
        let before = self.lengths[..number].iter();
        let start = before.map(|&length| usize::from(length)).sum();
        start..start + usize::from(self.lengths[number])
    }

    /// Checks the entry's position: its units begin where the previous end, lie within the file,
    /// and end where `next` begins, and each has a possible length.
    ///
    /// # Errors
    /// The fault.
    pub(crate) fn check_place(
        &self,
        header: &Header,
        number: u64,
        next: u64,
    ) -> Result<(), String> {
        let (bytes, start) = (self.bytes(), self.start);
        let first = number > 0 || start == header.units_at();
        let follows = start >= header.units_at() && start.checked_add(bytes) == Some(next);
        if !first || !follows || next > header.file_bytes {
            return Err(format!(
                "its group of units has {bytes} bytes from {start} on, but the next begins at {next}"
            ));
        }
        let existing = header.units() - number * ENTRY_UNITS as u64;
        let missing = self.lengths.iter().skip(existing as usize);
        if missing.into_iter().any(|&length| length > 0) {
            return Err("its entry has lengths of units that do not exist".to_owned());
        }
        Ok(())
    }

    /// Verifies the checksum of its units.
    ///
    /// # Errors
    /// The fault.
    pub(crate) fn check_units(&self, units: &[u8]) -> Result<(), String> {
        let (found, expected) = (xxh3_64_with_seed(units, self.start), self.checksum);
        if found != expected {
            return Err(format!("its checksum is {found:016x}, not {expected:016x}"));
        }
        Ok(())
    }
}

/// Entries read together.
const PAGE_ENTRIES: u64 = 64;

/// The pages of a table's directory that have been read. A page is kept while the table is open:
/// bytes written to the file later do not match its checksums.
pub(crate) struct Directory {
    pages: Box<[OnceLock<Box<[u8]>>]>,
}

/// A page of the directory and its position in the file.
pub(crate) struct DirectoryPage {
    pub(crate) at: u64,
    pub(crate) bytes: usize,
}

impl Directory {
    /// Returns the directory of a table, with no pages read yet.
    pub(crate) fn new(header: &Header) -> Directory {
        let pages = header.entries().div_ceil(PAGE_ENTRIES);
        Directory { pages: (0..pages).map(|_| OnceLock::new()).collect() }
    }

    /// Returns an entry and the offset of the next one's units. `read` reads a missing page.
    ///
    /// # Errors
    /// The errors of `read`.
    pub(crate) fn entry<E>(
        &self,
        header: &Header,
        number: u64,
        read: impl FnOnce(DirectoryPage) -> Result<Box<[u8]>, E>,
    ) -> Result<(DirectoryEntry, u64), E> {
        let page = &self.pages[(number / PAGE_ENTRIES) as usize];
        let bytes = match page.get() {
            Some(bytes) => bytes,
            None => {
                let first = number - number % PAGE_ENTRIES;
                let entries = (header.entries() - first).min(PAGE_ENTRIES);
                let last = first + entries == header.entries();
                // The page also contains the offset at which the next entry's units begin.
                let after = if last { 0 } else { size_of::<u64>() };
                let read = read(DirectoryPage {
                    at: header.directory_at() as u64 + first * ENTRY_BYTES as u64,
                    bytes: entries as usize * ENTRY_BYTES + after,
                })?;
                page.get_or_init(|| read)
            }
        };
        let at = (number % PAGE_ENTRIES) as usize * ENTRY_BYTES;
        let next = if number + 1 == header.entries() {
            header.file_bytes
        } else {
            u64_at(bytes, at + ENTRY_BYTES)
        };
        Ok((DirectoryEntry::decode(&bytes[at..at + ENTRY_BYTES]), next))
    }
}

/// The units of one entry, read and checked together.
struct UnitGroup {
    number: u64,
    entry: DirectoryEntry,
    bytes: Vec<u8>,
}

/// The groups read last: the units of a leader lie in a few groups.
#[derive(Default)]
pub(crate) struct UnitGroups {
    groups: [Option<UnitGroup>; 8],
}

impl UnitGroups {
    /// Returns the bytes of a unit. `read` reads and checks a missing group.
    ///
    /// # Errors
    /// The errors of `read`.
    pub(crate) fn unit<E>(
        &mut self,
        unit: u64,
        read: impl FnOnce(u64, &mut Vec<u8>) -> Result<DirectoryEntry, E>,
    ) -> Result<&[u8], E> {
        let (number, unit) = (unit / ENTRY_UNITS as u64, (unit % ENTRY_UNITS as u64) as usize);
        let place = &mut self.groups[(number % 8) as usize];
        let known = place.take_if(|group| group.number == number);
        let group = match known {
            Some(group) => group,
            None => {
                let mut bytes = place.take().map_or(Vec::new(), |group| group.bytes);
                UnitGroup { number, entry: read(number, &mut bytes)?, bytes }
            }
        };
        let group = place.insert(group);
        Ok(&group.bytes[group.entry.unit(unit)])
    }
}
