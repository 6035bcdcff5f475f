//! One table file.

use std::path::{Path, PathBuf};

use loa_solver::retrograde::Cell;
use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use crate::codec;
use crate::error::TableError;
use crate::header::{
    DIRECTORY_ENTRY_BYTES, FORMAT_VERSION, HEADER_BYTES, Header, MAGIC, u32_at, u64_at,
};
use crate::mmap::Bytes;

/// A table, opened: its header has been read and found sound, its length is
/// right, and its blocks are checked one by one as they are read.
pub struct Table {
    bytes: Bytes,
    header: Header,
    path: PathBuf,
}

/// All values of a table, unpacked.
pub struct Decoded {
    codes: Codes,
}

enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Decoded {
    /// The value of an index, as a cell.
    ///
    /// # Panics
    /// If `index` is out of range.
    #[inline]
    pub fn get(&self, index: u64) -> Cell {
        Cell::from_code(match &self.codes {
            Codes::Narrow(codes) => u16::from(codes[index as usize]),
            Codes::Wide(codes) => codes[index as usize],
        })
    }

    /// Plants a value, for tests of those who look for wrong ones.
    #[cfg(test)]
    pub(crate) fn set(&mut self, index: u64, cell: Cell) {
        match &mut self.codes {
            Codes::Narrow(codes) => codes[index as usize] = cell.code() as u8,
            Codes::Wide(codes) => codes[index as usize] = cell.code(),
        }
    }
}

impl Table {
    /// Opens a file, by memory map, in a time that does not depend on its size.
    ///
    /// # Errors
    /// When it cannot be read, is no table, of an unknown version, truncated,
    /// or its header is damaged.
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
        let length = |expected: u64| TableError::Length {
            file: path.clone(),
            expected,
            found: bytes.len() as u64,
        };
        if !bytes.starts_with(MAGIC.as_bytes()) {
            let (file, expected) = (path, MAGIC);
            return Err(TableError::NotATable { file, expected });
        }
        let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else {
            return Err(length(HEADER_BYTES as u64));
        };
        let (found, known) = (u32_at(header, 8), FORMAT_VERSION);
        if found != known {
            return Err(TableError::UnknownVersion {
                file: path,
                found,
                known,
            });
        }
        let header = Header::decode(header).map_err(|what| TableError::Header {
            file: path.clone(),
            what,
        })?;
        if header.file_bytes != bytes.len() as u64 {
            return Err(length(header.file_bytes));
        }
        Ok(Table {
            bytes,
            header,
            path,
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

    /// The codes of one block, unpacked and checked.
    ///
    /// # Errors
    /// When the block is damaged.
    ///
    /// # Panics
    /// If there are not so many blocks.
    pub fn block(&self, block: u64) -> Result<Box<[u16]>, TableError> {
        assert!(block < self.header.blocks(), "block {block}");
        let damaged = |what: String| TableError::Block {
            file: self.path.clone(),
            block,
            blocks: self.header.blocks(),
            what,
        };
        let entry = |block: u64| HEADER_BYTES + (DIRECTORY_ENTRY_BYTES * block) as usize;
        let start = match block {
            0 => self.header.blocks_at(),
            _ => u64_at(&self.bytes, entry(block - 1)),
        };
        let end = u64_at(&self.bytes, entry(block));
        let range = start as usize..end as usize;
        let inside = start >= self.header.blocks_at() && start <= end;
        let packed = self.bytes.get(range).filter(|_| inside);
        let packed = packed.ok_or_else(|| damaged(format!("it lies at {start} to {end}")))?;
        let expected = u64_at(&self.bytes, entry(block) + 8);
        let found = xxh3_64_with_seed(packed, block);
        if found != expected {
            return Err(damaged(format!(
                "its checksum is {found:016x}, not {expected:016x}"
            )));
        }
        let count = self.header.values_in(block);
        codec::unpack(packed, count, self.header.width).map_err(damaged)
    }

    /// All values, every block checked, and the whole against the digest.
    ///
    /// # Errors
    /// When a block is damaged or the digest differs.
    pub fn decode(&self) -> Result<Decoded, TableError> {
        let positions = self.header.positions as usize;
        let codes = if self.header.width == 1 {
            let mut codes = Vec::with_capacity(positions);
            self.each_block(|block| codes.extend(block.iter().map(|&code| code as u8)))?;
            Codes::Narrow(codes)
        } else {
            let mut codes = Vec::with_capacity(positions);
            self.each_block(|block| codes.extend_from_slice(block))?;
            Codes::Wide(codes)
        };
        Ok(Decoded { codes })
    }

    /// Visits the codes of every block in order, and checks the digest at the
    /// end. Unpacks on all threads of the current rayon pool.
    ///
    /// # Errors
    /// When a block is damaged or the digest differs.
    pub fn each_block(&self, mut visit: impl FnMut(&[u16])) -> Result<(), TableError> {
        let mut digest = Xxh3::new();
        let blocks = self.header.blocks();
        let batch = 16 * rayon::current_num_threads() as u64;
        for first in (0..blocks).step_by(batch as usize) {
            let batch = first..blocks.min(first + batch);
            let unpacked: Vec<_> = batch
                .into_par_iter()
                .map(|block| self.block(block))
                .collect();
            for codes in unpacked {
                let codes = codes?;
                update_digest(&mut digest, &codes);
                visit(&codes);
            }
        }
        let (expected, found) = (self.header.digest, digest.digest128());
        if found != expected {
            let file = self.path.clone();
            return Err(TableError::Digest {
                file,
                expected,
                found,
            });
        }
        Ok(())
    }

    /// Checks every checksum and the digest.
    ///
    /// # Errors
    /// The first damage found.
    pub fn check(&self) -> Result<(), TableError> {
        self.each_block(|_| {})
    }
}

/// Adds codes to the digest of a table, each as two bytes, little endian.
pub(crate) fn update_digest(digest: &mut Xxh3, codes: &[u16]) {
    let mut bytes = [0; 4096];
    for codes in codes.chunks(bytes.len() / 2) {
        for (pair, code) in bytes.chunks_exact_mut(2).zip(codes) {
            pair.copy_from_slice(&code.to_le_bytes());
        }
        digest.update(&bytes[..2 * codes.len()]);
    }
}
