//! The header of a table file: the subject of the table, and the sizes of its parts. `FORMAT.md`
//! describes every byte of the file; a test compares its tables with the offsets here.

use std::path::Path;

use loa_solver::internal::{Cell, choose};
use loa_solver::{Board, Material, Rules, position_count};
use xxhash_rust::xxh3::xxh3_64;

use super::bytes::{array_at, u16_at, u32_at, u64_at};
use super::error::TableError;
use super::subject::TableSubject;
use super::units::Units;

/// The format version of tables.
pub(crate) const FORMAT_VERSION: u32 = 3;

/// Log2 of the maximum number of values in a unit. A value is read together
/// with those before it in its unit, half of them on average. Every unit costs six bytes and begins
/// without neighbours. So smaller units are faster to read but take more space:
/// `data/bench/packing.md` has the figures.
pub(crate) const UNIT_SHIFT: u8 = 9;
/// The metric of all tables.
const DISTANCES: u8 = 0;

pub(crate) const MAGIC: &str = "LOATABLE";
pub(crate) const HEADER_BYTES: usize = 128;
/// Units that share an entry of the directory.
pub(crate) const ENTRY_UNITS: usize = 16;
/// The bytes of an entry of the directory: the offset of its units, their checksum, and the length
/// of each in two bytes, which suffice: a value takes at most 44 bits.
pub(crate) const ENTRY_BYTES: usize = 16 + 2 * ENTRY_UNITS;

/// Upper bounds on the bytes of a census (a row of each kind for every code) and of a model (a row
/// of frequencies for every context).
const MOST_CENSUS_BYTES: u32 = 16 * (1 + 2 * (1 << 16));
const MOST_MODEL_BYTES: u32 = 1 << 17;

/// An upper bound on a leader's values: ranks have 32 bits.
pub(crate) const MOST_LEADER_VALUES: u64 = 1 << 32;

/// The header's fields: name, offset, number of bytes.
pub(crate) const FIELDS: [(&str, usize, usize); 18] = [
    ("magic", 0, 8),
    ("version", 8, 4),
    ("header bytes", 12, 4),
    ("rules id", 16, 24),
    ("files", 40, 1),
    ("ranks", 41, 1),
    ("us", 42, 1),
    ("them", 43, 1),
    ("metric", 44, 1),
    ("unit", 45, 1),
    ("longest", 46, 2),
    ("values", 48, 8),
    ("units", 56, 8),
    ("file bytes", 64, 8),
    ("census bytes", 72, 4),
    ("model bytes", 76, 4),
    ("digest", 80, 16),
    ("parts checksum", 96, 8),
];
const RESERVED: std::ops::Range<usize> = 104..120;
/// The offset of the header's checksum.
pub(crate) const CHECKSUM: usize = 120;

/// Returns the offset of a field.
fn at(field: &str) -> usize {
    let found = FIELDS.iter().find(|(name, ..)| *name == field);
    found.expect("a field of the header").1
}

/// The header of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Header {
    /// The rules of the values.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// The material, side to move first.
    pub material: Material,
    /// The longest distance of a win or loss in plies.
    pub longest: u16,
    /// Values in the table.
    pub positions: u64,
    /// The size of the whole file in bytes.
    pub file_bytes: u64,
    /// Size of the census, which follows the header, in bytes.
    pub census_bytes: u32,
    /// Size of the model, which follows the census, in bytes.
    pub model_bytes: u32,
    /// XXH3-128 of the losses, independent of how they are packed. Each value contributes two
    /// bytes, little-endian: 0 unless the position is lost, else 2 more than twice its distance.
    pub digest: u128,
    /// XXH3-64 of the census, the model and the zeros after them.
    pub parts_checksum: u64,
}

impl Header {
    /// Counts the values of a leader.
    pub(crate) fn values_a_leader(&self) -> u64 {
        let free = self.board.squares() - self.material.us();
        choose(free, self.material.them())
    }

    /// Returns the division of the values into units.
    pub(crate) fn division(&self) -> Units {
        let values = self.values_a_leader();
        Units::new(1 << UNIT_SHIFT, self.positions / values, values)
    }

    /// Counts the units.
    pub fn units(&self) -> u64 {
        self.division().count()
    }

    /// Counts the entries of the directory, at least one.
    pub(crate) fn entries(&self) -> u64 {
        self.units().div_ceil(ENTRY_UNITS as u64)
    }

    /// Returns the offset of the model. The census follows the header.
    pub(crate) const fn model_at(&self) -> usize {
        HEADER_BYTES + self.census_bytes as usize
    }

    /// Returns the offset of the directory, a multiple of eight.
    pub(crate) const fn directory_at(&self) -> usize {
        (self.model_at() + self.model_bytes as usize).next_multiple_of(8)
    }

    /// Returns the offset of the first unit.
    pub(crate) fn units_at(&self) -> u64 {
        self.directory_at() as u64 + ENTRY_BYTES as u64 * self.entries()
    }

    /// Returns the subject of the table.
    pub const fn subject(&self) -> TableSubject {
        TableSubject { rules: self.rules, board: self.board, material: self.material }
    }

    /// Returns the header as bytes of a file.
    #[cfg(feature = "build")]
    pub(crate) fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |field, value: &[u8]| {
            let at = at(field);
            bytes[at..at + value.len()].copy_from_slice(value);
        };
        put("magic", MAGIC.as_bytes());
        put("version", &FORMAT_VERSION.to_le_bytes());
        put("header bytes", &(HEADER_BYTES as u32).to_le_bytes());
        put("rules id", self.rules.id().as_bytes());
        put("files", &[self.board.files() as u8]);
        put("ranks", &[self.board.ranks() as u8]);
        put("us", &[self.material.us() as u8]);
        put("them", &[self.material.them() as u8]);
        put("unit", &[UNIT_SHIFT]);
        put("longest", &self.longest.to_le_bytes());
        put("values", &self.positions.to_le_bytes());
        put("units", &self.units().to_le_bytes());
        put("file bytes", &self.file_bytes.to_le_bytes());
        put("census bytes", &self.census_bytes.to_le_bytes());
        put("model bytes", &self.model_bytes.to_le_bytes());
        put("digest", &self.digest.to_le_bytes());
        put("parts checksum", &self.parts_checksum.to_le_bytes());
        let checksum = xxh3_64(&bytes[..CHECKSUM]);
        bytes[CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header whose magic and version have been checked.
    ///
    /// # Errors
    /// The fault.
    pub(crate) fn decode(bytes: &[u8; HEADER_BYTES]) -> Result<Header, String> {
        let checksum = xxh3_64(&bytes[..CHECKSUM]);
        let expected = u64_at(bytes, CHECKSUM);
        if checksum != expected {
            return Err(format!("its checksum is {checksum:016x}, not {expected:016x}"));
        }
        // A valid checksum shows that a program like this one wrote the header. That program may
        // have been faulty, so every field is checked.
        let text = String::from_utf8_lossy(&bytes[at("rules id")..at("files")]);
        let id = text.trim_end_matches('\0');
        let rules = id.parse::<Rules>().map_err(|fault| fault.to_string())?;
        let board = Board::new(bytes[at("files")].into(), bytes[at("ranks")].into())
            .map_err(|fault| fault.to_string())?;
        let material = Material::new(bytes[at("us")].into(), bytes[at("them")].into());
        let header = Header {
            rules,
            board,
            material,
            longest: u16_at(bytes, at("longest")),
            positions: u64_at(bytes, at("values")),
            file_bytes: u64_at(bytes, at("file bytes")),
            census_bytes: u32_at(bytes, at("census bytes")),
            model_bytes: u32_at(bytes, at("model bytes")),
            digest: u128::from_le_bytes(array_at(bytes, at("digest"))),
            parts_checksum: u64_at(bytes, at("parts checksum")),
        };
        header.check(bytes)?;
        Ok(header)
    }

    fn check(&self, bytes: &[u8; HEADER_BYTES]) -> Result<(), String> {
        let positions =
            position_count(self.board, self.material).map_err(|fault| fault.to_string())?;
        if self.material.us() < 2 || self.material.them() < 2 {
            return Err(format!("the material is {}", self.material));
        }
        if positions != self.positions {
            return Err(format!("the number of values is {}", self.positions));
        }
        let reserved = bytes[RESERVED].iter().copied().max().unwrap_or_default();
        let (length, units) = (HEADER_BYTES as u64, self.units());
        // The name of each field, its number, and the numbers that are possible.
        let fields = [
            ("the metric", bytes[at("metric")].into(), DISTANCES.into()..=DISTANCES.into()),
            ("the longest distance", self.longest.into(), 0..=Cell::LONGEST.into()),
            ("its length", u32_at(bytes, at("header bytes")).into(), length..=length),
            ("the unit shift", bytes[at("unit")].into(), UNIT_SHIFT.into()..=UNIT_SHIFT.into()),
            ("the length of the census", self.census_bytes.into(), 0..=MOST_CENSUS_BYTES.into()),
            ("the length of the model", self.model_bytes.into(), 0..=MOST_MODEL_BYTES.into()),
            ("a byte that must be zero", reserved.into(), 0..=0),
            ("the number of values a leader", self.values_a_leader(), 0..=MOST_LEADER_VALUES - 1),
            ("the number of units", u64_at(bytes, at("units")), units..=units),
        ];
        match fields.iter().find(|(_, found, possible)| !possible.contains(found)) {
            Some((field, found, _)) => Err(format!("{field} is {found}")),
            // Sums of impossible lengths could overflow.
            None if self.file_bytes < self.units_at() => {
                Err(format!("the length of the file is {}", self.file_bytes))
            }
            None => Ok(()),
        }
    }
}

/// Reads the header at the start of a file of this length.
pub(super) fn read_header(bytes: &[u8], length: u64, path: &Path) -> Result<Header, TableError> {
    let wrong_length =
        |expected: u64| TableError::Length { path: path.to_owned(), expected, found: length };
    if !bytes.starts_with(MAGIC.as_bytes()) {
        let (path, expected) = (path.to_owned(), MAGIC);
        return Err(TableError::NotATable { path, expected });
    }
    let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else {
        return Err(wrong_length(HEADER_BYTES as u64));
    };
    let found = u32_at(header, at("version"));
    if found != FORMAT_VERSION {
        let (path, known) = (path.to_owned(), FORMAT_VERSION);
        return Err(TableError::UnknownVersion { path, found, known });
    }
    let damaged = |fault| TableError::damaged(path, format!("the header is damaged: {fault}"));
    let header = Header::decode(header).map_err(damaged)?;
    if header.file_bytes != length {
        return Err(wrong_length(header.file_bytes));
    }
    Ok(header)
}

#[cfg(feature = "build")]
#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> &'static str {
        include_str!("../../FORMAT.md")
    }

    #[test]
    fn the_document_has_the_header_s_fields() {
        let rows: Vec<(String, usize, usize)> = document()
            .lines()
            .filter_map(|line| {
                let cells: Vec<&str> = line.split('|').map(str::trim).collect();
                let [_, at, bytes, field, ..] = cells[..] else {
                    return None;
                };
                Some((field.to_owned(), at.parse().ok()?, bytes.parse().ok()?))
            })
            .collect();
        let fields = FIELDS.map(|(field, at, bytes)| (field.to_owned(), at, bytes));
        assert!(rows.starts_with(&fields), "{rows:?}");
        // The remaining tables describe the directory.
        let sizes: Vec<usize> = rows[fields.len()..].iter().map(|row| row.2).collect();
        assert_eq!(sizes, [8, 8, 2 * ENTRY_UNITS]);
        let mut end = 0;
        for (field, at, bytes) in FIELDS {
            assert_eq!(at, end, "{field}");
            end = at + bytes;
        }
        assert_eq!((end, RESERVED.end), (RESERVED.start, CHECKSUM));
    }

    #[test]
    fn the_document_has_the_other_numbers() {
        for told in [
            format!("{HEADER_BYTES} bytes."),
            format!("Bytes {} to {} are zero", RESERVED.start, CHECKSUM - 1),
            format!("| 8 | 4 | version | {FORMAT_VERSION} |"),
            format!("log2 of the maximum number of values of a unit: {UNIT_SHIFT} |"),
            format!("An entry of {ENTRY_BYTES} bytes for every {ENTRY_UNITS} units"),
        ] {
            assert!(document().contains(&told), "{told}");
        }
    }

    /// Returns bytes with one of them changed and a matching checksum.
    fn changed(mut bytes: [u8; HEADER_BYTES], at: usize, value: u8) -> [u8; HEADER_BYTES] {
        bytes[at] = value;
        let checksum = xxh3_64(&bytes[..CHECKSUM]);
        bytes[CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn units_and_metrics_of_other_formats_are_refused() {
        let decode = |field, value| Header::decode(&changed(header().encode(), at(field), value));
        for shift in [0, 8, 10, 255] {
            assert_eq!(decode("unit", shift), Err(format!("the unit shift is {shift}")));
        }
        for metric in [1, 255] {
            assert_eq!(decode("metric", metric), Err(format!("the metric is {metric}")));
        }
    }

    #[test]
    fn a_header_comes_back() {
        assert_eq!(Header::decode(&header().encode()), Ok(header()));
    }

    fn header() -> Header {
        Header {
            rules: "draw-loss-misere".parse().unwrap(),
            board: "5x4".parse().unwrap(),
            material: "3v2".parse().unwrap(),
            longest: 300,
            positions: position_count("5x4".parse().unwrap(), "3v2".parse().unwrap()).unwrap(),
            file_bytes: 1 << 20,
            census_bytes: 160,
            model_bytes: 77,
            digest: u128::MAX / 3,
            parts_checksum: u64::MAX / 5,
        }
    }
}
