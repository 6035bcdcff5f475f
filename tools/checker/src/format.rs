//! The header of a certificate file, as `PROOF.md` describes it.

use std::io;

use crate::board::{Board, Color, Stones};
use crate::rules::Ids;

pub(crate) const HEADER_BYTES: u64 = 80;
/// The offset of the digest, which covers the header's bytes before it and all bytes after the
/// header.
pub(crate) const DIGEST_AT: usize = 64;
/// The versions of a certificate that rests on no others, and of one that does.
pub(crate) const ALONE: u32 = 2;
pub(crate) const PART: u32 = 3;
/// The bytes of a digest, and of a position that is taken from another certificate.
pub(crate) const DIGEST_BYTES: u64 = 16;
pub(crate) const TAKEN_BYTES: u64 = 24;

/// The reason why a certificate cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be opened or read.
    #[error("the file cannot be read")]
    Io(#[from] io::Error),
    /// The file is not a certificate.
    #[error("the file is not a certificate: it does not begin with LOAPROOF")]
    Magic,
    /// The certificate's version is unknown to this reader.
    #[error("the certificate is of version {0}; this program reads versions {ALONE} and {PART}")]
    Version(u32),
    /// A part of the file contradicts another part or the format.
    #[error("{part} is damaged: {what}")]
    Damaged {
        /// The part.
        part: FilePart,
        /// The contradiction.
        what: &'static str,
    },
}

/// A part of a certificate file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePart {
    /// The bytes before the moves.
    Header,
    /// The whole file.
    File,
    /// A move of the winner, by its number from 0.
    Move(u64),
}

impl std::fmt::Display for FilePart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FilePart::Header => f.write_str("the header"),
            FilePart::File => f.write_str("the file"),
            FilePart::Move(number) => write!(f, "move {number}"),
        }
    }
}

/// The fixed part of a header.
pub(crate) struct Header {
    pub(crate) claim: Claim,
    pub(crate) digest: u128,
    /// Certificates that this one rests on. Their digests follow.
    pub(crate) certificates: u64,
    /// Positions that it takes from them. They follow the digests.
    pub(crate) taken: u64,
}

impl Header {
    /// Returns the offset of the positions.
    pub(crate) const fn taken_at(&self) -> u64 {
        HEADER_BYTES + DIGEST_BYTES * self.certificates
    }

    /// Returns the offset of the moves.
    pub(crate) const fn moves_at(&self) -> u64 {
        self.taken_at() + TAKEN_BYTES * self.taken
    }
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
    /// The stones of Black at the start.
    pub black: u64,
    /// The stones of White at the start.
    pub white: u64,
    /// The maximum number of plies to the win.
    pub plies: u32,
    /// The number of moves of the winner in the file.
    pub moves: u64,
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

    /// Returns whether the winner is to move at the start.
    pub fn winner_begins(&self) -> bool {
        self.winner == self.to_move
    }
}

pub(crate) fn damaged(part: FilePart, what: &'static str) -> ReadError {
    ReadError::Damaged { part, what }
}

pub(crate) fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

/// Reads the fixed part of the header of a file of `bytes` bytes.
pub(crate) fn decode_header(header: &[u8; 80], bytes: u64) -> Result<Header, ReadError> {
    let u32_at = |at| u32::from_le_bytes(number(header, at));
    let u64_at = |at| u64::from_le_bytes(number(header, at));
    if &header[..8] != b"LOAPROOF" {
        return Err(ReadError::Magic);
    }
    let wrong = |what| Err(damaged(FilePart::Header, what));
    let certificates = u64::from(u16::from_le_bytes(number(header, 22)));
    let taken = u64::from(u32_at(44));
    match (u32_at(8), certificates, taken) {
        (ALONE, 0, 0) | (PART, 1.., 1..) => {}
        (ALONE, ..) => return wrong("its zeros are not those of version 2"),
        (PART, ..) => return wrong("it rests on no certificate, or takes no position from it"),
        (version, ..) => return Err(ReadError::Version(version)),
    }
    let ids = Ids::from_bits(u16::from_le_bytes(number(header, 16)));
    let Some(ids) = ids.filter(|ids| !ids.is_empty()) else {
        return wrong("it names no valid rules ids");
    };
    let Some(board) = Board::new(header[18].into(), header[19].into()) else {
        return wrong("it names no valid board");
    };
    let color = |byte| match byte {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    };
    let (Some(winner), Some(to_move)) = (color(header[20]), color(header[21])) else {
        return wrong("it names no valid players");
    };
    let (black, white) = (u64_at(24), u64_at(32));
    let stones = black | white;
    if black == 0 || white == 0 || black & white != 0 || stones & !board.all_squares() != 0 {
        return wrong("its start is not a position");
    }
    let claim =
        Claim { board, ids, winner, to_move, black, white, plies: u32_at(40), moves: u64_at(48) };
    let digest = u128::from_le_bytes(number(header, DIGEST_AT));
    let header = Header { claim, digest, certificates, taken };
    if u64::from(u32_at(12)) != header.moves_at() {
        return wrong("its length is not that of its parts");
    }
    // A move takes 2 to 258 bits, and turn numbers have 32 bits.
    let moves = header.claim.moves;
    let Some(coded) = bytes.checked_sub(header.moves_at()).filter(|_| u64_at(56) == bytes) else {
        return wrong("the file does not have the length that it names");
    };
    if moves > 4 * coded || moves >= u32::MAX.into() {
        return wrong("it has more moves than the file has room for");
    }
    if coded > 33 * moves {
        return wrong("it has fewer moves than the file is long");
    }
    Ok(header)
}
