//! Certificates as files, which `PROOF.md` describes.

use xxhash_rust::xxh3::Xxh3;

use super::encode::Encoded;
use super::goal::RuleSet;
use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::position::{Color, Position};

const MAGIC: &[u8; 8] = b"LOAPROOF";
const VERSION: u32 = 2;
const HEADER: usize = 80;
/// The offset of the digest in the header. It covers all other bytes.
const DIGEST: usize = 64;

/// A proof that a player wins from a position, as the bytes of a file.
/// [`PROOF.md`](super::file_format) defines their meaning and validity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules ids. The win is proved under each of them.
    pub rules: RuleSet,
    /// The won position, with the side to move.
    pub start: Position,
    /// The player who wins.
    pub winner: Color,
    /// The maximum number of plies to the win.
    pub plies: u32,
    /// Moves of the winner in the file.
    pub moves: u64,
    bytes: Vec<u8>,
}

impl Certificate {
    /// Encodes a certificate of these moves.
    pub(super) fn new(
        (rules, start, winner): (RuleSet, Position, Color),
        encoded: &Encoded,
    ) -> Certificate {
        let Encoded { plies, moves, coded } = encoded;
        let board = start.board();
        let number = |color: Color| u8::from(color == Color::White);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((HEADER as u32).to_le_bytes());
        bytes.extend(rules.bits().to_le_bytes());
        bytes.extend([board.files() as u8, board.ranks() as u8]);
        bytes.extend([number(winner), number(start.turn()), 0, 0]);
        for color in [Color::Black, Color::White] {
            bytes.extend(packed_set(board, start.stones(color)).to_le_bytes());
        }
        bytes.extend(plies.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(moves.to_le_bytes());
        bytes.extend(((HEADER + coded.len()) as u64).to_le_bytes());
        let mut digest = Xxh3::new();
        digest.update(&bytes);
        digest.update(coded);
        bytes.extend(digest.digest128().to_le_bytes());
        bytes.extend(coded);
        Certificate { rules, start, winner, plies: *plies, moves: *moves, bytes }
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes of the file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the digest of the file.
    pub fn digest(&self) -> u128 {
        let digest = self.bytes[DIGEST..HEADER].try_into();
        u128::from_le_bytes(digest.expect("the header has 16 bytes of it"))
    }
}

/// Packs a set of a board's squares, without the other squares of the frame.
fn packed_set(board: Board, set: Bitboard) -> u64 {
    let numbers = set.into_iter().map(|square| board.number(square));
    numbers.fold(0, |set, number| set | 1 << number)
}
