//! The check of a certificate, position by position.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::certificate::Certificate;
use crate::format::{ReadError, Stored};
use crate::proof::Proof;
use crate::rules::{Ids, ending};
use crate::{Color, Stones};

/// Why a certificate proves nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The file cannot be read or is damaged.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The stored positions are not those that the digest is of.
    #[error("the digest in the header is not that of the stored positions")]
    Digest,
    /// The proof has a hole.
    #[error("under {ids}: {position}: {fault}")]
    Invalid {
        /// The rules ids under which the proof fails.
        ids: Ids,
        /// The position at fault, as text.
        position: String,
        /// The failure.
        fault: Fault,
    },
    /// The watch has stopped the check.
    #[error("interrupted after {checked} positions")]
    Interrupted {
        /// Positions checked until then, all without a fault.
        checked: u64,
    },
}

/// A hole in a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A position is terminal, and the winner has not won it.
    #[error("the game is over there, and the winner has not won")]
    NotWon,
    /// A move of the loser has no answer.
    #[error("{reply} has no answer: no win at once, and no move to a rank below {rank}")]
    NoAnswer {
        /// The loser's move.
        reply: String,
        /// The rank of the position.
        rank: u32,
    },
    /// The game is over at the start.
    #[error("the game is over at the start")]
    Over,
    /// The winner's first move is not legal.
    #[error("the first move {0} is not legal")]
    FirstMove(String),
    /// The start, or the position after the first move, has no rank.
    #[error("the position is not stored, and {reply} has no win at once for an answer")]
    NotStored {
        /// A move of the loser.
        reply: String,
    },
    /// The win may take longer than the header states.
    #[error("the win may take {needed} plies, and the header states {stated}")]
    TooLong {
        /// The bound that follows from the ranks.
        needed: u32,
        /// The bound in the header.
        stated: u32,
    },
}

/// Watches a check and may stop it.
pub trait Watch: Sync {
    /// Receives the number of stored positions that have been checked.
    fn checked(&self, _positions: u64) {}

    /// Returns whether to stop.
    fn interrupted(&self) -> bool {
        false
    }
}

impl Watch for () {}

/// Checks every stored position, the start, the bound and the digest, on the
/// threads of the current rayon pool.
///
/// # Errors
/// When the file cannot be read or is damaged, the proof fails anywhere, or
/// `watch` stops the check. Of several holes the one in the lowest block is
/// reported.
pub fn check(certificate: &Certificate, watch: &dyn Watch) -> Result<(), CheckError> {
    let proof = Proof::new(certificate);
    let checked = AtomicU64::new(0);
    let blocks = (0..certificate.blocks()).into_par_iter();
    let failed = blocks.find_map_first(|number| {
        let block = match certificate.block(number) {
            _ if watch.interrupted() => {
                let checked = checked.load(Relaxed);
                return Some(CheckError::Interrupted { checked });
            }
            Ok(block) => block,
            Err(error) => return Some(error.into()),
        };
        let faults = block.iter().map(|stored| check_stored(&proof, stored));
        let failed = faults.filter_map(Result::err).next();
        if failed.is_none() {
            let positions = block.len() as u64;
            watch.checked(checked.fetch_add(positions, Relaxed) + positions);
        }
        failed
    });
    failed.map_or(Ok(()), Err)?;
    check_start(&proof)?;
    match certificate.has_its_digest()? {
        true => Ok(()),
        false => Err(CheckError::Digest),
    }
}

fn invalid(
    proof: &Proof<'_>,
    stones: Stones,
    to_move: Color,
    ids: Ids,
    fault: Fault,
) -> CheckError {
    let position = proof.board.position_text(stones, to_move);
    CheckError::Invalid {
        ids,
        position,
        fault,
    }
}

/// Checks that a stored position is answered within its rank under every id.
fn check_stored(proof: &Proof<'_>, stored: &Stored) -> Result<(), CheckError> {
    let stones = stored.stones;
    let fails = |ids, fault| Err(invalid(proof, stones, proof.loser(), ids, fault));
    let ending = ending(proof.board, stones);
    let not_won = proof.ids.and(ending.over).without(ending.mover_wins);
    if !not_won.is_empty() {
        return fails(not_won, Fault::NotWon);
    }
    let rank = u32::from(stored.rank);
    match proof.unanswered(stones, proof.ids.without(ending.over), rank)? {
        None => Ok(()),
        Some((ids, reply)) => {
            let reply = proof.board.move_text(stones, reply);
            fails(ids, Fault::NoAnswer { reply, rank })
        }
    }
}

/// Checks the start and the bound.
fn check_start(proof: &Proof<'_>) -> Result<(), CheckError> {
    let claim = proof.certificate.claim();
    let (start, mut ids) = (claim.start(), proof.ids);
    let fails = |ids, fault| Err(invalid(proof, start, claim.to_move, ids, fault));
    let over = ids.and(ending(proof.board, start).over);
    if !over.is_empty() {
        return fails(over, Fault::Over);
    }
    let (mut after, mut needed) = (start, 0);
    if let Some(first) = claim.first_move {
        let Some(played) = proof.moves(start).find(|&(legal, _)| legal == first) else {
            let text = proof.board.move_text(start, first);
            return fails(ids, Fault::FirstMove(text));
        };
        (after, needed) = (played.1, 1);
        let ending = ending(proof.board, after);
        let not_won = ids.and(ending.over).without(ending.mover_wins);
        if !not_won.is_empty() {
            return fails(not_won, Fault::NotWon);
        }
        ids = ids.without(ending.over);
    }
    if let Some((ids, reply)) = proof.unanswered(after, ids, 1)? {
        let Some(rank) = proof.stored_rank(after)? else {
            let reply = proof.board.move_text(after, reply);
            return fails(ids, Fault::NotStored { reply });
        };
        needed += 2 * rank;
    } else if !ids.is_empty() {
        needed += 2;
    }
    let stated = claim.plies;
    match needed > stated {
        true => fails(ids, Fault::TooLong { needed, stated }),
        false => Ok(()),
    }
}
