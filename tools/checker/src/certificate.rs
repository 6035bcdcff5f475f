//! Certificate files: header, directory and blocks, as `PROOF.md` has them.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

use crate::bits::Bits;
use crate::board::{Board, Color, Move, Stones};
use crate::rules::Ids;

const HEADER_BYTES: u64 = 128;
const ENTRY_BYTES: u64 = 32;
const VERSION: u32 = 1;

/// Bytes of decoded blocks that a certificate holds, unless another bound is
/// given.
pub const DEFAULT_CACHE_BYTES: u64 = 256 << 20;

/// Why a certificate cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be opened or read.
    #[error("the file cannot be read")]
    Io(#[from] io::Error),
    /// The file is of another kind.
    #[error("the file is not a certificate: it does not begin with LOAPROOF")]
    Magic,
    /// The file is of a version that this reader does not know.
    #[error("the certificate is of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// A part of the file contradicts another or the format.
    #[error("{part} is damaged: {what}")]
    Damaged {
        /// The header, the directory or a block, from 0.
        part: Part,
        /// The contradiction.
        what: &'static str,
    },
}

/// A part of a certificate file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first 128 bytes.
    Header,
    /// The entries of all blocks.
    Directory,
    /// A block, by its number from 0.
    Block(u64),
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Part::Header => f.write_str("the header"),
            Part::Directory => f.write_str("the directory"),
            Part::Block(number) => write!(f, "block {number}"),
        }
    }
}

/// Bytes that can be read at an offset, from several threads.
pub trait Source: Send + Sync {
    /// How many bytes there are.
    ///
    /// # Errors
    /// When the source cannot be asked.
    fn len(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes from `offset` on.
    ///
    /// # Errors
    /// When they cannot be read, or there are not so many.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Whether there are no bytes.
    ///
    /// # Errors
    /// As for [`Source::len`].
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }
}

impl Source for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(self, buffer, offset)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer = &mut buffer[read..];
            offset += read as u64;
        }
        Ok(())
    }
}

impl Source for Vec<u8> {
    fn len(&self) -> io::Result<u64> {
        Ok(self.as_slice().len() as u64)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset).ok();
        let bytes = from.and_then(|from| self.get(from..)?.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The canonical key.
    pub key: u128,
    /// The stones, the loser to move.
    pub stones: Stones,
    /// The rank, at least 2.
    pub rank: u16,
}

/// The claims of a certificate, from its header.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The board.
    pub board: Board,
    /// The rules ids under which the winner is said to win.
    pub ids: Ids,
    /// The player who is said to win.
    pub winner: Color,
    /// The side to move at the start.
    pub to_move: Color,
    /// The winner's first move, if the winner moves first.
    pub first_move: Option<Move>,
    /// The stones of Black at the start.
    pub black: u64,
    /// The stones of White at the start.
    pub white: u64,
    /// The winner has won after so many plies at the latest.
    pub plies: u32,
    /// How many positions are stored.
    pub positions: u64,
}

impl Claim {
    /// The stones at the start, for the side to move.
    pub const fn start(&self) -> Stones {
        let (us, them) = match self.to_move {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        };
        Stones { us, them }
    }
}

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

#[derive(Clone, Copy)]
struct Entry {
    first_key: u128,
    begins: u64,
    checksum: u64,
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let claim = &self.claim;
        f.debug_struct("Certificate")
            .field("claim", claim)
            .finish_non_exhaustive()
    }
}

fn damaged(part: Part, what: &'static str) -> ReadError {
    ReadError::Damaged { part, what }
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
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
        let mut directory = vec![0; (sizes.blocks * ENTRY_BYTES) as usize];
        source.read_at(&mut directory, HEADER_BYTES)?;
        if xxh3_64(&directory) != sizes.directory_checksum {
            return Err(damaged(Part::Directory, "its checksum does not agree"));
        }
        let directory = decode_directory(&directory, bytes)?;
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

    /// The claims of the certificate.
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The digest that the header states.
    pub const fn digest(&self) -> u128 {
        self.digest
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.directory.len() as u64
    }

    /// The positions of a block, ascending by their keys, decoded anew.
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

    /// The rank stored with a canonical key, if the position is stored.
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

    /// Whether the stored positions have the digest that the header states.
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

/// What the header says of the rest of the file.
struct Sizes {
    block: u64,
    blocks: u64,
    digest: u128,
    directory_checksum: u64,
}

fn decode_header(header: &[u8; 128], bytes: u64) -> Result<(Claim, Sizes), ReadError> {
    let u32_at = |at| u32::from_le_bytes(number(header, at));
    let u64_at = |at| u64::from_le_bytes(number(header, at));
    if &header[..8] != b"LOAPROOF" {
        return Err(ReadError::Magic);
    }
    if u32_at(8) != VERSION {
        return Err(ReadError::Version(u32_at(8)));
    }
    let wrong = |what| Err(damaged(Part::Header, what));
    if xxh3_64(&header[..120]) != u64_at(120) {
        return wrong("its checksum does not agree");
    }
    if u32_at(12) != HEADER_BYTES as u32 || header[88..112] != [0; 24] {
        return wrong("its length or its zeros are not those of version 1");
    }
    if u64_at(64) != bytes {
        return wrong("the file has another length than it says");
    }
    let ids = Ids::from_bits(u16::from_le_bytes(number(header, 16)));
    let Some(ids) = ids.filter(|ids| !ids.is_empty()) else {
        return wrong("its rules ids are none");
    };
    let Some(board) = Board::new(header[18].into(), header[19].into()) else {
        return wrong("its board is none");
    };
    let color = |byte| match byte {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    };
    let (Some(winner), Some(to_move)) = (color(header[20]), color(header[21])) else {
        return wrong("its players are none");
    };
    let (black, white) = (u64_at(24), u64_at(32));
    let stones = black | white;
    if black == 0 || white == 0 || black & white != 0 || stones & !board.all_squares() != 0 {
        return wrong("its start is no position");
    }
    let squares = board.files() * board.ranks();
    let first_move = match (winner == to_move, header[22], header[23]) {
        (true, 255, 255) => Some(Move::Pass),
        (false, 255, 255) => None,
        (true, from, to) if u32::from(from.max(to)) < squares => Some(Move::Stone {
            from: from.into(),
            to: to.into(),
        }),
        _ => return wrong("its first move is none"),
    };
    let (block, positions, blocks) = (u32_at(44).into(), u64_at(48), u64_at(56));
    let dealt = if block == 0 {
        None
    } else {
        Some(positions.div_ceil(block))
    };
    if dealt.is_none_or(|dealt| dealt != blocks) {
        return wrong("its positions and blocks do not agree");
    }
    if blocks > (bytes - HEADER_BYTES) / ENTRY_BYTES {
        return wrong("it has more blocks than the file has room for");
    }
    let claim = Claim {
        board,
        ids,
        winner,
        to_move,
        first_move,
        black,
        white,
        plies: u32_at(40),
        positions,
    };
    let sizes = Sizes {
        block,
        blocks,
        digest: u128::from_le_bytes(number(header, 72)),
        directory_checksum: u64_at(112),
    };
    Ok((claim, sizes))
}

fn decode_directory(directory: &[u8], bytes: u64) -> Result<Vec<Entry>, ReadError> {
    let entries = directory
        .chunks_exact(ENTRY_BYTES as usize)
        .map(|entry| Entry {
            first_key: u128::from_le_bytes(number(entry, 0)),
            begins: u64::from_le_bytes(number(entry, 16)),
            checksum: u64::from_le_bytes(number(entry, 24)),
        });
    let entries: Vec<Entry> = entries.collect();
    let wrong = |what| Err(damaged(Part::Directory, what));
    let begins = HEADER_BYTES + directory.len() as u64;
    match entries.first() {
        Some(first) if first.begins != begins => return wrong("the first block begins elsewhere"),
        None if bytes != begins => return wrong("bytes follow it, and there is no block"),
        _ => {}
    }
    if !entries.is_sorted_by(|a, b| a.begins < b.begins)
        || entries.last().is_some_and(|last| last.begins >= bytes)
    {
        return wrong("blocks are out of order or outside the file");
    }
    if !entries.is_sorted_by(|a, b| a.first_key < b.first_key) {
        return wrong("keys are out of order");
    }
    Ok(entries)
}

fn decode_block(
    board: &Board,
    bytes: &[u8],
    first_key: u128,
    count: u64,
) -> Result<Vec<Stored>, &'static str> {
    let &[key_order, rank_order, ref packed @ ..] = bytes else {
        return Err("it is too short");
    };
    if key_order > 127 || rank_order > 15 {
        return Err("its codes are none");
    }
    // A position takes two bits but the first one, so that a wrong count cannot
    // claim much memory.
    if count > 1 + 4 * packed.len() as u64 {
        return Err("it is too short");
    }
    let mut bits = Bits::new(packed);
    let mut block = Vec::with_capacity(count as usize);
    let mut key = first_key;
    for at in 0..count {
        if at > 0 {
            let gap = bits.code(key_order.into()).ok_or("a key does not end")?;
            let next = key.checked_add(gap).and_then(|key| key.checked_add(1));
            key = next.ok_or("a key is too large")?;
        }
        let rank = bits.code(rank_order.into()).ok_or("a rank does not end")?;
        let rank = rank
            .checked_add(2)
            .and_then(|rank| u16::try_from(rank).ok());
        let rank = rank.ok_or("a rank is too large")?;
        let stones = board.stones(key).ok_or("a key is no position")?;
        if board.canonical_key(stones) != key {
            return Err("a key is not the least of its images");
        }
        block.push(Stored { key, stones, rank });
    }
    match bits.ends_in_padding() {
        true => Ok(block),
        false => Err("bytes follow its last position"),
    }
}
