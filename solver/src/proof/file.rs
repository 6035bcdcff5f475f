//! Certificates as files, which `PROOF.md` describes.

use super::bits::{BitReader, BitWriter, best_order};
use super::certificate::{Certificate, Stored};
use super::goal::RuleSet;
use super::key::{key_of, stones_of};
use crate::game::bitboard::{Bitboard, members};
use crate::game::board::Board;
use crate::game::moves::Move;
use crate::game::position::{Color, Position};
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

const MAGIC: &[u8; 8] = b"LOAPROOF";
const VERSION: u32 = 1;
const HEADER: usize = 128;
const ENTRY: usize = 32;
/// The most positions of a block of a file that this program writes.
const BLOCK: u32 = 512;
/// The number in a header that stands for no square.
const NOWHERE: u8 = 255;

/// A reason why bytes are no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// Bytes that do not begin like a certificate.
    #[error("it does not begin like a certificate")]
    Magic,
    /// A version that this program does not read.
    #[error("it is of version {0}, and this program reads version {VERSION}")]
    Version(u32),
    /// Bytes that contradict a checksum or the rules of the format.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

use CertificateError::Damaged;

impl Certificate {
    /// Returns the bytes of the certificate's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let blocks = self.positions.chunks(BLOCK as usize);
        let count = blocks.len();
        let (mut directory, mut body) = (Vec::new(), Vec::new());
        for block in blocks {
            let at = (HEADER + ENTRY * count + body.len()) as u64;
            let bytes = block_bytes(block);
            directory.extend(block[0].key.to_le_bytes());
            directory.extend(at.to_le_bytes());
            directory.extend(xxh3_64_with_seed(&bytes, at).to_le_bytes());
            body.extend(bytes);
        }
        let length = HEADER + directory.len() + body.len();
        let mut file = self.header(count as u64, length as u64, &directory);
        file.extend(directory);
        file.extend(body);
        file
    }

    fn header(&self, blocks: u64, length: u64, directory: &[u8]) -> Vec<u8> {
        let board = self.start.board();
        let mut header = Vec::with_capacity(length as usize);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend((HEADER as u32).to_le_bytes());
        header.extend(self.claim());
        header.extend(BLOCK.to_le_bytes());
        header.extend((self.positions.len() as u64).to_le_bytes());
        header.extend(blocks.to_le_bytes());
        header.extend(length.to_le_bytes());
        header.extend(self.digest().to_le_bytes());
        header.resize(112, 0);
        header.extend(xxh3_64(directory).to_le_bytes());
        header.extend(xxh3_64(&header).to_le_bytes());
        debug_assert_eq!((header.len(), board), (HEADER, self.start.board()));
        header
    }

    /// Returns bytes 16 to 43 of the header.
    fn claim(&self) -> Vec<u8> {
        let board = self.start.board();
        let number = |color: Color| u8::from(color == Color::White);
        let mut claim = self.rules.bits().to_le_bytes().to_vec();
        claim.extend([board.files() as u8, board.ranks() as u8]);
        claim.extend([number(self.winner), number(self.start.turn())]);
        claim.extend(match self.first_move {
            Some(Move::Stone { from, to, .. }) => {
                [from, to].map(|square| board.number(square) as u8)
            }
            _ => [NOWHERE; 2],
        });
        let (black, white) = match self.start.turn() {
            Color::Black => (self.start.us(), self.start.them()),
            Color::White => (self.start.them(), self.start.us()),
        };
        for stones in [black, white] {
            claim.extend(packed_set(board, stones).to_le_bytes());
        }
        claim.extend(self.plies.to_le_bytes());
        claim
    }

    /// Returns the digest of the claim, which does not depend on how the file is packed.
    pub fn digest(&self) -> u128 {
        let mut digest = Xxh3::new();
        digest.update(&self.claim());
        for stored in &self.positions {
            digest.update(&stored.key.to_le_bytes());
            digest.update(&stored.rank.to_le_bytes());
        }
        digest.digest128()
    }

    /// Reads the bytes of a file, without checking the proof.
    ///
    /// # Errors
    /// If the bytes are no certificate or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        let header = Header::read(bytes)?;
        let mut certificate = header.claim;
        let directory = &bytes[HEADER..header.directory_end];
        let starts = directory.chunks(ENTRY).map(|entry| number(entry, 16, 8));
        let ends = starts.clone().skip(1).chain([bytes.len() as u64]);
        let mut expected = header.directory_end as u64;
        for (entry, (start, end)) in directory.chunks(ENTRY).zip(starts.zip(ends)) {
            if start != expected || end <= start || end > bytes.len() as u64 {
                return Err(Damaged("its blocks do not follow each other"));
            }
            expected = end;
            let block = &bytes[start as usize..end as usize];
            if xxh3_64_with_seed(block, start) != number(entry, 24, 8) {
                return Err(Damaged("the checksum of a block is wrong"));
            }
            let left = header.positions - certificate.positions.len() as u64;
            let count = left.min(header.block.into()) as usize;
            let first = u128::from_le_bytes(array(entry, 0));
            read_block(block, first, count, &mut certificate.positions)?;
        }
        if expected != bytes.len() as u64 {
            return Err(Damaged("bytes follow the last block"));
        }
        certificate.check_keys()?;
        if certificate.digest() != header.digest {
            return Err(Damaged("its digest is wrong"));
        }
        Ok(certificate)
    }

    fn check_keys(&self) -> Result<(), CertificateError> {
        let board = self.start.board();
        if !self.positions.is_sorted_by(|a, b| a.key < b.key) {
            return Err(Damaged("its keys do not ascend"));
        }
        let limit = 3u128.pow(board.squares());
        for stored in &self.positions {
            let (loser, winner) = stones_of(board, stored.key);
            let bad = stored.key >= limit || loser.is_empty() || winner.is_empty();
            if bad || key_of(board, loser, winner) != stored.key {
                return Err(Damaged("a key is not that of a position"));
            }
        }
        Ok(())
    }
}

/// The header, read.
struct Header {
    claim: Certificate,
    block: u32,
    positions: u64,
    directory_end: usize,
    digest: u128,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, CertificateError> {
        if !bytes.starts_with(MAGIC) {
            return Err(CertificateError::Magic);
        }
        if bytes.len() < HEADER {
            return Err(Damaged("it ends within its header"));
        }
        let version = number(bytes, 8, 4) as u32;
        if version != VERSION {
            return Err(CertificateError::Version(version));
        }
        if xxh3_64(&bytes[..120]) != number(bytes, 120, 8) {
            return Err(Damaged("the checksum of its header is wrong"));
        }
        let (block, positions) = (number(bytes, 44, 4) as u32, number(bytes, 48, 8));
        let blocks = number(bytes, 56, 8);
        let sound = number(bytes, 12, 4) == HEADER as u64
            && block > 0
            && blocks == positions.div_ceil(block.max(1).into())
            && number(bytes, 64, 8) == bytes.len() as u64
            && bytes[88..112].iter().all(|&byte| byte == 0);
        // Every block holds a position and takes an entry and at least 3 bytes, so
        // numbers that fit the file cannot overflow.
        if !sound || blocks > (bytes.len() / ENTRY) as u64 {
            return Err(Damaged("its header contradicts itself"));
        }
        let directory_end = HEADER + ENTRY * blocks as usize;
        let directory = bytes
            .get(HEADER..directory_end)
            .ok_or(Damaged("it ends within its directory"))?;
        if xxh3_64(directory) != number(bytes, 112, 8) {
            return Err(Damaged("the checksum of its directory is wrong"));
        }
        let claim = read_claim(bytes).ok_or(Damaged("its header names no position"))?;
        Ok(Header {
            claim,
            block,
            positions,
            directory_end,
            digest: u128::from_le_bytes(array(bytes, 72)),
        })
    }
}

fn read_claim(bytes: &[u8]) -> Option<Certificate> {
    let rules = RuleSet::from_bits(number(bytes, 16, 2) as u16)?;
    let board = Board::new(bytes[18].into(), bytes[19].into()).ok()?;
    let color = |byte: u8| [Color::Black, Color::White].get(usize::from(byte)).copied();
    let (winner, turn) = (color(bytes[20])?, color(bytes[21])?);
    let mut stones = [24, 32].map(|at| number(bytes, at, 8));
    if (stones[0] | stones[1])
        .checked_shr(board.squares())
        .unwrap_or(0)
        != 0
    {
        return None;
    }
    if turn == Color::White {
        stones.reverse();
    }
    let [us, them] = stones.map(|set| unpacked_set(board, set));
    let start = Position::new(board, us, them, turn).ok()?;
    let [from, to] = [bytes[22], bytes[23]];
    let first_move = if winner != turn {
        (from == NOWHERE && to == NOWHERE).then_some(None)?
    } else if (from, to) == (NOWHERE, NOWHERE) {
        Some(Move::Pass)
    } else {
        if u32::from(from.max(to)) >= board.squares() {
            return None;
        }
        let [from, to] = [from, to].map(|number| board.square(number.into()));
        let capture = them.contains(to);
        Some(Move::Stone { from, to, capture })
    };
    Some(Certificate {
        rules,
        start,
        winner,
        first_move,
        plies: number(bytes, 40, 4) as u32,
        positions: Vec::new(),
    })
}

fn block_bytes(block: &[Stored]) -> Vec<u8> {
    let gaps: Vec<u128> = block.windows(2).map(|w| w[1].key - w[0].key - 1).collect();
    let ranks: Vec<u128> = block.iter().map(|s| u128::from(s.rank) - 2).collect();
    let (k, j) = (best_order(&gaps, 127), best_order(&ranks, 15));
    let mut bits = BitWriter::new(vec![k as u8, j as u8]);
    bits.put(ranks[0], j);
    for (&gap, &rank) in gaps.iter().zip(&ranks[1..]) {
        bits.put(gap, k);
        bits.put(rank, j);
    }
    bits.finish()
}

fn read_block(
    block: &[u8],
    first: u128,
    count: usize,
    positions: &mut Vec<Stored>,
) -> Result<(), CertificateError> {
    let broken = Damaged("a block does not unpack");
    let [k, j, ..] = *block else {
        return Err(broken);
    };
    if k > 127 || j > 15 {
        return Err(broken);
    }
    let mut bits = BitReader::new(&block[2..]);
    let mut key = first;
    for place in 0..count {
        if place > 0 {
            let gap = bits.take(k.into()).ok_or(broken.clone())?;
            let next = key.checked_add(gap).and_then(|key| key.checked_add(1));
            key = next.ok_or(broken.clone())?;
        }
        let rank = bits.take(j.into()).ok_or(broken.clone())?;
        let rank = rank
            .checked_add(2)
            .and_then(|rank| u16::try_from(rank).ok());
        positions.push(Stored {
            key,
            rank: rank.ok_or(broken.clone())?,
        });
    }
    if bits.is_at_the_end() {
        Ok(())
    } else {
        Err(broken)
    }
}

/// Reads the little-endian number of `length` bytes at `at`.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let mut number = [0; 8];
    number[..length].copy_from_slice(&bytes[at..at + length]);
    u64::from_le_bytes(number)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}

/// Packs a set of a board's squares without the frame's other squares.
fn packed_set(board: Board, set: Bitboard) -> u64 {
    let numbers = set.into_iter().map(|square| board.number(square));
    numbers.fold(0, |set, number| set | 1 << number)
}

fn unpacked_set(board: Board, set: u64) -> Bitboard {
    let squares = members(set).map(|number| board.square(number));
    squares.collect()
}
