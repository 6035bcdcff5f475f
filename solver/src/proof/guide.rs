//! The winner's moves, from a certificate alone.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::certificate::Certificate;
use super::check::Fault;
use super::goal::RuleSet;
use super::look::{Look, first, moves};
use crate::game::moves::Move;
use crate::game::position::{Color, Position};

/// The winner's moves as a certificate proves them.
///
/// A certificate stores positions and no moves. The guide finds the moves that lead to
/// stored positions, or to those that are lost within two plies. Bounds fall along every
/// line in which the winner moves by the guide of a valid certificate.
///
/// # Examples
/// ```
/// use loa_solver::proof::{Guide, Prover, Question, RuleSet, Verdict};
/// use loa_solver::{Color, Rules};
///
/// let start = "4x4".parse::<loa_solver::Board>()?.start();
/// let rules = RuleSet::one(Rules::default());
/// let mut prover = Prover::new(Question::new(start, rules, Color::Black), 1 << 20)?;
/// assert_eq!(prover.search(u64::MAX, 1, &())?, Verdict::Proved);
/// let guide = Guide::new(prover.certificate(&())?, rules).expect("the same rules");
/// let first = guide.answer(&start)?.expect("a position of the proof");
/// assert_eq!(first.plies, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Guide {
    certificate: Arc<Certificate>,
    ids: u16,
    look: Look,
}

/// A move of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideMove {
    /// The move.
    pub played: Move,
    /// The winner has won after so many plies at the latest, this move counted.
    pub plies: u32,
}

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guide")
            .field("start", &self.certificate.start)
            .field("winner", &self.certificate.winner)
            .finish_non_exhaustive()
    }
}

impl Guide {
    /// Returns the guide of a certificate by moves that win under all of `rules`; `None`
    /// if the certificate does not claim them.
    pub fn new(certificate: Certificate, rules: RuleSet) -> Option<Guide> {
        let ids = rules.bits();
        if ids & !certificate.rules.bits() != 0 {
            return None;
        }
        Some(Guide {
            look: Look::new(&certificate, ids),
            certificate: Arc::new(certificate),
            ids,
        })
    }

    /// Returns the guide of the certificate by moves that win under all of `rules`, which
    /// shares its memory with this one; `None` if the certificate does not claim them.
    pub fn under(&self, rules: RuleSet) -> Option<Guide> {
        let ids = rules.bits();
        let is_claimed = ids & !self.certificate.rules.bits() == 0;
        is_claimed.then(|| Guide {
            certificate: Arc::clone(&self.certificate),
            ids,
            look: self.look.under(ids),
        })
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The player who wins.
    pub fn winner(&self) -> Color {
        self.certificate.winner
    }

    /// Returns the plies after which the winner has won at the latest, whoever is to
    /// move; `None` if the certificate proves nothing of the position.
    ///
    /// # Errors
    /// When a move of the loser in a stored position has no answer of a lower rank, so that
    /// the certificate proves nothing.
    pub fn bound(&self, position: &Position) -> Result<Option<u32>, Fault> {
        if position.board() != self.certificate.start.board() {
            return Ok(None);
        }
        if position.turn() == self.winner() {
            let over = self.look.over(position);
            return match (self.ids & over.won == self.ids, over.won | over.not_won) {
                (true, _) => Ok(Some(0)),
                (false, 0) => Ok(self.answer(position)?.map(|answer| answer.plies)),
                (false, _) => Ok(None),
            };
        }
        self.bound_of_loser(position)
    }

    /// Returns the bound of a position with the loser to move.
    fn bound_of_loser(&self, position: &Position) -> Result<Option<u32>, Fault> {
        let over = self.look.over(position);
        let open = self.ids & !over.won;
        if open & over.not_won != 0 {
            return Ok(None);
        }
        if open == 0 {
            return Ok(Some(0));
        }
        if self.look.answered(position, 1, open) == open {
            return Ok(Some(2));
        }
        let Some(rank) = self.look.stored(position) else {
            return Ok(None);
        };
        match first(open & !self.look.answered(position, rank, open)) {
            None => Ok(Some(2 * u32::from(rank))),
            Some(rules) => Err(Fault::Unanswered {
                position: *position,
                rank,
                rules,
            }),
        }
    }

    /// Returns the winner's move with the least bound, the first of several; `None` if
    /// the loser is to move, the game is over, or no move is proved to win.
    ///
    /// # Errors
    /// As for [`Guide::bound`].
    pub fn answer(&self, position: &Position) -> Result<Option<GuideMove>, Fault> {
        let answers = self.answers(position)?.into_iter();
        Ok(answers.min_by_key(|answer| answer.plies))
    }

    /// Returns every move of the winner that is proved to win; none if the loser is to move
    /// or the game is over.
    ///
    /// # Errors
    /// As for [`Guide::bound`].
    pub fn answers(&self, position: &Position) -> Result<Vec<GuideMove>, Fault> {
        let is_ours =
            position.board() == self.certificate.start.board() && position.turn() == self.winner();
        let over = self.look.over(position);
        if !is_ours || over.won | over.not_won != 0 {
            return Ok(Vec::new());
        }
        let answers = moves(position).into_iter().filter_map(|played| {
            let bound = self.bound_of_loser(&position.play_unchecked(played));
            let answer = |bound| GuideMove {
                played,
                plies: 1 + bound,
            };
            Some(bound.transpose()?.map(answer))
        });
        answers.collect()
    }

    /// Returns the positions that the winner has to answer: the start, if the winner
    /// moves first, and those after each reply of the loser to a stored position. Each
    /// comes once, and none is terminal.
    pub fn turns(&self) -> Vec<Position> {
        let (start, winner) = (self.certificate.start, self.winner());
        let first = Some(start).filter(|start| start.turn() == winner);
        let stored = self.certificate.iter().map(|(position, _)| position);
        let replies = stored.flat_map(|position| {
            let replies = moves(&position).into_iter();
            replies.map(move |reply| position.play_unchecked(reply))
        });
        let goes_on = |position: &Position| {
            let over = self.look.over(position);
            over.won | over.not_won == 0
        };
        let mut seen = HashSet::new();
        let turns = first.into_iter().chain(replies).filter(goes_on);
        turns.filter(|position| seen.insert(*position)).collect()
    }
}
