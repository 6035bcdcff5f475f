//! Wins proved by the solver's proof-number search, for positions without tables.

use std::time::{Duration, Instant};

use loa_record::ends_by_repetition;
use loa_solver::Preset;
use loa_solver::proof::{Progress, Prover, Question, RuleSet, Verdict, Watch};

use super::budget::Budget;
use crate::guide::{Guide, GuideMove};
use crate::history::History;

/// The divisor of a move's time that gives the time for a proof.
const SHARE: u32 = 3;
/// The minimum time for a proof; a search checks the clock about this often.
const LEAST: Duration = Duration::from_millis(20);

/// The last proved win. Its moves are played until the game leaves the proof.
#[derive(Debug, Default)]
pub(super) struct LastProof {
    guide: Option<Guide>,
}

/// Ends a search at an instant, or with the budget.
struct DeadlineWatch<'a> {
    end: Instant,
    budget: &'a Budget<'a>,
}

impl Watch for DeadlineWatch<'_> {
    fn goes_on(&self, _: &Progress) -> bool {
        Instant::now() < self.end && !self.budget.is_spent(0, true)
    }
}

impl LastProof {
    /// Returns a move that wins by the proof of an earlier move, or by a new proof found in a share
    /// of the budget's time. Without a deadline no proof is searched, so that a search to a given
    /// depth depends on the question only.
    pub(super) fn answer(
        &mut self,
        preset: Preset,
        history: &History,
        bytes: u64,
        budget: &Budget<'_>,
    ) -> Option<GuideMove> {
        let known = self.known(preset, history);
        // A search needs a thread, which browsers do not give.
        if known.is_some() || cfg!(target_family = "wasm") {
            return known;
        }
        let share = budget.left()? / SHARE;
        if share < LEAST {
            return None;
        }
        let watch = DeadlineWatch { end: Instant::now() + share, budget };
        let position = history.position();
        let rules = RuleSet::one(preset.rules);
        let question = Question::new(position, rules, position.turn());
        let mut prover = Prover::new(question, bytes).ok()?;
        if prover.search(u64::MAX, 1, &watch).ok()? != Verdict::Proved {
            return None;
        }
        // A proof found gets the same time again for its certificate.
        let watch = DeadlineWatch { end: Instant::now() + share, budget };
        let certificate = prover.certificate(&watch).ok()?;
        self.guide = Guide::read(certificate.into_bytes()).ok();
        self.known(preset, history)
    }

    /// Returns the move of the last proof, unless it repeats a position of the game: the proof does
    /// not consider repetition.
    pub(super) fn known(&self, preset: Preset, history: &History) -> Option<GuideMove> {
        let position = history.position();
        let answer = self.guide.as_ref()?.answer(&position)?;
        let after = position.play_unchecked(answer.played);
        let repeats = ends_by_repetition(preset.repetition, history.positions(), &after);
        (!repeats).then_some(answer)
    }
}
