//! A strategy as the moves of a certificate, in the order of the walk that `PROOF.md`
//! describes.

use bitvec::order::Msb0;
use bitvec::vec::BitVec;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::game::{Node, SearchGame, UNBOUNDED};
use super::geometry::Step;
use super::goal::{ATTACKER, DEFENDER};
use super::key::stones_of;
use super::strategy::{ExtractError, Known};
use crate::game::bitboard::{Bitboard, members};

/// Turns followed together, on all threads.
const BATCH: usize = 1 << 12;

/// The moves of a certificate.
pub(super) struct Encoded {
    pub(super) moves: u64,
    /// The bits of the moves.
    pub(super) coded: Vec<u8>,
    /// The maximum number of plies to the win.
    pub(super) plies: u32,
}

/// A turn of the attacker that is not won within three plies.
struct EncodedTurn {
    /// The canonical key.
    key: u128,
    /// The rank of the position after the attacker's move.
    rank: u16,
}

/// A move of the attacker and what follows.
struct Followed {
    /// The move's place in the order of moves.
    number: u32,
    rank: u16,
    /// The canonical keys of the turns after all moves of the defender, except those that are won
    /// within three plies.
    turns: Vec<u128>,
}

/// Walks through a strategy.
struct Encoder<'a> {
    game: &'a SearchGame,
    known: &'a Known,
    turns: Vec<EncodedTurn>,
    numbers: FxHashMap<u128, u32>,
    /// The turns that follow each turn, one after another, and the end of each turn's part.
    next: Vec<u32>,
    ends: Vec<usize>,
    bits: BitVec<u8, Msb0>,
}

/// Encodes the strategy of the known positions, from a node. Fails with [`ExtractError::Lost`] if the
/// strategy lacks a position.
pub(super) fn encode(
    game: &SearchGame,
    known: &Known,
    root: &Node,
) -> Result<Encoded, ExtractError> {
    let mut encoder = Encoder {
        game,
        known,
        turns: Vec::new(),
        numbers: FxHashMap::default(),
        next: Vec::new(),
        ends: Vec::new(),
        bits: BitVec::new(),
    };
    let stones = root.stones;
    let begins = root.side == ATTACKER;
    let at_start = if !begins {
        let defences = game.defences(stones).ok_or(ExtractError::Lost)?;
        let height = if defences.is_empty() { 1 } else { 2 };
        for key in encoder.turns_after(stones, defences) {
            encoder.meet(key);
        }
        height
    } else if game.wins_in_one(stones) {
        0
    } else {
        let key = game.weights.canonical(&root.images);
        if known.turns.contains(&key) {
            encoder.meet(key);
        }
        1
    };
    let first = encoder.turns.len();
    encoder.walk()?;
    let heights = encoder.heights();
    let after_first = heights[..first].iter().map(|height| height + u32::from(!begins));
    let height = after_first.max().unwrap_or(0).max(at_start);
    encoder.bits.set_uninitialized(false);
    Ok(Encoded {
        moves: encoder.turns.len() as u64,
        coded: encoder.bits.into_vec(),
        plies: 2 * height + u32::from(begins),
    })
}

impl Encoder<'_> {
    /// Numbers a turn: with the next number if the turn is new.
    fn meet(&mut self, key: u128) -> u32 {
        let next = self.turns.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.turns.push(EncodedTurn { key, rank: 0 });
        }
        number
    }

    fn walk(&mut self) -> Result<(), ExtractError> {
        let mut done = 0;
        while done < self.turns.len() {
            let batch = &self.turns[done..self.turns.len().min(done + BATCH)];
            let this = &*self;
            let followed = batch.par_iter().map(|turn| this.answer(turn.key));
            for followed in followed.collect::<Vec<_>>() {
                let followed = followed?;
                put(&mut self.bits, followed.number);
                self.turns[done].rank = followed.rank;
                done += 1;
                for key in followed.turns {
                    let number = self.meet(key);
                    self.next.push(number);
                }
                self.ends.push(self.next.len());
            }
        }
        Ok(())
    }

    /// Returns the first move with the least rank in a turn.
    fn answer(&self, key: u128) -> Result<Followed, ExtractError> {
        let (defender, attacker) = stones_of(self.game.geometry.board, key);
        let node = self.game.node([attacker.0, defender.0], ATTACKER, UNBOUNDED);
        let children = self.game.children(&node);
        let scores: Vec<u32> = children.iter().map(|child| score(child.stones)).collect();
        let ranked =
            children.iter().zip(&scores).enumerate().filter_map(|(place, (child, score))| {
                let rank = *self.known.ranks.get(&self.game.weights.canonical(&child.images))?;
                Some((rank, score, place))
            });
        let (rank, least, place) = ranked.min().ok_or(ExtractError::Lost)?;
        // Moves with equal scores are in the order of their squares.
        let before = (0..).zip(&scores).filter(|&(at, score)| (score, at) < (least, place));
        let number = before.count() as u32;
        let stones = children[place].stones;
        let defences = self.game.defences(stones).ok_or(ExtractError::Lost)?;
        Ok(Followed { number, rank, turns: self.turns_after(stones, defences) })
    }

    /// Returns the canonical keys of the turns after moves of the defender, except those that are
    /// won within three plies.
    fn turns_after(&self, stones: [u64; 2], defences: Vec<Step>) -> Vec<u128> {
        let keys = defences.into_iter().map(|step| {
            let images = self.game.weights.images(self.game.after(stones, DEFENDER, step));
            self.game.weights.canonical(&images)
        });
        keys.filter(|key| self.known.turns.contains(key)).collect()
    }

    /// Returns for every turn the maximum number of the defender's moves that follow.
    fn heights(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.turns.len()).collect();
        order.sort_unstable_by_key(|&turn| self.turns[turn].rank);
        let mut heights = vec![2; self.turns.len()];
        for turn in order {
            let from = turn.checked_sub(1).map_or(0, |before| self.ends[before]);
            let next = self.next[from..self.ends[turn]].iter();
            let after = next.map(|&next| 1 + heights[next as usize]);
            heights[turn] = after.max().unwrap_or(2);
        }
        heights
    }
}

/// Returns the score that orders the attacker's moves, after one of them.
fn score([attacker, defender]: [u64; 2]) -> u32 {
    let (mut files, mut ranks, mut squares) = (0, 0, 0);
    for square in members(attacker) {
        let (file, rank) = (square % 8, square / 8);
        (files, ranks) = (files + file, ranks + rank);
        squares += file * file + rank * rank;
    }
    let groups = Bitboard(attacker).groups().count() as u32;
    let stones = attacker.count_ones();
    stones * (squares + 4 * groups + 2 * defender.count_ones()) - files * files - ranks * ranks
}

/// Writes a number: half of it as zeros, a one, and the last bit.
fn put(bits: &mut BitVec<u8, Msb0>, number: u32) {
    bits.resize(bits.len() + number as usize / 2, false);
    bits.push(true);
    bits.push(number & 1 != 0);
}
