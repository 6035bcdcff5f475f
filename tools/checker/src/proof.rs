//! Conclusions from the stored positions of a certificate.

use crate::board::{Board, Color, Move, Stones};
use crate::certificate::Certificate;
use crate::format::ReadError;
use crate::rules::{Ids, ending};

/// A certificate as its positions are looked up.
#[derive(Debug)]
pub struct Proof<'a> {
    pub(crate) certificate: &'a Certificate,
    pub(crate) board: &'a Board,
    pub(crate) ids: Ids,
}

/// A move of the winner and the bound that a certificate proves for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub played: Move,
    /// The stones after it, the loser to move.
    pub after: Stones,
    /// The winner has won after so many plies at the latest, this move counted.
    pub plies: u32,
}

impl<'a> Proof<'a> {
    /// The proof in a certificate, under all its ids at once.
    pub fn new(certificate: &'a Certificate) -> Proof<'a> {
        Proof::under(certificate, certificate.claim().ids)
    }

    /// The proof in a certificate, under those of `ids` that it claims.
    pub fn under(certificate: &'a Certificate, ids: Ids) -> Proof<'a> {
        let claim = certificate.claim();
        Proof {
            certificate,
            board: &claim.board,
            ids: claim.ids.and(ids),
        }
    }

    /// The ids under which all moves must win.
    pub const fn ids(&self) -> Ids {
        self.ids
    }

    /// The player who is to lose.
    pub fn loser(&self) -> Color {
        self.certificate.claim().winner.other()
    }

    /// All legal moves of a position in which the game goes on, with the stones
    /// afterwards: the other player is to move then.
    pub fn moves(&self, stones: Stones) -> impl Iterator<Item = (Move, Stones)> + '_ {
        let blocked = !self.board.can_move(stones);
        let pass = blocked.then(|| (Move::Pass, stones.turned()));
        self.board.stone_moves(stones).chain(pass)
    }

    /// The rank stored with a position, the loser to move.
    pub(crate) fn stored_rank(&self, stones: Stones) -> Result<Option<u32>, ReadError> {
        let stored = self.certificate.rank(self.board.canonical_key(stones))?;
        Ok(stored.map(u32::from))
    }

    /// Returns the plies after which the winner has won at the latest, the loser
    /// to move; `None` if the certificate proves nothing of the position under
    /// some of the ids.
    ///
    /// # Errors
    /// When a block of the certificate cannot be read or is damaged, or a move of the loser
    /// has no answer of a rank below that of the position.
    pub fn bound(&self, stones: Stones) -> Result<Option<u32>, ReadError> {
        let ending = ending(self.board, stones);
        if !self
            .ids
            .and(ending.over)
            .without(ending.mover_wins)
            .is_empty()
        {
            return Ok(None);
        }
        let ids = self.ids.without(ending.over);
        if ids.is_empty() {
            return Ok(Some(0));
        }
        if self.unanswered(stones, ids, 1)?.is_none() {
            return Ok(Some(2));
        }
        let Some(rank) = self.stored_rank(stones)? else {
            return Ok(None);
        };
        match self.unanswered(stones, ids, rank)? {
            None => Ok(Some(2 * rank)),
            Some((_, reply)) => Err(ReadError::Unanswered {
                position: self.board.position_text(stones, self.loser()),
                reply: self.board.move_text(stones, reply),
                rank,
            }),
        }
    }

    /// Returns the winner's move with the least bound, the winner to move; `None`
    /// if no one move is proved to win under all the ids.
    ///
    /// # Errors
    /// As for [`Proof::bound`].
    pub fn answer(&self, stones: Stones) -> Result<Option<Answer>, ReadError> {
        let mut best: Option<Answer> = None;
        for (played, after) in self.moves(stones) {
            let Some(bound) = self.bound(after)? else {
                continue;
            };
            let plies = bound + 1;
            if best.is_none_or(|best| plies < best.plies) {
                best = Some(Answer {
                    played,
                    after,
                    plies,
                });
            }
        }
        Ok(best)
    }

    /// Returns a move of the loser without an answer among positions of a rank
    /// below `rank`, and the ids under which it has none; `None` if every move
    /// has one under all of `ids`. The game must go on under all of them.
    pub(crate) fn unanswered(
        &self,
        stones: Stones,
        ids: Ids,
        rank: u32,
    ) -> Result<Option<(Ids, Move)>, ReadError> {
        if ids.is_empty() {
            return Ok(None);
        }
        for (reply, after) in self.moves(stones) {
            let ending = ending(self.board, after);
            let not_won = ids.and(ending.over).without(ending.other_wins);
            let unanswered = self.without_answer(after, ids.without(ending.over), rank)?;
            let failed = not_won.or(unanswered);
            if !failed.is_empty() {
                return Ok(Some((failed, reply)));
            }
        }
        Ok(None)
    }

    /// Returns the ids, out of `ids`, under which the winner, to move, has neither
    /// a win at once nor a move to a position of a rank below `rank`.
    fn without_answer(&self, stones: Stones, ids: Ids, rank: u32) -> Result<Ids, ReadError> {
        let mut left = ids;
        let mut going_on = Vec::new();
        for (_, after) in self.moves(stones) {
            if left.is_empty() {
                return Ok(left);
            }
            let ending = ending(self.board, after);
            left = left.without(ending.mover_wins);
            going_on.push((after, ending.over));
        }
        if rank == 1 {
            return Ok(left);
        }
        for &(after, over) in &going_on {
            if left.is_empty() {
                return Ok(left);
            }
            if self.stored_rank(after)?.is_some_and(|stored| stored < rank) {
                left = left.and(over);
            }
        }
        for &(after, over) in &going_on {
            let answered = self.answered_at_once(after, left.without(over))?;
            left = left.without(answered);
        }
        Ok(left)
    }

    /// Returns the ids, out of `ids`, under which a position has rank 1.
    fn answered_at_once(&self, stones: Stones, ids: Ids) -> Result<Ids, ReadError> {
        let mut left = ids;
        while let Some((failed, _)) = self.unanswered(stones, left, 1)? {
            left = left.without(failed);
        }
        Ok(left)
    }
}
