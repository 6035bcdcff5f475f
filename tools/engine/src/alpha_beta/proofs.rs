//! Wins proved by the solver's proof-number search, for positions without tables.

use std::time::{Duration, Instant};

use loa_record::{Game, ends_by_repetition};
use loa_solver::proof::{Progress, Prover, Question, RuleSet, Verdict};
use loa_solver::{Color, Position, Preset, Repetition};

use super::budget::Budget;
use crate::guide::{Guide, GuideMove};

/// The divisor of a move's time that gives the time for a proof.
const SHARE: u32 = 3;
/// The minimum time for a proof; a search checks the clock about this often.
const LEAST: Duration = Duration::from_millis(20);
/// Memory for a search of few expansions. Each stores an entry of 16 bytes.
const BYTES_PER_EXPANSION: u64 = 256;

/// Searches proofs under some rules, and stores the last proved win. Its moves are played until the
/// game leaves the proof.
#[derive(Debug)]
pub(super) struct Proofs {
    pub(super) preset: Preset,
    /// The memory for a search, in bytes.
    pub(super) bytes: u64,
    pub(super) last: Option<Guide>,
}

impl Proofs {
    /// Searches a proof that `winner` wins from a position until the budget is spent, whose nodes
    /// are the expansions, and checks its certificate. The search and the certificate each get
    /// `share`, if given.
    pub(super) fn prove(
        &self,
        position: Position,
        winner: Color,
        budget: &Budget<'_>,
        share: Option<Duration>,
    ) -> Option<Guide> {
        // If a board that occurs again ends the game with either side to move, a proof about
        // positions proves nothing.
        if self.preset.repetition == Repetition::BoardDraw {
            return None;
        }
        // Browsers clear all memory that they give.
        let bytes = self.bytes.min(budget.nodes.saturating_mul(BYTES_PER_EXPANSION));
        let watch = || {
            let end = share.map(|share| Instant::now() + share);
            move |_: &Progress| {
                end.is_none_or(|end| Instant::now() < end) && !budget.is_spent(0, true)
            }
        };
        let question = Question::new(position, RuleSet::one(self.preset.rules), winner);
        let mut prover = Prover::new(question, bytes).ok()?;
        if prover.search(budget.nodes, 1, &watch()).ok()? != Verdict::Proved {
            return None;
        }
        Guide::read(prover.certificate(&watch()).ok()?).ok()
    }

    /// Returns a move that wins by the proof of an earlier move, or by a new proof found in a share
    /// of the budget's time. Without a deadline no proof is searched, so that a search to a given
    /// depth depends on the question only.
    pub(super) fn answer(&mut self, game: &Game, budget: &Budget<'_>) -> Option<GuideMove> {
        let known = self.known(game);
        if known.is_some() {
            return known;
        }
        let share = budget.left()? / SHARE;
        if share < LEAST {
            return None;
        }
        let position = *game.position();
        self.last = Some(self.prove(position, position.turn(), budget, Some(share))?);
        self.known(game)
    }

    /// Returns the move of the last proof, unless it repeats a position of the game: the proof does
    /// not consider repetition.
    pub(super) fn known(&self, game: &Game) -> Option<GuideMove> {
        let position = *game.position();
        let answer = self.last.as_ref()?.answer(&position)?;
        let after = position.play_unchecked(answer.played);
        let repeats = ends_by_repetition(self.preset.repetition, game.positions(), &after);
        (!repeats).then_some(answer)
    }
}
