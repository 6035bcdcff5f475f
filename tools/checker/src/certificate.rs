//! Certificates, opened to look up positions.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use crate::format::{
    Claim, ENTRY_BYTES, Entry, HEADER_BYTES, Part, ReadError, Sizes, Stored, damaged, decode_block,
    decode_entries, decode_header, expect_end, number,
};
use crate::source::Source;

/// The default bound of the bytes of decoded blocks that a certificate holds.
pub const DEFAULT_CACHE_BYTES: u64 = 256 << 20;

/// The bytes of the directory that are read at a time.
const DIRECTORY_PART: u64 = 1 << 20;

#[derive(Clone)]
struct BlockBytes;

impl Weighter<u64, Arc<Vec<Stored>>> for BlockBytes {
    fn weight(&self, _: &u64, block: &Arc<Vec<Stored>>) -> u64 {
        size_of_val(block.as_slice()) as u64 + 64
    }
}

/// An open certificate: its claim, and its stored positions by key.
///
/// Blocks are decoded when they are needed, and the decoded ones stay in memory
/// within a bound.
pub struct Certificate {
    claim: Claim,
    source: Box<dyn Source>,
    block_positions: u64,
    digest: u128,
    claimed_bytes: [u8; 28],
    directory: Vec<Entry>,
    end: u64,
    blocks: Cache<u64, Arc<Vec<Stored>>, BlockBytes>,
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let claim = &self.claim;
        f.debug_struct("Certificate")
            .field("claim", claim)
            .finish_non_exhaustive()
    }
}

impl Certificate {
    /// Opens a certificate file, holding up to `cache_bytes` of decoded blocks.
    ///
    /// # Errors
    /// When the file cannot be read or its header or directory is damaged.
    pub fn open(path: impl AsRef<Path>, cache_bytes: u64) -> Result<Certificate, ReadError> {
        let path = path.as_ref();
        // A pipe or a device has no length, and opening one may never return.
        if !std::fs::metadata(path)?.is_file() {
            let kind = io::ErrorKind::InvalidInput;
            return Err(io::Error::new(kind, "it is not a regular file").into());
        }
        Certificate::read(File::open(path)?, cache_bytes)
    }

    /// Opens a certificate of any source, holding up to `cache_bytes` of decoded
    /// blocks.
    ///
    /// # Errors
    /// As for [`Certificate::open`].
    pub fn read(source: impl Source + 'static, cache_bytes: u64) -> Result<Certificate, ReadError> {
        let bytes = source.len()?;
        let mut header = [0; HEADER_BYTES as usize];
        if bytes < HEADER_BYTES {
            let mut magic = [0; 8];
            let known =
                bytes >= 8 && source.read_at(&mut magic, 0).is_ok() && &magic == b"LOAPROOF";
            return Err(match known {
                true => damaged(Part::Header, "the file ends within it"),
                false => ReadError::Magic,
            });
        }
        source.read_at(&mut header, 0)?;
        let (claim, sizes) = decode_header(&header, bytes)?;
        let directory = read_directory(&source, &sizes, bytes)?;
        let cache_bytes = cache_bytes.max(1 << 20);
        let expected =
            (cache_bytes / (size_of::<Stored>() as u64 * sizes.block.clamp(1, 1 << 16))) as usize;
        Ok(Certificate {
            claim,
            source: Box::new(source),
            block_positions: sizes.block,
            digest: sizes.digest,
            claimed_bytes: number(&header, 16),
            directory,
            end: bytes,
            blocks: Cache::with_weighter(expected.max(16), cache_bytes, BlockBytes),
        })
    }

    /// The claims of the header.
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The digest that the header states.
    pub const fn digest(&self) -> u128 {
        self.digest
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.directory.len() as u64
    }

    /// Decodes the positions of a block anew, ascending by their keys.
    ///
    /// # Errors
    /// When the block cannot be read or is damaged.
    ///
    /// # Panics
    /// If there are not so many blocks.
    pub fn block(&self, number: u64) -> Result<Vec<Stored>, ReadError> {
        let part = Part::Block(number);
        let entry = self.directory[number as usize];
        let next = self.directory.get(number as usize + 1);
        let end = next.map_or(self.end, |next| next.begins);
        let mut bytes = vec![0; (end - entry.begins) as usize];
        self.source.read_at(&mut bytes, entry.begins)?;
        if xxh3_64_with_seed(&bytes, entry.begins) != entry.checksum {
            return Err(damaged(part, "its checksum does not agree"));
        }
        let count = match next {
            Some(_) => self.block_positions,
            None => self.claim.positions - number * self.block_positions,
        };
        let board = &self.claim.board;
        let decoded = decode_block(board, &bytes, entry.first_key, count);
        let block = decoded.map_err(|what| damaged(part, what))?;
        let last = block.last().map(|last| last.key);
        if next.is_some_and(|next| last >= Some(next.first_key)) {
            return Err(damaged(part, "its keys reach into the next block"));
        }
        Ok(block)
    }

    /// Returns the rank stored with a canonical key, if the position is stored.
    ///
    /// # Errors
    /// When the block in which the key belongs cannot be read or is damaged.
    pub fn rank(&self, key: u128) -> Result<Option<u16>, ReadError> {
        let after = self
            .directory
            .partition_point(|entry| entry.first_key <= key);
        let Some(number) = after.checked_sub(1) else {
            return Ok(None);
        };
        let number = number as u64;
        let block = match self.blocks.get(&number) {
            Some(block) => block,
            None => {
                let block = Arc::new(self.block(number)?);
                self.blocks.insert(number, Arc::clone(&block));
                block
            }
        };
        let found = block.binary_search_by_key(&key, |stored| stored.key);
        Ok(found.ok().map(|at| block[at].rank))
    }

    /// Returns whether the stored positions have the digest that the header states.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
    pub fn has_its_digest(&self) -> Result<bool, ReadError> {
        let mut digest = Xxh3::new();
        digest.update(&self.claimed_bytes);
        for number in 0..self.blocks() {
            for stored in self.block(number)? {
                digest.update(&stored.key.to_le_bytes());
                digest.update(&stored.rank.to_le_bytes());
            }
        }
        Ok(digest.digest128() == self.digest)
    }
}

/// Reads the directory in parts, for its length is a claim of the header, and a file of that
/// length may be a hole.
fn read_directory(
    source: &impl Source,
    sizes: &Sizes,
    bytes: u64,
) -> Result<Vec<Entry>, ReadError> {
    let end = HEADER_BYTES + sizes.blocks * ENTRY_BYTES;
    let (mut entries, mut checksum) = (Vec::new(), Xxh3::new());
    let mut at = HEADER_BYTES;
    while at < end {
        let mut part = vec![0; DIRECTORY_PART.min(end - at) as usize];
        source.read_at(&mut part, at)?;
        checksum.update(&part);
        decode_entries(&mut entries, &part, end, bytes)?;
        at += part.len() as u64;
    }
    expect_end(&entries, end, bytes)?;
    match checksum.digest() == sizes.directory_checksum {
        true => Ok(entries),
        false => Err(damaged(Part::Directory, "its checksum does not agree")),
    }
}
