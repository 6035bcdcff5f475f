//! The header of a certificate file, as `PROOF.md` describes it.

use std::io;

use crate::board::{Board, Color, Stones};
use crate::rules::Ids;

pub(crate) const HEADER_BYTES: u64 = 80;
/// The offset of the digest, which covers the header's bytes before it and all bytes after the
/// header.
pub(crate) const DIGEST_AT: usize = 64;
const VERSION: u32 = 2;

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
    #[error("the certificate is of version {0}; this program reads version {VERSION}")]
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
    /// The first 80 bytes.
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

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

/// Reads the header of a file of `bytes` bytes. Returns its claims and the digest.
pub(crate) fn decode_header(header: &[u8; 80], bytes: u64) -> Result<(Claim, u128), ReadError> {
    let u32_at = |at| u32::from_le_bytes(number(header, at));
    let u64_at = |at| u64::from_le_bytes(number(header, at));
    if &header[..8] != b"LOAPROOF" {
        return Err(ReadError::Magic);
    }
    if u32_at(8) != VERSION {
        return Err(ReadError::Version(u32_at(8)));
    }
    let wrong = |what| Err(damaged(FilePart::Header, what));
    if u32_at(12) != HEADER_BYTES as u32 || header[22..24] != [0; 2] || u32_at(44) != 0 {
        return wrong("its length or its zeros are not those of version 2");
    }
    if u64_at(56) != bytes {
        return wrong("the file does not have the length that it names");
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
    // A move takes 2 to 258 bits, and turn numbers have 32 bits.
    let (moves, coded) = (u64_at(48), bytes - HEADER_BYTES);
    if moves > 4 * coded || moves >= u32::MAX.into() {
        return wrong("it has more moves than the file has room for");
    }
    if coded > 33 * moves {
        return wrong("it has fewer moves than the file is long");
    }
    let claim = Claim { board, ids, winner, to_move, black, white, plies: u32_at(40), moves };
    Ok((claim, u128::from_le_bytes(number(header, DIGEST_AT))))
}
