//! A proof as several certificates that rest on each other.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroUsize;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use crate::board::{Color, Stones, of_colors};
use crate::format::{ALONE, Claim, DIGEST_AT, DIGEST_BYTES, HEADER_BYTES, PART, TAKEN_BYTES};
use crate::proof::Proof;
use crate::taken::{Taken, plies_of_rank};
use crate::walk::{Turn, follow};

/// A proof has too many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the proof has more than 65,535 parts of {most} moves")]
pub struct SplitError {
    /// The maximum number of moves in a part.
    pub most: usize,
}

/// The moves of a proof and what they lead to, by the numbers of the turns.
struct Moves<'a> {
    turns: &'a [Turn],
    /// The place of each move in the order of moves, and the turns after the replies to it.
    steps: Vec<(u32, Vec<u32>)>,
    /// The part that each turn belongs to; `None` before it has one.
    parts: Vec<Option<u16>>,
    /// The first turns of all parts except the last one.
    roots: Vec<u32>,
    /// The maximum number of turns in a part.
    most: usize,
}

impl Moves<'_> {
    /// Gives each turn a part, which leads only to the parts before it. The last one begins with the
    /// turns `first`.
    fn divide(&mut self, first: &[u32]) -> Result<(), SplitError> {
        let mut order: Vec<u32> = (0..self.turns.len() as u32).collect();
        order.sort_by_key(|&turn| self.turns[turn as usize].rank);
        // Estimates of what turns lead to: each turn counts for the first one that leads to it.
        let mut sizes = vec![0; order.len()];
        let is_large = self.turns.len() > self.most;
        // Every turn comes after those that it leads to.
        for turn in order {
            let next = self.open(&self.steps[turn as usize].1);
            let below: usize = next.map(|next| std::mem::take(&mut sizes[next as usize])).sum();
            sizes[turn as usize] = 1 + below;
            if is_large && below >= self.most / 2 && first != [turn] {
                self.limit(&[turn])?;
                let reached = self.reached(&[turn]);
                sizes[turn as usize] = reached.len();
                if reached.len() > self.most / 2 {
                    self.add_part(turn, &reached)?;
                }
            }
        }
        self.limit(first)?;
        let last = Some(self.roots.len() as u16);
        self.parts.iter_mut().for_each(|part| *part = part.or(last));
        Ok(())
    }

    /// Makes parts until these turns lead to no more turns than a part can have.
    fn limit(&mut self, turns: &[u32]) -> Result<(), SplitError> {
        while self.reached(turns).len() > self.most {
            let Some((turn, reached)) = self.largest(turns) else { break };
            self.add_part(turn, &reached)?;
        }
        Ok(())
    }

    /// Returns a turn below these that leads to no more turns than a part can have, and those turns.
    /// The way to it is always by the turn that leads to the most.
    fn largest<'a>(&'a self, mut turns: &'a [u32]) -> Option<(u32, Vec<u32>)> {
        loop {
            let reached = self.open(turns).map(|turn| (turn, self.reached(&[turn])));
            let (turn, reached) = reached.max_by_key(|(_, reached)| reached.len())?;
            if reached.len() <= self.most {
                return Some((turn, reached));
            }
            turns = &self.steps[turn as usize].1;
        }
    }

    /// Returns the turns without a part among these.
    fn open(&self, turns: &[u32]) -> impl Iterator<Item = u32> {
        turns.iter().copied().filter(|&turn| self.parts[turn as usize].is_none())
    }

    /// Returns these turns and those that they lead to, if they have no part. If that is more than a
    /// part can have, some are missing.
    fn reached(&self, from: &[u32]) -> Vec<u32> {
        let (mut reached, mut seen, mut at) = (Vec::new(), HashSet::new(), 0);
        reached.extend(self.open(from).filter(|&turn| seen.insert(turn)));
        while let Some(&turn) = reached.get(at).filter(|_| reached.len() <= self.most) {
            let next = self.open(&self.steps[turn as usize].1);
            reached.extend(next.filter(|&turn| seen.insert(turn)));
            at += 1;
        }
        reached
    }

    fn add_part(&mut self, root: u32, turns: &[u32]) -> Result<(), SplitError> {
        let error = SplitError { most: self.most };
        let part = u16::try_from(self.roots.len() + 1).map_err(|_| error)? - 1;
        turns.iter().for_each(|&turn| self.parts[turn as usize] = Some(part));
        self.roots.push(root);
        Ok(())
    }

    /// Returns the bytes of a part, in which the walk first meets these turns. `digests` are those of
    /// the parts before it.
    fn encode(&self, claim: &Claim, part: u16, first: &[u32], digests: &[u128]) -> Vec<u8> {
        let (mut bits, mut taken, mut order) = (Bits::default(), BTreeSet::new(), Vec::new());
        let (mut is_met, mut at) = (vec![false; self.turns.len()], 0);
        let mut meet = |order: &mut Vec<u32>, turn: u32| {
            if self.parts[turn as usize] != Some(part) {
                taken.insert(turn);
            } else if !std::mem::replace(&mut is_met[turn as usize], true) {
                order.push(turn);
            }
        };
        first.iter().for_each(|&turn| meet(&mut order, turn));
        while let Some(&turn) = order.get(at) {
            let (place, next) = &self.steps[turn as usize];
            bits.put(*place);
            next.iter().for_each(|&turn| meet(&mut order, turn));
            at += 1;
        }
        let owners: BTreeSet<u16> =
            taken.iter().filter_map(|&turn| self.parts[turn as usize]).collect();
        let owners: Vec<u16> = owners.into_iter().collect();
        let taken = taken.into_iter().map(|turn| {
            let Turn { stones, rank, .. } = self.turns[turn as usize];
            let owner = self.parts[turn as usize];
            let from = owners.iter().position(|&part| Some(part) == owner).unwrap_or_default();
            Taken { stones, rank, from }
        });
        let mut taken: Vec<Taken> = taken.collect();
        taken.sort_unstable_by(|one, other| one.stones.compare(&other.stones));
        let digests: Vec<u128> = owners.iter().map(|&part| digests[usize::from(part)]).collect();
        let claim = Claim { moves: order.len() as u64, ..claim.clone() };
        file(&claim, &digests, &taken, &bits.bytes)
    }
}

/// The numbers of moves as bits.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn push(&mut self, bit: u32) {
        if self.count.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= (bit as u8) << (7 - self.count % 8);
        }
        self.count += 1;
    }

    fn put(&mut self, number: u32) {
        (0..number / 2).for_each(|_| self.push(0));
        self.push(1);
        self.push(number % 2);
    }
}

/// Returns the bytes of a certificate with these parts.
fn file(claim: &Claim, digests: &[u128], taken: &[Taken], moves: &[u8]) -> Vec<u8> {
    let number = |color: Color| u8::from(color == Color::White);
    let version = if taken.is_empty() { ALONE } else { PART };
    let header =
        HEADER_BYTES + DIGEST_BYTES * digests.len() as u64 + TAKEN_BYTES * taken.len() as u64;
    let mut bytes = b"LOAPROOF".to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend((header as u32).to_le_bytes());
    bytes.extend(claim.ids.bits().to_le_bytes());
    bytes.extend([claim.board.files() as u8, claim.board.ranks() as u8]);
    bytes.extend([number(claim.winner), number(claim.to_move)]);
    bytes.extend((digests.len() as u16).to_le_bytes());
    bytes.extend(claim.black.to_le_bytes());
    bytes.extend(claim.white.to_le_bytes());
    bytes.extend(claim.plies.to_le_bytes());
    bytes.extend((taken.len() as u32).to_le_bytes());
    bytes.extend(claim.moves.to_le_bytes());
    bytes.extend((header + moves.len() as u64).to_le_bytes());
    let mut rest = Vec::new();
    digests.iter().for_each(|digest| rest.extend(digest.to_le_bytes()));
    taken.iter().for_each(|taken| taken.encode(&mut rest));
    rest.extend(moves);
    debug_assert_eq!(bytes.len(), DIGEST_AT);
    let digest = xxh3_128(&[&*bytes, &*rest].concat());
    [&*bytes, &digest.to_le_bytes(), &*rest].concat()
}

impl Proof {
    /// Returns the proof as certificates of up to `most` moves. Each rests only on those before it,
    /// and the last one has the claim of this proof.
    ///
    /// # Errors
    /// If that gives more certificates than one can rest on.
    pub fn split(&self, most: NonZeroUsize) -> Result<Vec<Vec<u8>>, SplitError> {
        let (game, walk) = self.parts();
        let step = |turn: &Turn| {
            let moves = game.ordered_moves(turn.stones);
            let place = moves.iter().position(|&(_, after)| after == turn.after);
            let replies =
                follow(game, turn.after).map_or_else(|_| Vec::new(), |replies| replies.turns);
            let next = replies.iter().filter_map(|turn| walk.numbers.get(turn).copied());
            (place.unwrap_or_default() as u32, next.collect())
        };
        let steps = walk.turns.par_iter().map(step).collect();
        let turns = &*walk.turns;
        let (parts, most) = (vec![None; turns.len()], most.get());
        let mut moves = Moves { turns, steps, parts, roots: Vec::new(), most };
        let first = self.first_turns();
        moves.divide(&first)?;
        let claim = self.claim();
        let (mut parts, mut digests) = (Vec::new(), Vec::new());
        let mut add = |claim: &Claim, part: usize, first: &[u32]| {
            let bytes = moves.encode(claim, part as u16, first, &digests);
            let digest = bytes[DIGEST_AT..HEADER_BYTES as usize].try_into();
            digests.push(digest.map_or(0, u128::from_le_bytes));
            parts.push(bytes);
        };
        for (part, &root) in moves.roots.iter().enumerate() {
            let Turn { stones, rank, .. } = turns[root as usize];
            add(&claim_of(claim, stones, rank), part, &[root]);
        }
        add(claim, moves.roots.len(), &first);
        Ok(parts)
    }

    /// Returns the turns that the walk meets at the start.
    fn first_turns(&self) -> Vec<u32> {
        let (game, walk) = self.parts();
        let claim = self.claim();
        let numbers = |turns: Vec<Stones>| {
            turns.iter().filter_map(|turn| walk.numbers.get(turn).copied()).collect()
        };
        match claim.winner_begins() {
            true => numbers(vec![game.board.canonical(claim.start())]),
            false => numbers(
                follow(game, claim.start()).map_or_else(|_| Vec::new(), |replies| replies.turns),
            ),
        }
    }
}

/// Returns the claim about a turn of this rank.
fn claim_of(claim: &Claim, turn: Stones, rank: u32) -> Claim {
    let (black, white) = of_colors(claim.winner, turn);
    let (to_move, plies) = (claim.winner, plies_of_rank(rank));
    Claim { to_move, black, white, plies, ..claim.clone() }
}
