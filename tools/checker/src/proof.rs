//! Conclusions from a checked certificate.

use std::sync::Arc;

use crate::board::{Move, Stones};
use crate::certificate::{Certificate, Watch};
use crate::error::CheckError;
use crate::format::Claim;
use crate::game::{Game, GameStatus, Hints};
use crate::rules::{Ids, ending};
use crate::taken::Taken;
use crate::walk::{Walk, walk};

/// A checked certificate, for looking up positions.
#[derive(Clone, Debug)]
pub struct Proof {
    claim: Arc<Claim>,
    walk: Arc<Walk>,
    game: Arc<Game>,
    digest: u128,
}

/// A move of the winner and the bound that a certificate proves for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The move.
    pub played: Move,
    /// The stones after it, the loser to move.
    pub after: Stones,
    /// The winner wins within this number of plies, including this move.
    pub plies: u32,
}

/// Reads a certificate to its end. Follows every move of the loser and every move of the
/// certificate, on the threads of the current rayon pool.
///
/// # Errors
/// If the file cannot be read or is damaged, the proof fails anywhere, the certificate rests on
/// others, or `watch` stops the check.
pub fn check(certificate: &Certificate, watch: Watch<'_>) -> Result<Proof, CheckError> {
    certificate.expect_whole()?;
    Ok(Proof::new(certificate, walk(certificate, &[], watch)?))
}

/// A certificate whose moves were checked. It proves its claim only together with those that it rests
/// on: see [`check_all`](crate::check_all).
#[derive(Clone, Debug)]
pub struct Part {
    /// The certificate with its walk, which proves nothing by itself.
    pub(crate) proof: Proof,
    /// The turns that the certificate takes from others.
    pub(crate) taken: Vec<Taken>,
}

impl Part {
    /// Follows the moves of a certificate, as [`check`] does. It may rest on others.
    ///
    /// # Errors
    /// As for [`check`].
    pub fn check(certificate: &Certificate, watch: Watch<'_>) -> Result<Part, CheckError> {
        let taken = certificate.taken()?;
        let proof = Proof::new(certificate, walk(certificate, &taken, watch)?);
        Ok(Part { proof, taken })
    }
}

impl Proof {
    fn new(certificate: &Certificate, walk: Walk) -> Proof {
        let claim = certificate.claim();
        Proof {
            game: Arc::new(Game::new(&claim.board, claim.ids)),
            claim: Arc::new(claim.clone()),
            walk: Arc::new(walk),
            digest: certificate.digest(),
        }
    }

    /// Returns the claims of the certificate, which are proved.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Returns the game under the certificate's rules ids, and the walk.
    pub(crate) fn parts(&self) -> (&Game, &Walk) {
        (&self.game, &self.walk)
    }

    /// Returns the digest of the file.
    pub const fn digest(&self) -> u128 {
        self.digest
    }

    /// Returns the proof under these of its ids; it shares this proof's memory. `None` if `ids` is
    /// empty or contains an id that is not proved.
    pub fn under(&self, ids: Ids) -> Option<Proof> {
        let proved = !ids.is_empty() && ids.without(self.claim.ids).is_empty();
        proved.then(|| Proof { game: Arc::new(Game::new(&self.claim.board, ids)), ..self.clone() })
    }

    /// Returns the ids under which all moves must win.
    pub fn ids(&self) -> Ids {
        self.game.ids
    }

    /// Returns the number of plies within which the winner wins, the loser to move; `None` if the
    /// certificate proves nothing about the position under some of the ids.
    pub fn bound(&self, stones: Stones) -> Option<u32> {
        match self.game.status(stones, true) {
            GameStatus::Won => Some(0),
            GameStatus::Failed => None,
            GameStatus::Open => {
                let mut moves = self.game.moves(stones);
                let most = moves.try_fold(0, |most, (_, after)| Some(most.max(self.rank(after)?)));
                Some(2 + 2 * most?)
            }
        }
    }

    /// Returns the number of plies within which the winner wins, the winner to move; `None` as for
    /// [`Proof::bound`].
    pub fn bound_of_winner(&self, stones: Stones) -> Option<u32> {
        match self.game.status(stones, false) {
            GameStatus::Won => Some(0),
            GameStatus::Failed => None,
            GameStatus::Open => self.answer(stones).map(|answer| answer.plies),
        }
    }

    /// Returns the maximum number of the loser's turns that follow after the turn that led to a
    /// position; `None` if nothing is proved about it.
    fn rank(&self, stones: Stones) -> Option<u32> {
        match self.game.status(stones, false) {
            GameStatus::Won => return Some(0),
            GameStatus::Failed => return None,
            GameStatus::Open => {}
        }
        if self.game.wins_in_one(stones) {
            return Some(0);
        }
        let turn = self.game.board.canonical(stones);
        match self.walk.numbers.get(&turn) {
            Some(&number) => Some(self.walk.turns[number as usize].rank),
            None => self.game.wins_in_three(stones, &mut Hints::default()).then_some(1),
        }
    }

    /// Returns the winner's moves that are proved to win, the winner to move; none if the game is
    /// over under some of the ids.
    pub fn answers(&self, stones: Stones) -> Vec<WinningMove> {
        if !self.ids().and(ending(&self.game.board, stones).over).is_empty() {
            return Vec::new();
        }
        let answers = self.game.moves(stones).filter_map(|(played, after)| {
            let plies = self.bound(after)? + 1;
            Some(WinningMove { played, after, plies })
        });
        answers.collect()
    }

    /// Returns the winner's move with the least bound, the winner to move; `None` if no move is
    /// proved to win, or the game is over under some of the ids.
    pub fn answer(&self, stones: Stones) -> Option<WinningMove> {
        let answers = self.answers(stones).into_iter();
        answers.min_by_key(|answer| answer.plies)
    }

    /// Returns the positions after the moves of the certificate, and the start if the loser begins
    /// there and does not lose within two plies. They are canonical, with the loser to move,
    /// without duplicates, in the order of their keys, and come with their ranks.
    pub fn positions(&self) -> Vec<(Stones, u32)> {
        let board = &self.claim.board;
        let turns = self.walk.turns.iter();
        let mut positions: Vec<(Stones, u32)> =
            turns.map(|turn| (board.canonical(turn.after.turned()), turn.rank)).collect();
        if !self.claim.winner_begins() {
            let start = self.claim.start();
            let rank = self.bound(start).map_or(0, |plies| plies / 2);
            if rank > 1 {
                positions.push((board.canonical(start.turned()), rank));
            }
        }
        positions.sort_unstable_by(|(one, _), (other, _)| one.compare(other));
        positions.dedup_by_key(|(stones, _)| *stones);
        let positions = positions.into_iter();
        positions.map(|(stones, rank)| (stones.turned(), rank)).collect()
    }
}
