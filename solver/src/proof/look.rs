//! A certificate as its positions are looked up by the ordinary rules.
//!
//! Nothing of the search is used but its keys.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::certificate::Certificate;
use super::goal::{ATTACKER, DEFENDER};
use super::key::{Weights, canonical};
use super::strategy::Mixed;
use crate::game::moves::Move;
use crate::game::position::{Color, Position};
use crate::game::rules::{NoMove, Rules};
use crate::game::value::Value;

/// The ids under which a position is terminal.
#[derive(Clone, Copy, Default)]
pub(super) struct Over {
    pub(super) won: u16,
    pub(super) not_won: u16,
}

/// The stored positions of a certificate, under some rules ids.
pub(super) struct Look {
    /// The ids, a bit each.
    ids: u16,
    winner: Color,
    weights: Arc<Weights<u128>>,
    ranks: Arc<HashMap<u128, u16, BuildHasherDefault<Mixed>>>,
}

impl Look {
    /// Returns the positions of a certificate under `ids`, which the certificate claims.
    pub(super) fn new(certificate: &Certificate, ids: u16) -> Look {
        let ranks = certificate.positions.iter();
        Look {
            ids,
            winner: certificate.winner,
            weights: Arc::new(Weights::new(certificate.start.board())),
            ranks: Arc::new(ranks.map(|stored| (stored.key, stored.rank)).collect()),
        }
    }

    /// Returns the same positions under other ids that the certificate claims.
    pub(super) fn under(&self, ids: u16) -> Look {
        Look {
            ids,
            winner: self.winner,
            weights: Arc::clone(&self.weights),
            ranks: Arc::clone(&self.ranks),
        }
    }

    /// Returns the ids under which a position with the loser to move has a rank of at
    /// most `rank`.
    pub(super) fn has_rank_to(&self, position: &Position, rank: u16, ids: u16) -> u16 {
        if self.stored(position).is_some_and(|stored| stored <= rank) {
            return ids;
        }
        if rank == 0 {
            0
        } else {
            self.answered(position, 1, ids)
        }
    }

    pub(super) fn stored(&self, position: &Position) -> Option<u16> {
        let mut stones = [0; 2];
        stones[ATTACKER] = position.them().0;
        stones[DEFENDER] = position.us().0;
        let key = canonical(&self.weights.images(stones));
        self.ranks.get(&key).copied()
    }

    /// Returns the ids under which a position with the loser to move is terminal.
    pub(super) fn over(&self, position: &Position) -> Over {
        let (us, them) = (position.us().is_connected(), position.them().is_connected());
        let winner_moves = position.turn() == self.winner;
        let mut over = Over::default();
        let mut can_move = None;
        for (bit, rules) in numbered(self.ids) {
            let value = rules.connected_value(us, them).or_else(|| {
                if *can_move.get_or_insert_with(|| position.has_stone_move()) {
                    return None;
                }
                match rules.no_move() {
                    NoMove::Loss => Some(Value::Loss(0)),
                    NoMove::Draw => Some(Value::Draw),
                    NoMove::Pass if position.passed().has_stone_move() => None,
                    NoMove::Pass => Some(Value::Draw),
                }
            });
            match (value, winner_moves) {
                (None, _) => {}
                (Some(Value::Win(_)), true) | (Some(Value::Loss(_)), false) => over.won |= bit,
                _ => over.not_won |= bit,
            }
        }
        over
    }

    /// Returns those of `ids` under which a position that is not terminal is answered
    /// within `rank`.
    pub(super) fn answered(&self, position: &Position, rank: u16, ids: u16) -> u16 {
        let mut held = ids;
        for reply in moves(position) {
            if held == 0 {
                return 0;
            }
            let next = position.play_unchecked(reply);
            let over = self.over(&next);
            let open = held & !over.won & !over.not_won;
            held &= over.won | self.has_answer(&next, rank, open);
        }
        held
    }

    /// Returns those of `ids` under which the winner has a move to a smaller rank.
    fn has_answer(&self, position: &Position, rank: u16, ids: u16) -> u16 {
        if ids == 0 {
            return 0;
        }
        let (mut held, mut later) = (0, Vec::new());
        for answer in moves(position) {
            let next = position.play_unchecked(answer);
            let over = self.over(&next);
            held |= ids & over.won;
            let open = ids & !over.won & !over.not_won;
            if rank > 1 && open & !held != 0 {
                if self.stored(&next).is_some_and(|stored| stored < rank) {
                    held |= open;
                } else {
                    later.push((next, open));
                }
            }
            if held == ids {
                return held;
            }
        }
        for (next, open) in later {
            held |= self.answered(&next, 1, open & !held);
        }
        held
    }
}

/// Returns the legal moves: a pass only if no stone can move.
pub(super) fn moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.stone_moves().collect();
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    moves
}

fn numbered(ids: u16) -> impl Iterator<Item = (u16, Rules)> {
    let numbered = Rules::all()
        .enumerate()
        .map(|(place, rules)| (1 << place, rules));
    numbered.filter(move |(bit, _)| ids & bit != 0)
}

pub(super) fn first(ids: u16) -> Option<Rules> {
    numbered(ids).next().map(|(_, rules)| rules)
}
