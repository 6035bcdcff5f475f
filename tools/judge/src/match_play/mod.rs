//! Matches between two engines.
//!
//! Every opening is played twice, once with each engine as Black, and the two games form a pair:
//! the advantage of an opening cancels out. [`PairCounts`] has the score with its error, and
//! [`Sprt`] ends a match when the stronger engine is known.

mod adjudication;
mod clock;
mod one_game;
mod openings;
mod run;
mod score;
mod sprt;

pub use adjudication::{ParseScoreRuleError, ScoreRule};
pub use clock::{ParseTimeControlError, TimeControl};
pub use one_game::{Ending, MatchGame};
pub use openings::{openings_from, random_openings};
pub use run::{Match, MatchResult};
pub use score::{Elo, PairCounts};
pub use sprt::{Sprt, SprtVerdict};
