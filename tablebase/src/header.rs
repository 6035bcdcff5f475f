//! The header of a table file: what it is a table of, how it is packed, and
//! how to tell that it is whole.
//!
//! 128 bytes, little endian:
//!
//! | at | bytes | what |
//! | --- | --- | --- |
//! | 0 | 8 | `LOATABLE` |
//! | 8 | 4 | format version |
//! | 12 | 4 | bytes of this header |
//! | 16 | 24 | rules id, padded with zeros |
//! | 40 | 1 | files |
//! | 41 | 1 | ranks |
//! | 42 | 1 | stones of the side to move |
//! | 43 | 1 | stones of the other side |
//! | 44 | 1 | metric: 0 is exact distance |
//! | 45 | 1 | bytes of a value: 1 or 2 |
//! | 46 | 2 | longest distance in plies |
//! | 48 | 8 | values |
//! | 56 | 4 | values in a block, but for the last |
//! | 60 | 4 | blocks |
//! | 64 | 8 | bytes of the whole file |
//! | 72 | 24 | placements won, drawn and lost for the side to move |
//! | 96 | 16 | XXH3-128 of all values, each as two bytes |
//! | 112 | 8 | zero |
//! | 120 | 8 | XXH3-64 of the 120 bytes before |
//!
//! The directory follows: for every block the offset of its end, counted from
//! the start of the file, and the XXH3-64 of its packed bytes with its number
//! as seed, 8 bytes each. Then the blocks, the first where the directory ends.

use loa_solver::{Board, Material, Rules, position_count};
use xxhash_rust::xxh3::xxh3_64;

/// The format version that this crate writes and reads.
pub const FORMAT_VERSION: u32 = 1;

pub(crate) const MAGIC: &str = "LOATABLE";
pub(crate) const HEADER_BYTES: usize = 128;
pub(crate) const DIRECTORY_ENTRY_BYTES: u64 = 16;
/// Values in a block.
pub(crate) const BLOCK_VALUES: u32 = 1 << 15;

/// What a table's values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Win, draw or loss with the exact distance in plies.
    Distance,
}

impl Metric {
    /// `distance`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Distance => "distance",
        }
    }
}

/// How many placements have each value, symmetric copies included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won for the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the side to move.
    pub losses: u64,
}

/// What a table's header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The rules of the values.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// The material, side to move first.
    pub material: Material,
    /// What the values are.
    pub metric: Metric,
    /// Bytes of a value, 1 or 2.
    pub width: u8,
    /// The longest distance, in plies.
    pub longest: u16,
    /// How many values there are.
    pub positions: u64,
    /// Values in a block, but for the last.
    pub block_values: u32,
    /// Bytes of the whole file.
    pub file_bytes: u64,
    /// Placements by outcome.
    pub counts: Counts,
    /// XXH3-128 of all values, each as two bytes, little endian.
    pub digest: u128,
}

impl Header {
    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.positions.div_ceil(u64::from(self.block_values))
    }

    /// How many values a block has.
    pub(crate) fn values_in(&self, block: u64) -> usize {
        let first = block * u64::from(self.block_values);
        (self.positions - first).min(u64::from(self.block_values)) as usize
    }

    /// Where the first block begins.
    pub(crate) fn blocks_at(&self) -> u64 {
        HEADER_BYTES as u64 + DIRECTORY_ENTRY_BYTES * self.blocks()
    }

    /// What it is a table of, for messages.
    pub(crate) fn subject(&self) -> String {
        format!("{} on {} under {}", self.material, self.board, self.rules)
    }

    pub(crate) fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, MAGIC.as_bytes());
        put(8, &FORMAT_VERSION.to_le_bytes());
        put(12, &(HEADER_BYTES as u32).to_le_bytes());
        put(16, self.rules.id().as_bytes());
        put(40, &[self.board.files() as u8, self.board.ranks() as u8]);
        put(42, &[self.material.us() as u8, self.material.them() as u8]);
        put(44, &[0, self.width]);
        put(46, &self.longest.to_le_bytes());
        put(48, &self.positions.to_le_bytes());
        put(56, &self.block_values.to_le_bytes());
        put(60, &(self.blocks() as u32).to_le_bytes());
        put(64, &self.file_bytes.to_le_bytes());
        put(72, &self.counts.wins.to_le_bytes());
        put(80, &self.counts.draws.to_le_bytes());
        put(88, &self.counts.losses.to_le_bytes());
        put(96, &self.digest.to_le_bytes());
        let checksum = xxh3_64(&bytes[..120]);
        bytes[120..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header whose magic and version have been looked at.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub(crate) fn decode(bytes: &[u8; HEADER_BYTES]) -> Result<Header, String> {
        let checksum = xxh3_64(&bytes[..120]);
        if checksum != u64_at(bytes, 120) {
            return Err(format!(
                "its checksum is {checksum:016x}, not {:016x}",
                u64_at(bytes, 120)
            ));
        }
        // Whoever has a valid checksum was written by a program like this one,
        // but perhaps a faulty one: nothing is believed unseen.
        let id = String::from_utf8_lossy(&bytes[16..40]);
        let id = id.trim_end_matches('\0');
        let rules = id.parse().map_err(|error| format!("{error}"))?;
        let board = Board::new(bytes[40].into(), bytes[41].into());
        let board = board.map_err(|error| error.to_string())?;
        let material = Material::of(bytes[42].into(), bytes[43].into());
        let header = Header {
            rules,
            board,
            material,
            metric: Metric::Distance,
            width: bytes[45],
            longest: u16_at(bytes, 46),
            positions: u64_at(bytes, 48),
            block_values: u32_at(bytes, 56),
            file_bytes: u64_at(bytes, 64),
            counts: Counts {
                wins: u64_at(bytes, 72),
                draws: u64_at(bytes, 80),
                losses: u64_at(bytes, 88),
            },
            digest: u128::from(u64_at(bytes, 96)) | u128::from(u64_at(bytes, 104)) << 64,
        };
        header.check(bytes)?;
        Ok(header)
    }

    fn check(&self, bytes: &[u8; HEADER_BYTES]) -> Result<(), String> {
        let wrong = |what: &str, found: u64| Err(format!("{what} is {found}"));
        let positions = position_count(self.board, self.material).map_err(|e| e.to_string())?;
        if positions != self.positions {
            return wrong("the number of values", self.positions);
        }
        if u32_at(bytes, 12) as usize != HEADER_BYTES {
            return wrong("its length", u32_at(bytes, 12).into());
        }
        if bytes[44] != 0 {
            return wrong("the metric", bytes[44].into());
        }
        if !matches!(self.width, 1 | 2) {
            return wrong("the width of values", self.width.into());
        }
        if self.block_values == 0 || self.block_values > 1 << 24 {
            return wrong("the number of values in a block", self.block_values.into());
        }
        if u64::from(u32_at(bytes, 60)) != self.blocks() {
            return wrong("the number of blocks", u32_at(bytes, 60).into());
        }
        if self.file_bytes < self.blocks_at() {
            return wrong("the length of the file", self.file_bytes);
        }
        Ok(())
    }
}

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(array_at(bytes, at))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array_at(bytes, at))
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array_at(bytes, at))
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}
