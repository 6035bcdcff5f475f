//! A check of a certificate by the ordinary rules, before the certificate is written.
//!
//! The check uses nothing of the search but its keys. It is not the independent
//! checker; it finds mistakes of the search while the search's table still exists.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rayon::prelude::*;

use super::certificate::Certificate;
use super::goal::{ATTACKER, DEFENDER};
use super::key::{Weights, canonical};
use super::strategy::Mixed;
use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::rules::{NoMove, Rules};
use crate::game::value::Value;

/// A position at which a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A stored position with a reply to which no answer of a smaller rank exists.
    #[error("{position} of rank {rank} is not answered under {rules}")]
    Unanswered {
        /// The position, the loser to move.
        position: Position,
        /// Its rank.
        rank: u16,
        /// A rules id under which the position is not answered.
        rules: Rules,
    },
    /// A start that is not won as claimed.
    #[error("the start is not won in {plies} plies under {rules}")]
    Start {
        /// The claimed bound.
        plies: u32,
        /// A rules id under which the start is not won.
        rules: Rules,
    },
}

/// The ids under which a position is terminal.
#[derive(Clone, Copy, Default)]
struct Over {
    won: u16,
    not_won: u16,
}

struct Look<'a> {
    certificate: &'a Certificate,
    weights: Weights<u128>,
    ranks: HashMap<u128, u16, BuildHasherDefault<Mixed>>,
}

impl Certificate {
    /// Checks by the rules of this crate that the certificate is valid as `PROOF.md`
    /// defines.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn check(&self) -> Result<(), Fault> {
        let ranks = self.positions.iter().map(|s| (s.key, s.rank)).collect();
        let look = Look {
            certificate: self,
            weights: Weights::new(self.start.board()),
            ranks,
        };
        look.start()?;
        let entries: Vec<(Position, u16)> = self.iter().collect();
        entries.par_iter().try_for_each(|(position, rank)| {
            let over = look.over(position);
            let ids = self.rules.bits() & !over.won;
            let held = look.answered(position, *rank, ids & !over.not_won);
            match first(ids & !held) {
                None => Ok(()),
                Some(rules) => Err(Fault::Unanswered {
                    position: *position,
                    rank: *rank,
                    rules,
                }),
            }
        })
    }
}

impl Look<'_> {
    fn start(&self) -> Result<(), Fault> {
        let certificate = self.certificate;
        let (start, ids) = (&certificate.start, certificate.rules.bits());
        let fault = |failed: u16| match first(failed) {
            None => Ok(()),
            Some(rules) => Err(Fault::Start {
                plies: certificate.plies,
                rules,
            }),
        };
        let over = self.over(start);
        fault(ids & (over.won | over.not_won))?;
        let Some(first_move) = certificate.first_move else {
            let rank = (certificate.plies / 2) as u16;
            return fault(ids & !self.has_rank_to(start, rank, ids));
        };
        if !moves(start).contains(&first_move) {
            return fault(ids);
        }
        let next = start.play_unchecked(first_move);
        let over = self.over(&next);
        let rank = (certificate.plies.saturating_sub(1) / 2) as u16;
        let open = ids & !over.won & !over.not_won;
        fault(ids & !over.won & !self.has_rank_to(&next, rank, open))
    }

    /// Returns the ids under which a position with the loser to move has a rank of at
    /// most `rank`.
    fn has_rank_to(&self, position: &Position, rank: u16, ids: u16) -> u16 {
        if self.stored(position).is_some_and(|stored| stored <= rank) {
            return ids;
        }
        if rank == 0 {
            0
        } else {
            self.answered(position, 1, ids)
        }
    }

    fn stored(&self, position: &Position) -> Option<u16> {
        let mut stones = [0; 2];
        stones[ATTACKER] = position.them().0;
        stones[DEFENDER] = position.us().0;
        let key = canonical(&self.weights.images(stones));
        self.ranks.get(&key).copied()
    }

    /// Returns the ids under which a position with the loser to move is terminal.
    fn over(&self, position: &Position) -> Over {
        let (us, them) = (position.us().is_connected(), position.them().is_connected());
        let winner_moves = position.turn() == self.certificate.winner;
        let mut over = Over::default();
        let mut can_move = None;
        for (bit, rules) in numbered(self.certificate.rules.bits()) {
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
    fn answered(&self, position: &Position, rank: u16, ids: u16) -> u16 {
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
fn moves(position: &Position) -> Vec<Move> {
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

fn first(ids: u16) -> Option<Rules> {
    numbered(ids).next().map(|(_, rules)| rules)
}
