//! The parts of a certificate file, as `PROOF.md` describes them.

use std::io;

use xxhash_rust::xxh3::xxh3_64;

use crate::bits::Bits;
use crate::board::{Board, Color, Move, Stones};
use crate::rules::Ids;

pub(crate) const HEADER_BYTES: u64 = 128;
pub(crate) const ENTRY_BYTES: u64 = 32;
/// The most bytes of a block.
const MOST_BLOCK_BYTES: u64 = 1 << 26;
const VERSION: u32 = 1;

/// A reason why a certificate cannot be read.
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
    /// A stored position is not won as its rank claims.
    #[error("{position}: {reply} has no answer below rank {rank}")]
    Unanswered {
        /// The position, the loser to move.
        position: String,
        /// The loser's move.
        reply: String,
        /// The rank of the position.
        rank: u32,
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
    /// The rules ids under which the winner is claimed to win.
    pub ids: Ids,
    /// The player who is claimed to win.
    pub winner: Color,
    /// The side to move at the start.
    pub to_move: Color,
    /// The winner's first move, if the winner moves first.
    pub first_move: Option<Move>,
    /// The stones of Black at the start.
    pub black: u64,
    /// The stones of White at the start.
    pub white: u64,
    /// The most plies to the win.
    pub plies: u32,
    /// The number of stored positions.
    pub positions: u64,
}

impl Claim {
    /// Returns the stones at the start, for the side to move.
    pub const fn start(&self) -> Stones {
        let (us, them) = match self.to_move {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        };
        Stones { us, them }
    }
}

/// A block as the directory has it.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) first_key: u128,
    pub(crate) begins: u64,
    pub(crate) checksum: u64,
}

pub(crate) fn damaged(part: Part, what: &'static str) -> ReadError {
    ReadError::Damaged { part, what }
}

pub(crate) fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

/// The sizes and checksums that the header states of the rest of the file.
pub(crate) struct Sizes {
    pub(crate) block: u64,
    pub(crate) blocks: u64,
    pub(crate) digest: u128,
    pub(crate) directory_checksum: u64,
}

pub(crate) fn decode_header(header: &[u8; 128], bytes: u64) -> Result<(Claim, Sizes), ReadError> {
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

/// Appends the entries of a part of the directory, which ends at `end` in a file of `bytes`
/// bytes.
pub(crate) fn decode_entries(
    entries: &mut Vec<Entry>,
    part: &[u8],
    end: u64,
    bytes: u64,
) -> Result<(), ReadError> {
    let wrong = |what| Err(damaged(Part::Directory, what));
    for entry in part.chunks_exact(ENTRY_BYTES as usize) {
        let entry = Entry {
            first_key: u128::from_le_bytes(number(entry, 0)),
            begins: u64::from_le_bytes(number(entry, 16)),
            checksum: u64::from_le_bytes(number(entry, 24)),
        };
        match entries.last() {
            None if entry.begins != end => return wrong("the first block begins elsewhere"),
            Some(last) if entry.begins <= last.begins => return wrong("blocks are out of order"),
            Some(last) if entry.first_key <= last.first_key => {
                return wrong("keys are out of order");
            }
            _ => {}
        }
        let next = entries
            .last()
            .map_or(end, |last| last.begins + MOST_BLOCK_BYTES);
        if entry.begins >= bytes || entry.begins > next {
            return wrong("blocks are outside the file or too long");
        }
        entries.push(entry);
    }
    Ok(())
}

/// Checks the end of the directory.
pub(crate) fn expect_end(entries: &[Entry], end: u64, bytes: u64) -> Result<(), ReadError> {
    match entries.last() {
        None if bytes != end => Err(damaged(
            Part::Directory,
            "bytes follow it, and there is no block",
        )),
        Some(last) if bytes - last.begins > MOST_BLOCK_BYTES => {
            Err(damaged(Part::Directory, "the last block is too long"))
        }
        _ => Ok(()),
    }
}

pub(crate) fn decode_block(
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
    let mut bits = Bits::new(packed);
    // The count is a claim: memory is taken as positions are found.
    let mut block = Vec::new();
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
