//! A check of a certificate by the ordinary rules.
//!
//! The check uses nothing of the search but its keys. It is not the independent
//! checker, which is a crate of its own and faster.

use rayon::prelude::*;

use super::certificate::Certificate;
use super::look::{Look, first, moves};
use crate::game::position::Position;
use crate::game::rules::Rules;

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

impl Certificate {
    /// Checks by the rules of this crate that the certificate is valid as `PROOF.md`
    /// defines.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn check(&self) -> Result<(), Fault> {
        let look = Look::new(self, self.rules.bits());
        self.check_start(&look)?;
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

    fn check_start(&self, look: &Look) -> Result<(), Fault> {
        let (start, ids) = (&self.start, self.rules.bits());
        let fault = |failed: u16| match first(failed) {
            None => Ok(()),
            Some(rules) => Err(Fault::Start {
                plies: self.plies,
                rules,
            }),
        };
        let over = look.over(start);
        fault(ids & (over.won | over.not_won))?;
        let Some(first_move) = self.first_move else {
            let rank = (self.plies / 2) as u16;
            return fault(ids & !look.has_rank_to(start, rank, ids));
        };
        if !moves(start).contains(&first_move) {
            return fault(ids);
        }
        let next = start.play_unchecked(first_move);
        let over = look.over(&next);
        let rank = (self.plies.saturating_sub(1) / 2) as u16;
        let open = ids & !over.won & !over.not_won;
        fault(ids & !over.won & !look.has_rank_to(&next, rank, open))
    }
}
