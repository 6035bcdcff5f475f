//! Certificates as files, which `PROOF.md` describes.

use xxhash_rust::xxh3::Xxh3;

use super::encode::Encoded;
use super::question::Question;
use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::position::Color;

const MAGIC: &[u8; 8] = b"LOAPROOF";
const VERSION: u32 = 2;
const HEADER: usize = 80;

/// Returns a certificate of these moves as the bytes of a file.
pub(super) fn write(question: &Question, encoded: &Encoded) -> Vec<u8> {
    let Question { start, rules, winner, .. } = *question;
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
    bytes
}

/// Packs a set of a board's squares, without the other squares of the frame.
fn packed_set(board: Board, set: Bitboard) -> u64 {
    let numbers = set.into_iter().map(|square| board.number(square));
    numbers.fold(0, |set, number| set | 1 << number)
}
