//! Certificates made for tests: a naive search for a strategy, and a writer of
//! files from `PROOF.md`.

use std::collections::{BTreeMap, HashMap};

use loa_checker::{Board, Color, Ids, Move, Stones, ending};
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

/// A certificate as it is written: everything may be changed before.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) board: Board,
    pub(crate) ids: Ids,
    pub(crate) winner: Color,
    pub(crate) to_move: Color,
    pub(crate) first_move: Option<Move>,
    pub(crate) start: Stones,
    pub(crate) plies: u32,
    /// Ranks by canonical key.
    pub(crate) ranks: BTreeMap<u128, u16>,
    pub(crate) block: u32,
}

/// Reads a position's text.
pub(crate) fn position(text: &str) -> (Board, Stones, Color) {
    let (rows, side) = text.split_once(' ').unwrap();
    let rows: Vec<&str> = rows.split('/').rev().collect();
    let width = |row: &str| {
        row.chars()
            .map(|c| c.to_digit(10).unwrap_or(1))
            .sum::<u32>()
    };
    let board = Board::new(width(rows[0]), rows.len() as u32).unwrap();
    let (mut black, mut white) = (0, 0);
    for (rank, row) in (0..).zip(rows) {
        let mut square = board.files() * rank;
        for c in row.chars() {
            match c {
                'x' => black |= 1 << square,
                'o' => white |= 1 << square,
                _ => square += c.to_digit(10).unwrap() - 1,
            }
            square += 1;
        }
    }
    let black = Stones {
        us: black,
        them: white,
    };
    match side {
        "x" => (board, black, Color::Black),
        _ => (board, black.turned(), Color::White),
    }
}

/// A search for wins under one rules id, to a depth, over whole positions.
pub(crate) struct Search<'a> {
    board: &'a Board,
    ids: Ids,
    /// The least rank of a position with the loser to move, as far as known:
    /// within how many turns it is lost, and within how many it is not.
    known: HashMap<Stones, (u32, Option<u32>)>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(board: &'a Board, ids: Ids) -> Search<'a> {
        let known = HashMap::new();
        Search { board, ids, known }
    }

    fn moves(&self, stones: Stones) -> Vec<Stones> {
        let moves: Vec<Stones> = self
            .board
            .stone_moves(stones)
            .map(|(_, after)| after)
            .collect();
        if moves.is_empty() {
            vec![stones.turned()]
        } else {
            moves
        }
    }

    fn has(&self, ids: Ids) -> bool {
        self.ids.bits() & ids.bits() != 0
    }

    /// The least rank of a position with the loser to move in which the game goes
    /// on, if that is at most `most`.
    pub(crate) fn rank(&mut self, stones: Stones, most: u32) -> Option<u32> {
        let (not_within, exact) = self.known.get(&stones).copied().unwrap_or((0, None));
        if let Some(rank) = exact {
            return (rank <= most).then_some(rank);
        }
        for rank in not_within + 1..=most {
            if self.is_answered(stones, rank) {
                self.known.insert(stones, (rank - 1, Some(rank)));
                return Some(rank);
            }
            self.known.insert(stones, (rank, None));
        }
        None
    }

    fn is_answered(&mut self, stones: Stones, rank: u32) -> bool {
        self.moves(stones).into_iter().all(|after| {
            let end = ending(self.board, after);
            match self.has(end.over) {
                true => self.has(end.other_wins),
                false => self.answer(after, rank).is_some(),
            }
        })
    }

    /// A move of the winner to the least rank below `rank`: the position after it,
    /// and its rank, 0 if the game is won.
    pub(crate) fn answer(&mut self, stones: Stones, rank: u32) -> Option<(Stones, u32)> {
        let mut going_on = Vec::new();
        for after in self.moves(stones) {
            let end = ending(self.board, after);
            match self.has(end.over) {
                true if self.has(end.mover_wins) => return Some((after, 0)),
                true => {}
                false => going_on.push(after),
            }
        }
        (1..rank).find_map(|least| {
            let found = going_on
                .iter()
                .find(|&&after| self.rank(after, least).is_some());
            found.map(|&after| (after, least))
        })
    }
}

impl Draft {
    /// A strategy from a position that the side to move wins, or loses if it is
    /// not `winner`'s turn, under one rules id.
    pub(crate) fn of(text: &str, winner: Color, ids: Ids) -> Draft {
        let (board, start, to_move) = position(text);
        let mut search = Search::new(&board, ids);
        let (mut plies, mut after, mut first_move) = (0, start, None);
        if winner == to_move {
            let (best, _) = search.answer(start, 30).unwrap();
            let mut moves = board.stone_moves(start);
            first_move = moves.find_map(|(played, after)| (after == best).then_some(played));
            (plies, after) = (1, best);
        }
        let mut ranks = BTreeMap::new();
        if search.has(ending(&board, after).over) {
            assert_eq!(plies, 1);
        } else {
            let rank = search.rank(after, 30).unwrap();
            plies += 2 * rank;
            let mut left = vec![after];
            while let Some(stones) = left.pop() {
                let rank = search.rank(stones, 30).unwrap();
                let key = board.canonical_key(stones);
                if rank == 1 || ranks.insert(key, rank as u16).is_some() {
                    continue;
                }
                for reply in search.moves(stones) {
                    if !search.has(ending(&board, reply).over) {
                        let (answer, left_rank) = search.answer(reply, rank).unwrap();
                        left.extend((left_rank > 0).then_some(answer));
                    }
                }
            }
        }
        Draft {
            ids,
            winner,
            to_move,
            first_move,
            start,
            plies,
            ranks,
            block: 16,
            board,
        }
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let stored: Vec<(u128, u16)> = self.ranks.iter().map(|(&key, &rank)| (key, rank)).collect();
        let blocks: Vec<&[(u128, u16)]> = stored.chunks(self.block as usize).collect();
        let mut begins = 128 + 32 * blocks.len() as u64;
        let (mut directory, mut packed) = (Vec::new(), Vec::new());
        for block in &blocks {
            let bytes = pack(block);
            directory.extend(block[0].0.to_le_bytes());
            directory.extend(begins.to_le_bytes());
            directory.extend(xxh3_64_with_seed(&bytes, begins).to_le_bytes());
            begins += bytes.len() as u64;
            packed.extend(bytes);
        }
        let mut header = Vec::from(*b"LOAPROOF");
        header.extend(1u32.to_le_bytes());
        header.extend(128u32.to_le_bytes());
        header.extend(self.ids.bits().to_le_bytes());
        header.extend([self.board.files() as u8, self.board.ranks() as u8]);
        header.extend([self.winner, self.to_move].map(|color| u8::from(color == Color::White)));
        header.extend(match self.first_move {
            Some(Move::Stone { from, to }) => [from as u8, to as u8],
            _ => [255, 255],
        });
        let black = match self.to_move {
            Color::Black => self.start,
            Color::White => self.start.turned(),
        };
        header.extend(black.us.to_le_bytes());
        header.extend(black.them.to_le_bytes());
        header.extend(self.plies.to_le_bytes());
        header.extend(self.block.to_le_bytes());
        header.extend((stored.len() as u64).to_le_bytes());
        header.extend((blocks.len() as u64).to_le_bytes());
        header.extend(begins.to_le_bytes());
        let mut digest = Xxh3::new();
        digest.update(&header[16..44]);
        for (key, rank) in &stored {
            digest.update(&key.to_le_bytes());
            digest.update(&rank.to_le_bytes());
        }
        header.extend(digest.digest128().to_le_bytes());
        header.extend([0; 24]);
        header.extend(xxh3_64(&directory).to_le_bytes());
        header.extend(xxh3_64(&header).to_le_bytes());
        [header, directory, packed].concat()
    }
}

/// A block with codes of fixed orders.
fn pack(block: &[(u128, u16)]) -> Vec<u8> {
    const ORDERS: (u8, u8) = (9, 1);
    let mut bits = Vec::new();
    let mut put = |number: u128, order: u8| {
        let number = number + (1 << order);
        let len = 128 - number.leading_zeros();
        bits.extend((0..len - 1 - u32::from(order)).map(|_| false));
        bits.extend((0..len).rev().map(|bit| number >> bit & 1 != 0));
    };
    for (at, &(key, rank)) in block.iter().enumerate() {
        if at > 0 {
            put(key - block[at - 1].0 - 1, ORDERS.0);
        }
        put(u128::from(rank) - 2, ORDERS.1);
    }
    let mut bytes = vec![ORDERS.0, ORDERS.1];
    for byte in bits.chunks(8) {
        let bit = |(at, &bit): (usize, &bool)| u8::from(bit) << (7 - at);
        bytes.push(byte.iter().enumerate().map(bit).sum());
    }
    bytes
}
