//! Positions that a certificate takes from other certificates, which prove them.

use crate::board::{Board, Stones};
use crate::format::{FilePart, Header, ReadError, TAKEN_BYTES, damaged, number};
use crate::source::ByteSource;

/// Positions read at a time.
const CHUNK: u64 = 1 << 12;
/// The least rank of a turn.
const LEAST_RANK: u32 = 2;

/// A turn that another certificate proves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// The canonical turn, the winner to move.
    pub(crate) stones: Stones,
    /// The maximum rank of the turn.
    pub(crate) rank: u32,
    /// The place of the certificate that proves it, among those that this one rests on.
    pub(crate) from: usize,
}

/// Returns the plies within which the winner wins a turn.
pub(crate) const fn plies_of_rank(rank: u32) -> u32 {
    rank.saturating_mul(2).saturating_add(1)
}

impl Taken {
    fn decode(bytes: &[u8], board: &Board, certificates: u64) -> Option<Taken> {
        let [them, us] = [0, 8].map(|at| u64::from_le_bytes(number(bytes, at)));
        let [plies, from] = [16, 20].map(|at| u32::from_le_bytes(number(bytes, at)));
        let (stones, rank) = (Stones { us, them }, plies / 2);
        let is_position = us != 0
            && them != 0
            && us & them == 0
            && (us | them) & !board.all_squares() == 0
            && board.canonical(stones) == stones;
        let is_turn = plies % 2 == 1 && rank >= LEAST_RANK;
        (is_position && is_turn && u64::from(from) < certificates).then_some(Taken {
            stones,
            rank,
            from: from as usize,
        })
    }

    /// Appends the position to the bytes of a header.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.stones.them.to_le_bytes());
        bytes.extend(self.stones.us.to_le_bytes());
        bytes.extend(plies_of_rank(self.rank).to_le_bytes());
        bytes.extend((self.from as u32).to_le_bytes());
    }
}

/// Reads the positions that a certificate takes. No more memory is allocated than valid positions
/// need.
pub(crate) fn read_taken(
    source: &dyn ByteSource,
    header: &Header,
) -> Result<Vec<Taken>, ReadError> {
    let (mut all, mut bytes) = (Vec::<Taken>::new(), Vec::new());
    while (all.len() as u64) < header.taken {
        let left = header.taken - all.len() as u64;
        bytes.resize((TAKEN_BYTES * left.min(CHUNK)) as usize, 0);
        source.read_at(&mut bytes, header.taken_at() + TAKEN_BYTES * all.len() as u64)?;
        for bytes in bytes.chunks_exact(TAKEN_BYTES as usize) {
            let Some(taken) = Taken::decode(bytes, &header.claim.board, header.certificates) else {
                return Err(damaged(FilePart::Header, "it takes what is not a turn"));
            };
            if all.last().is_some_and(|last| last.stones.compare(&taken.stones).is_ge()) {
                return Err(damaged(FilePart::Header, "its positions are not in order"));
            }
            all.push(taken);
        }
    }
    Ok(all)
}
