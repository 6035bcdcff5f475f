//! Moves judged by facts and estimates.
//!
//! A fact is the end of the game, a result that a search has seen to its end, or a proof. Facts are
//! compared with facts, and estimates with estimates of the same depth.

use loa_solver::Wdl;

use super::effect::{Blunder, Lapse};
use crate::worth::{RatedMove, Worth};

/// The effect of a move, compared with the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    /// The move keeps what is certain.
    Kept,
    /// The move leaves a proof of a win. It may still win.
    LeftProof,
    /// The move gives up a win that the search has seen to its end, and is not known to win.
    GaveUpWin,
    /// The move loses, and another move is not known to lose.
    FellIntoLoss,
    /// The move spoils a certain result.
    Spoiled(Blunder),
    /// The move gives away these estimated chances of winning, from 0 to 1.
    GaveAway(f64),
}

/// The chances lost from which a move is a lapse of each kind. `data/bench/estimates.md` has the
/// measurements.
const BANDS: [(f64, Lapse); 3] =
    [(0.35, Lapse::Blunder), (0.25, Lapse::Mistake), (0.15, Lapse::Inaccuracy)];

/// The score at which the side ahead has e of 1 + e chances of winning.
const POINTS: f64 = 110.0;

/// Returns the chance that a side wins by the engine's estimate, from 0 to 1. The curve fits the
/// engine's games against itself (`data/bench/estimates.py`).
fn chance(worth: Worth) -> f64 {
    1.0 / (1.0 + (-f64::from(worth.score.unwrap_or_default()) / POINTS).exp())
}

impl Judgement {
    /// Returns the judgement of a move, given its worth and that of the best move. No estimate judges
    /// a side that was lost from the start.
    pub fn of(played: Worth, best: Worth, was_lost: bool) -> Judgement {
        match (best.category, played.category) {
            (None, None) if was_lost => Judgement::Kept,
            (None, None) => Judgement::GaveAway((chance(best) - chance(played)).max(0.0)),
            (None, Some(Wdl::Loss)) => Judgement::FellIntoLoss,
            (Some(Wdl::Win), None) if best.is_only_proved() => Judgement::LeftProof,
            (Some(Wdl::Win), None) => Judgement::GaveUpWin,
            (best, played) => {
                let spoiled = best.zip(played);
                let spoiled = spoiled.and_then(|(best, played)| Blunder::of(best, played));
                spoiled.map_or(Judgement::Kept, Judgement::Spoiled)
            }
        }
    }

    /// Returns the lapse; `None` if the move gives nothing away, or too little.
    pub fn lapse(self) -> Option<Lapse> {
        match self {
            Judgement::Kept | Judgement::LeftProof => None,
            Judgement::Spoiled(blunder) => Some(blunder.lapse()),
            Judgement::GaveUpWin | Judgement::FellIntoLoss => Some(Lapse::Blunder),
            Judgement::GaveAway(lost) => {
                BANDS.into_iter().find(|&(least, _)| lost >= least).map(|(_, lapse)| lapse)
            }
        }
    }

    /// Returns what the move gave away, in words; `None` if that is nothing, or too little for a
    /// mark.
    pub(super) fn words(self, played: &RatedMove, best: &RatedMove) -> Option<String> {
        Some(match self {
            Judgement::LeftProof => format!("left the proof: {} {}", best.played, best.worth),
            Judgement::GaveUpWin => {
                let worth = best.worth.to_string();
                format!("gave up a win{}", worth.trim_start_matches(Wdl::Win.verb()))
            }
            Judgement::FellIntoLoss => played.worth.to_string(),
            Judgement::Spoiled(blunder) => blunder.in_words(),
            Judgement::GaveAway(lost) if self.lapse().is_some() => {
                format!("gave away {:.0} % of the chances", 100.0 * lost)
            }
            Judgement::Kept | Judgement::GaveAway(_) => return None,
        })
    }
}
