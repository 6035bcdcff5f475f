//! Games ended by the scores of the engines.

use std::str::FromStr;

use loa_engine::protocol::reply::Score;
use loa_solver::Color;
use serde::{Deserialize, Serialize};

/// A number of points, and the number of moves of a side in a row whose scores must agree with it.
///
/// # Examples
///
/// ```
/// use loa_judge::match_play::ScoreRule;
///
/// assert_eq!("900,4".parse(), Ok(ScoreRule { points: 900, moves: 4 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreRule {
    /// The points.
    pub points: u32,
    /// The number of moves, at least 1.
    pub moves: u32,
}

/// Text that is not a rule for scores.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no rule for scores: expected points and a number of moves, such as 900,4")]
pub struct ParseScoreRuleError(String);

impl FromStr for ScoreRule {
    type Err = ParseScoreRuleError;

    fn from_str(text: &str) -> Result<ScoreRule, ParseScoreRuleError> {
        let read = || {
            let (points, moves) = text.split_once(',')?;
            let (points, moves) = (points.trim().parse().ok()?, moves.trim().parse().ok()?);
            (moves > 0).then_some(ScoreRule { points, moves })
        };
        read().ok_or_else(|| ParseScoreRuleError(text.to_owned()))
    }
}

/// The verdict of the scores on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreVerdict {
    /// The side that has moved resigns.
    Resigned,
    /// Both sides call the game a draw.
    Drawn,
}

/// The scores of a game so far.
pub(super) struct Scores {
    resign: Option<ScoreRule>,
    draw: Option<ScoreRule>,
    /// The last moves in a row with a lost score, of Black and of White.
    lost: [u32; 2],
    /// The last moves in a row with a level score.
    level: [u32; 2],
}

impl Scores {
    pub(super) const fn new(resign: Option<ScoreRule>, draw: Option<ScoreRule>) -> Scores {
        Scores { resign, draw, lost: [0; 2], level: [0; 2] }
    }

    /// Adds the score of a move to its side. A move without a score interrupts every row.
    pub(super) fn add(&mut self, color: Color, score: Option<Score>) -> Option<ScoreVerdict> {
        let is_lost = |rule: ScoreRule| match score {
            Some(Score::Estimate(points)) => i64::from(points) <= -i64::from(rule.points),
            Some(Score::Loss(_)) => true,
            _ => false,
        };
        let is_level = |rule: ScoreRule| match score {
            Some(Score::Estimate(points)) => points.unsigned_abs() <= rule.points,
            Some(Score::Draw) => true,
            _ => false,
        };
        let side = color as usize;
        let longer = |row: u32, goes_on: bool| if goes_on { row.saturating_add(1) } else { 0 };
        self.lost[side] = longer(self.lost[side], self.resign.is_some_and(is_lost));
        self.level[side] = longer(self.level[side], self.draw.is_some_and(is_level));
        if self.resign.is_some_and(|rule| self.lost[side] >= rule.moves) {
            return Some(ScoreVerdict::Resigned);
        }
        let are_level = |rule: ScoreRule| self.level.iter().all(|&row| row >= rule.moves);
        self.draw.is_some_and(are_level).then_some(ScoreVerdict::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_nonsense_is_not() {
        assert_eq!("0, 1".parse(), Ok(ScoreRule { points: 0, moves: 1 }));
        for text in ["", "900", "900,0", "-900,4", "900,4,1", "900,-1", ",4"] {
            assert!(text.parse::<ScoreRule>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_side_resigns_after_a_row_of_its_lost_scores() {
        let mut scores = Scores::new(Some(ScoreRule { points: 500, moves: 2 }), None);
        let (black, white) = (Color::Black, Color::White);
        let points = |points| Some(Score::Estimate(points));
        for (color, score) in [
            (black, points(-500)),
            (white, points(-900)),
            (black, points(-499)),
            (white, None),
            (black, Some(Score::Loss(None))),
            (white, Some(Score::Win(Some(3)))),
        ] {
            assert_eq!(scores.add(color, score), None);
        }
        assert_eq!(scores.add(black, points(i32::MIN)), Some(ScoreVerdict::Resigned));
    }

    #[test]
    fn a_draw_takes_a_row_of_level_scores_of_both_sides() {
        let mut scores = Scores::new(None, Some(ScoreRule { points: 10, moves: 2 }));
        let (black, white) = (Color::Black, Color::White);
        let points = |points| Some(Score::Estimate(points));
        for (color, score) in [
            (black, points(10)),
            (white, points(11)),
            (black, points(-10)),
            (white, Some(Score::Draw)),
            (black, points(0)),
        ] {
            assert_eq!(scores.add(color, score), None);
        }
        assert_eq!(scores.add(white, points(0)), Some(ScoreVerdict::Drawn));
    }
}
