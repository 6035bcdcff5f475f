//! Reading tables of format version 1, to pack them anew: plain cells of all
//! positions in blocks, each packed with zstd. `FORMAT.md` describes it.

use std::path::Path;

use loa_solver::{Board, Material, Numbering, Rules, position_count};
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

use crate::codes::Values;
use crate::error::TableError;
use crate::header::{u16_at, u32_at, u64_at};

/// The version.
pub(crate) const VERSION: u32 = 1;
const HEADER_BYTES: usize = 128;

/// All values of a table of version 1.
pub(crate) struct Version1 {
    pub(crate) rules: Rules,
    pub(crate) values: Values,
}

impl Version1 {
    /// Reads the bytes of a file, checking every checksum and the digest.
    ///
    /// # Errors
    /// When anything about it is not as it should be.
    pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<Version1, TableError> {
        let damaged = |what| TableError::Header {
            file: path.to_owned(),
            what,
        };
        let read = Version1::read_from(bytes);
        read.map_err(damaged)
    }

    fn read_from(bytes: &[u8]) -> Result<Version1, String> {
        let header = bytes.first_chunk::<HEADER_BYTES>();
        let header = header.ok_or("the file is too short")?;
        if xxh3_64(&header[..120]) != u64_at(header, 120) {
            return Err("its checksum is wrong".to_owned());
        }
        let id = String::from_utf8_lossy(&header[16..40]);
        let rules: Rules = id
            .trim_end_matches('\0')
            .parse()
            .map_err(|error| format!("{error}"))?;
        let board = Board::new(header[40].into(), header[41].into());
        let board = board.map_err(|error| error.to_string())?;
        let material = Material::of(header[42].into(), header[43].into());
        let (width, longest) = (header[45], u16_at(header, 46));
        let positions = position_count(board, material).map_err(|error| error.to_string())?;
        let in_block = u64::from(u32_at(header, 56));
        if positions != u64_at(header, 48)
            || u64_at(header, 64) != bytes.len() as u64
            || in_block == 0
            || positions.div_ceil(in_block) != u64::from(u32_at(header, 60))
        {
            return Err("its numbers do not agree".to_owned());
        }
        let index = Numbering::new(board).index(material);
        let index = index.map_err(|error| error.to_string())?;
        let mut blocks = Blocks::new(bytes, positions, in_block, width)?;
        let mut digest = Xxh3::new();
        let mut plain = Vec::new();
        while let Some(codes) = blocks.next()? {
            digest.update(
                &codes
                    .iter()
                    .flat_map(|code| code.to_le_bytes())
                    .collect::<Vec<_>>(),
            );
            plain.extend(codes);
        }
        let expected = [u64_at(header, 96), u64_at(header, 104)];
        let found = digest.digest128();
        if [found as u64, (found >> 64) as u64] != expected {
            return Err(format!("the digest of its values is {found:032x}"));
        }
        let values = Values::of(index, longest, plain)?;
        Ok(Version1 { rules, values })
    }
}

/// The blocks of a file, one after another.
struct Blocks<'a> {
    bytes: &'a [u8],
    left: u64,
    in_block: u64,
    width: u8,
    number: u64,
    start: usize,
}

impl<'a> Blocks<'a> {
    fn new(bytes: &'a [u8], values: u64, in_block: u64, width: u8) -> Result<Blocks<'a>, String> {
        let start = HEADER_BYTES + 16 * values.div_ceil(in_block) as usize;
        if !matches!(width, 1 | 2) || start > bytes.len() {
            return Err("its numbers do not agree".to_owned());
        }
        Ok(Blocks {
            bytes,
            left: values,
            in_block,
            width,
            number: 0,
            start,
        })
    }

    fn next(&mut self) -> Result<Option<Vec<u16>>, String> {
        if self.left == 0 {
            return Ok(None);
        }
        let entry = HEADER_BYTES + 16 * self.number as usize;
        let end = u64_at(self.bytes, entry) as usize;
        let packed = self.bytes.get(self.start..end);
        let sound = packed.filter(|packed| {
            xxh3_64_with_seed(packed, self.number) == u64_at(self.bytes, entry + 8)
        });
        let packed = sound.ok_or_else(|| format!("block {} is damaged", self.number))?;
        let values = self.left.min(self.in_block);
        let bytes = values as usize * usize::from(self.width);
        let plain = zstd::bulk::decompress(packed, bytes).map_err(|error| error.to_string())?;
        if plain.len() != bytes {
            return Err(format!("block {} has {} bytes", self.number, plain.len()));
        }
        self.start = end;
        self.number += 1;
        self.left -= values;
        let codes = plain.chunks_exact(self.width.into());
        let codes = codes
            .map(|code| u16::from(code[0]) | code.get(1).map_or(0, |&high| u16::from(high) << 8));
        Ok(Some(codes.collect()))
    }
}
