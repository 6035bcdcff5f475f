//! Matches between two engines or more.
//!
//! Each pairing plays every opening twice, once with each engine as Black, and the two games form a
//! pair: the advantage of an opening cancels out. [`PairCounts`] has the score with its error, and
//! [`Sprt`] ends a match of two engines when the stronger one is known. [`Tournament`] says which
//! of several engines play each other.

mod adjudication;
mod clock;
mod one_game;
mod openings;
mod run;
mod score;
mod sprt;
mod tournament;

pub use adjudication::{ParseScoreRuleError, ScoreRule};
pub use clock::{ParseTimeControlError, TimeControl};
pub use one_game::{Ending, MatchGame, TableEnd};
pub use openings::{openings_from, random_openings};
pub use run::{Match, MatchResult};
pub use score::{Elo, PairCounts};
pub use sprt::{ParseSprtError, Sprt, SprtVerdict};
pub use tournament::{MatchScore, Pairing, Tournament};
